import { z } from 'zod';
import { observationDetailSchema, observationViewSchema } from '../../model/observation.ts';
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
  /** Stored HTML of one page, for the sandboxed frame. */
  'observations.page': query(
    () => z.strictObject({ id: z.string(), pageId: z.string() }),
    () => z.object({ html: z.string() }),
  ),
};
