import { z } from 'zod';
import { byConnection, creditsViewSchema, queueViewSchema } from '../../model/account.ts';
import { mutation, query } from '../route.ts';

export const accountRoutes = {
  'queue.get': query(
    () => byConnection,
    () => queueViewSchema,
  ),
  /**
   * Removes every task of the account that has not started, including those of other programs. Queued runs with
   * more to send are paused first.
   */
  'queue.clear': mutation(
    () => byConnection,
    () =>
      z.object({
        cleared: z.number().int(),
        /** Cells of this history among them, now cancelled. */
        cancelled: z.number().int(),
        /** Cells in progress, which will be collected. */
        collecting: z.number().int(),
        pausedRuns: z.number().int(),
      }),
  ),
  /** Collects the answers of tasks without a program. */
  'queue.collect': mutation(
    () => z.strictObject({}),
    () => z.object({ runs: z.number().int() }),
  ),
  'credits.get': query(
    () =>
      byConnection.unwrap().extend({
        /** `cycle`: since the billing cycle began, or thirty days if it is unknown. */
        period: z.enum(['cycle', 'all']).default('cycle'),
      }),
    () => creditsViewSchema,
  ),
};
