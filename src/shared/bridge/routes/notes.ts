import { z } from 'zod';
import { labelSchema, noteText } from '../../model/observation.ts';
import { mutation, query } from '../route.ts';

export const noteRoutes = {
  'notes.add': mutation(
    () => z.strictObject({ observationId: z.string(), text: noteText }),
    () => z.object({ id: z.string() }),
  ),
  'notes.edit': mutation(
    () => z.strictObject({ id: z.string(), text: noteText }),
    () => z.object({}),
  ),
  'notes.remove': mutation(
    () => z.strictObject({ id: z.string() }),
    () => z.object({ removed: z.boolean() }),
  ),
  /** Every label in use, most used first. */
  'labels.list': query(
    () => z.strictObject({}),
    () => z.object({ labels: z.array(z.object({ name: z.string(), answers: z.number().int() })) }),
  ),
  /** The labels an answer has from now on. */
  'labels.set': mutation(
    () => z.strictObject({ observationId: z.string(), labels: z.array(labelSchema).max(20) }),
    () => z.object({ labels: z.array(z.string()) }),
  ),
};
