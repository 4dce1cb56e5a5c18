import { z } from 'zod';

/** A day in UTC, such as 2026-10-31. */
export const annotationDay = z.iso.date();
export const annotationText = z.string().trim().min(1).max(200);
/** A user's note on a day, such as “site relaunch”. */
export type Annotation = {
  readonly id: string;
  readonly day: string;
  readonly text: string;
};
