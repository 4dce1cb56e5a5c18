import { z } from 'zod';
import type { Known } from './results/shared.ts';

/** Answer of `GET /v1/credits`. Charges of running jobs are not subtracted yet. */
export const creditBalanceSchema = z.looseObject({
  remaining: z.int(),
  /** Credits granted per billing cycle; other deployments send null for an account without a plan. */
  perCycle: z.int().nullable(),
  /** End of the current cycle. */
  cycleResetsAt: z.iso.datetime().nullable(),
});
export type CreditBalance = Known<z.infer<typeof creditBalanceSchema>>;
