import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';

/** A day in UTC, such as 2026-10-31. */
export const annotationDay = z.iso.date();
export const annotationText = z.string().trim().min(1).max(200);
export const annotationSchema = lazySchema(() =>
  z.object({ id: z.string(), day: z.string(), text: z.string() }),
);
/** A user's note on a day, such as “site relaunch”. */
export type Annotation = z.infer<typeof annotationSchema>;
