import { z } from 'zod';
import { instant } from './errors.ts';

export const countries = z.array(z.string().regex(/^[A-Z]{2}$/));

export const states = z.array(
  z.strictObject({ code: z.string().regex(/^[A-Z]{2}$/), name: z.string().min(1) }),
);

export const balance = z.strictObject({
  remaining: z.int().min(0),
  perCycle: z.int().min(0).nullable(),
  cycleResetsAt: instant.nullable(),
});

export const resolved = z.strictObject({ url: z.url() });
