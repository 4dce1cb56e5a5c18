import { z } from 'zod';
import type { TrashedRun } from '../../model/trash.ts';
import { mutation, nothing, query } from '../route.ts';

/** Deleted runs of all projects. */
export const trashRoutes = {
  /** Most recently deleted first. */
  'trash.list': query(nothing).returns<{ readonly runs: readonly TrashedRun[] }>(),
  'trash.restore': mutation(() => z.strictObject({ runId: z.string() })).returns<{
    readonly runId: string;
  }>(),
  /** Deletes one run, or all, permanently. */
  'trash.empty': mutation(() => z.strictObject({ runId: z.string().optional() })).returns<{
    readonly deleted: number;
  }>(),
};
