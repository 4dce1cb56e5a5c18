import { z } from 'zod';
import { trashedRunSchema } from '../../model/trash.ts';
import { mutation, query } from '../route.ts';

/** Deleted runs of all projects. */
export const trashRoutes = {
  /** Most recently deleted first. */
  'trash.list': query(
    () => z.strictObject({}),
    () => z.object({ runs: z.array(trashedRunSchema) }),
  ),
  'trash.restore': mutation(
    () => z.strictObject({ runId: z.string() }),
    () => z.object({ runId: z.string() }),
  ),
  /** Deletes one run, or all, permanently. */
  'trash.empty': mutation(
    () => z.strictObject({ runId: z.string().optional() }),
    () => z.object({ deleted: z.number().int() }),
  ),
};
