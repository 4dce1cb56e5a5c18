import { z } from 'zod';
import { appErrorSchema, appInfoSchema, settingsSchema } from '../../model/settings.ts';
import { mutation, query } from '../route.ts';

export const appRoutes = {
  'app.info': query(
    () => z.strictObject({}),
    () => appInfoSchema,
  ),
  /** Only https URLs; everything else is refused. */
  'app.openExternal': mutation(
    () => z.strictObject({ url: z.string().max(8192) }),
    () => z.object({ opened: z.boolean() }),
  ),
  /**
   * Asks where to save a file and writes it; only in the desktop window, whose pages do not save files
   * themselves.
   */
  'app.saveFile': mutation(
    () =>
      z.strictObject({
        name: z
          .string()
          .min(1)
          .max(255)
          .regex(/^[^/\\\0]+$/),
        bytes: z.instanceof(Uint8Array),
      }),
    () => z.object({ saved: z.boolean() }),
  ),
  /** Tries to open the history again after its problem was fixed. */
  'app.retryHistory': mutation(
    () => z.strictObject({}),
    () => z.object({ historyProblem: appErrorSchema.nullable() }),
  ),
  'settings.get': query(
    () => z.strictObject({}),
    () => settingsSchema,
  ),
  'settings.update': mutation(
    () => settingsSchema.unwrap().partial().strict(),
    () => settingsSchema,
  ),
};
