import { z } from 'zod';
import {
  type CheckFacts,
  type CompactFacts,
  type DataCopy,
  type DataSize,
  type MoveFacts,
  pathSchema,
  projectSchema,
  type RepairFacts,
  type RestoreFacts,
  type Retention,
  type RetentionPreview,
  retentionRuleSchema,
} from '../../model/maintenance.ts';
import type { BrandShiftView, RecomputationStatus } from '../../model/recomputation.ts';
import type { RedirectStatus } from '../../model/redirect.ts';
import type { TrashedRun } from '../../model/trash.ts';
import { mutation, type Nothing, nothing, ofProject, projectIn, query } from '../route.ts';

export const maintenanceRoutes = {
  'retention.get': projectIn('input', query(() => projectSchema).returns<Retention>()),
  /** Deletes nothing automatically, unless the rule says so. */
  'retention.set': projectIn(
    'input',
    mutation(() =>
      projectSchema.unwrap().extend({ rule: retentionRuleSchema.nullable() }),
    ).returns<Retention>(),
  ),
  /** What the stored or the given rule would delete now. */
  'retention.preview': projectIn(
    'input',
    query(() =>
      projectSchema.unwrap().extend({ rule: retentionRuleSchema.optional() }),
    ).returns<RetentionPreview>(),
  ),
  /** Applies the rule in the background; `retention.changed` reports its progress. */
  'retention.apply': projectIn('input', mutation(() => projectSchema).returns<Retention>()),
  'retention.stop': projectIn('input', mutation(() => projectSchema).returns<Retention>()),
  /** The last count; `data.counted` reports a newer one; null during the first count. */
  'data.size': query(nothing).returns<{ readonly counted: DataSize | null }>(),
  'data.check': mutation(() => ({ full: z.boolean() })).returns<CheckFacts>(),
  'data.compact': mutation(nothing).returns<CompactFacts>(),
  'data.repair': mutation(nothing).returns<RepairFacts>(),
  'data.backup': mutation(() => ({ file: pathSchema })).returns<DataCopy>(),
  'data.restore': mutation(() => ({ file: pathSchema })).returns<RestoreFacts>(),
  /** Afterwards the program has to be started again: it then uses the new folder. */
  'data.move': mutation(() => ({ folder: pathSchema, keepOld: z.boolean() })).returns<MoveFacts>(),
  /** Ends the work on the file that is in progress; it then rejects with CANCELLED, and nothing was changed. */
  'data.cancel': mutation(nothing).returns<Nothing>(),
  /** Deleted runs of all projects, most recently deleted first. */
  'trash.list': query(nothing).returns<{ readonly runs: readonly TrashedRun[] }>(),
  'trash.restore': mutation(() => ({ runId: z.string() })).returns<{
    readonly runId: string;
  }>(),
  /** Deletes one run, or all, permanently. */
  'trash.empty': mutation(() => ({ runId: z.string().optional() })).returns<{
    readonly deleted: number;
  }>(),
  'recomputation.status': ofProject(query(nothing).returns<RecomputationStatus>()),
  /** Works until the facts have the newest rules; for programs without background work. */
  'recomputation.finish': mutation(nothing).returns<RecomputationStatus>(),
  /** Stops a recomputation; computed facts are kept, and it can be resumed. */
  'recomputation.cancel': mutation(nothing).returns<RecomputationStatus>(),
  'recomputation.resume': mutation(nothing).returns<RecomputationStatus>(),
  /** The effect of the last rule change, over the same answers; null until there are two complete versions. */
  'recomputation.change': query(nothing).returns<{
    readonly before: number;
    readonly after: number;
    readonly shifts: readonly BrandShiftView[];
  } | null>(),
  'redirects.status': query(nothing).returns<RedirectStatus>(),
  /** Resolves what is due, or with `all` everything unresolved; ends when nothing is due. */
  'redirects.resolve': mutation(() => ({ all: z.boolean().default(false) })).returns<
    // Why the service could not be called, null if it could.
    RedirectStatus & { readonly away: string | null }
  >(),
};
