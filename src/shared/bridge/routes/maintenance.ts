import { z } from 'zod';
import {
  copySchema,
  dataSizeSchema,
  findingSchema,
  pathSchema,
  projectSchema,
  retentionPreviewSchema,
  retentionRuleSchema,
  retentionSchema,
} from '../../model/maintenance.ts';
import { mutation, projectIn, query } from '../route.ts';

export const maintenanceRoutes = {
  'retention.get': projectIn(
    'input',
    query(
      () => projectSchema,
      () => retentionSchema,
    ),
  ),
  /** Deletes nothing automatically, unless the rule says so. */
  'retention.set': projectIn(
    'input',
    mutation(
      () => projectSchema.unwrap().extend({ rule: retentionRuleSchema.nullable() }),
      () => retentionSchema,
    ),
  ),
  /** What the stored or the given rule would delete now. */
  'retention.preview': projectIn(
    'input',
    query(
      () => projectSchema.unwrap().extend({ rule: retentionRuleSchema.optional() }),
      () => retentionPreviewSchema,
    ),
  ),
  /** Applies the rule in the background; `retention.changed` reports its progress. */
  'retention.apply': projectIn(
    'input',
    mutation(
      () => projectSchema,
      () => retentionSchema,
    ),
  ),
  'retention.stop': projectIn(
    'input',
    mutation(
      () => projectSchema,
      () => retentionSchema,
    ),
  ),
  /** The last count; `data.counted` reports a newer one; null during the first count. */
  'data.size': query(
    () => z.strictObject({}),
    () => z.object({ counted: dataSizeSchema.nullable() }),
  ),
  'data.check': mutation(
    () => z.strictObject({ full: z.boolean() }),
    () => z.object({ file: z.string(), full: z.boolean(), findings: z.array(findingSchema) }),
  ),
  'data.compact': mutation(
    () => z.strictObject({}),
    () => z.object({ file: z.string(), bytesBefore: z.number(), bytesAfter: z.number() }),
  ),
  'data.repair': mutation(
    () => z.strictObject({}),
    () =>
      z.object({
        file: z.string(),
        keptFile: z.string(),
        repaired: z.array(z.string()),
        remaining: z.array(findingSchema),
        runs: z.number(),
        observations: z.number(),
      }),
  ),
  'data.backup': mutation(
    () => z.strictObject({ file: pathSchema }),
    () => copySchema,
  ),
  'data.restore': mutation(
    () => z.strictObject({ file: pathSchema }),
    () =>
      copySchema.unwrap().extend({
        keptFile: z.string().nullable(),
        /** Connections whose address the backup changes; their keys are not sent there. */
        changedAddresses: z.array(z.object({ name: z.string(), before: z.string(), now: z.string() })),
      }),
  ),
  /** Afterwards the program has to be started again: it then uses the new folder. */
  'data.move': mutation(
    () => z.strictObject({ folder: pathSchema, keepOld: z.boolean() }),
    () =>
      z.object({
        from: z.string(),
        to: z.string(),
        files: z.number(),
        bytes: z.number(),
        oldKept: z.boolean(),
      }),
  ),
};
