import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';

export const diagnosticCheckSchema = lazySchema(() =>
  z.object({
    check: z.enum([
      'file access',
      'history',
      'settings',
      'keychain',
      'file system',
      'clock',
      'proxy',
      'network',
      'graphics',
    ]),
    /** `fixed`: was wrong and has been corrected. `note`: works, but not optimally. */
    result: z.enum(['ok', 'fixed', 'note', 'problem']),
    details: z.array(z.string()).readonly(),
  }),
);
export type DiagnosticCheck = z.infer<typeof diagnosticCheckSchema>;
