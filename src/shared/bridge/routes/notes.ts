import { z } from 'zod';
import { labelSchema, noteText } from '../../model/observation.ts';
import { mutation, nothing, query } from '../route.ts';

export const noteRoutes = {
  'notes.add': mutation(() => z.strictObject({ observationId: z.string(), text: noteText })).returns<{
    readonly id: string;
  }>(),
  'notes.edit': mutation(() => z.strictObject({ id: z.string(), text: noteText })).returns<
    Readonly<Record<string, never>>
  >(),
  'notes.remove': mutation(() => z.strictObject({ id: z.string() })).returns<{ readonly removed: boolean }>(),
  /** Every label in use, most used first. */
  'labels.list': query(nothing).returns<{
    readonly labels: readonly { readonly name: string; readonly answers: number }[];
  }>(),
  /** The labels an answer has from now on. */
  'labels.set': mutation(() =>
    z.strictObject({ observationId: z.string(), labels: z.array(labelSchema).max(20) }),
  ).returns<{ readonly labels: readonly string[] }>(),
};
