import { z } from 'zod';
import { diagnosticCheckSchema } from '../../model/diagnostics.ts';
import { mutation } from '../route.ts';

export const diagnosticRoutes = {
  /** Checks this machine now, and fixes what needs no decision. */
  'diagnostics.check': mutation(
    () => z.strictObject({}),
    () => z.object({ checks: z.array(diagnosticCheckSchema).readonly() }),
  ),
  /**
   * A text about this program and machine, for review before sending: it contains no key, question or answer.
   */
  'diagnostics.report': mutation(
    () => z.strictObject({}),
    () => z.object({ text: z.string() }),
  ),
};
