import type { DiagnosticCheck } from '../../model/diagnostics.ts';
import { mutation, nothing } from '../route.ts';

export const diagnosticRoutes = {
  /** Checks this machine now, and fixes what needs no decision. */
  'diagnostics.check': mutation(nothing).returns<{ readonly checks: readonly DiagnosticCheck[] }>(),
  /**
   * A text about this program and machine, for review before sending: it contains no key, question or answer.
   */
  'diagnostics.report': mutation(nothing).returns<{ readonly text: string }>(),
};
