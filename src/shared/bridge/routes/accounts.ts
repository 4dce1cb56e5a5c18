import { z } from 'zod';
import { byConnection, type CreditsView, type QueueView } from '../../model/account.ts';
import { mutation, nothing, query } from '../route.ts';

export const accountRoutes = {
  'queue.get': query(() => byConnection).returns<QueueView>(),
  /**
   * Removes every task of the account that has not started, including those of other programs. Queued runs with
   * more to send are paused first.
   */
  'queue.clear': mutation(() => byConnection).returns<{
    readonly cleared: number;
    /** Cells of this history among them, now cancelled. */
    readonly cancelled: number;
    /** Cells in progress, which will be collected. */
    readonly collecting: number;
    readonly pausedRuns: number;
  }>(),
  /** Collects the answers of tasks without a program. */
  'queue.collect': mutation(nothing).returns<{ readonly runs: number }>(),
  'credits.get': query(() =>
    byConnection.unwrap().extend({
      /** `cycle`: since the billing cycle began, or thirty days if it is unknown. */
      period: z.enum(['cycle', 'all']).default('cycle'),
    }),
  ).returns<CreditsView>(),
};
