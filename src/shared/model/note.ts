import { z } from 'zod';

export const noteText = z.string().trim().min(1, 'Write something, or remove the note.').max(10_000);
/** A short word of any script. Kept in lower case, so that one label has one spelling. */
export const labelSchema = z
  .string()
  .trim()
  .transform((label) => label.normalize('NFC').toLowerCase())
  .refine(
    (label) => /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]{0,39}$/u.test(label),
    'A label is one word of letters, digits, "-", "_" and ".", at most 40 long.',
  );
