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
import { mutation, nothing, projectIn, query } from '../route.ts';

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
  'data.check': mutation(() => z.strictObject({ full: z.boolean() })).returns<CheckFacts>(),
  'data.compact': mutation(nothing).returns<CompactFacts>(),
  'data.repair': mutation(nothing).returns<RepairFacts>(),
  'data.backup': mutation(() => z.strictObject({ file: pathSchema })).returns<DataCopy>(),
  'data.restore': mutation(() => z.strictObject({ file: pathSchema })).returns<RestoreFacts>(),
  /** Afterwards the program has to be started again: it then uses the new folder. */
  'data.move': mutation(() =>
    z.strictObject({ folder: pathSchema, keepOld: z.boolean() }),
  ).returns<MoveFacts>(),
};
