import { z } from 'zod';
import { observationDetailSchema, observationViewSchema } from '../../model/observation.ts';
import { engineSchema } from '../../model/run.ts';
import { query } from '../route.ts';

export const observationRoutes = {
  'observations.get': query(
    () => z.strictObject({ id: z.string() }),
    () => observationDetailSchema,
  ),
  'observations.getMany': query(
    () => z.strictObject({ ids: z.array(z.string()).max(300) }),
    () => z.object({ observations: z.array(observationViewSchema) }),
  ),
  /** Newest first. */
  'observations.list': query(
    () =>
      z.strictObject({
        limit: z.number().int().min(1).max(500).default(50),
        /** Pages back in time: `receivedAtMs` and id of the last one seen. */
        before: z.strictObject({ receivedAtMs: z.number(), id: z.string() }).optional(),
        engine: engineSchema.optional(),
        country: z.string().optional(),
      }),
    () => z.object({ observations: z.array(observationViewSchema), more: z.boolean() }),
  ),
  /** Stored HTML of one page, for the sandboxed frame. */
  'observations.page': query(
    () => z.strictObject({ id: z.string(), pageId: z.string() }),
    () => z.object({ html: z.string() }),
  ),
};
