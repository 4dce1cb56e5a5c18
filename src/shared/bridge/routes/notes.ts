import { z } from 'zod';
import { mutation, query } from '../route.ts';

const noteText = z.string().trim().min(1, 'Write something, or remove the note.').max(10_000);

/** A short word of any script. Kept in lower case, so that one label has one spelling. */
export const labelSchema = z
  .string()
  .trim()
  .transform((label) => label.normalize('NFC').toLowerCase())
  .refine(
    (label) => /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]{0,39}$/u.test(label),
    'A label is one word of letters, digits, "-", "_" and ".", at most 40 long.',
  );

export const noteRoutes = {
  'notes.add': mutation(
    z.strictObject({ observationId: z.string(), text: noteText }),
    z.object({ id: z.string() }),
  ),
  'notes.edit': mutation(z.strictObject({ id: z.string(), text: noteText }), z.object({})),
  'notes.remove': mutation(z.strictObject({ id: z.string() }), z.object({ removed: z.boolean() })),
  /** Every label in use, most used first. */
  'labels.list': query(
    z.strictObject({}),
    z.object({ labels: z.array(z.object({ name: z.string(), answers: z.number().int() })) }),
  ),
  /** The labels an answer has from now on. */
  'labels.set': mutation(
    z.strictObject({ observationId: z.string(), labels: z.array(labelSchema).max(20) }),
    z.object({ labels: z.array(z.string()) }),
  ),
};
