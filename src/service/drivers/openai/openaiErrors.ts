import type { ErrorRule } from '../driver.ts';

/** platform.openai.com/docs/guides/error-codes, and messages that its forum and SDK issues quote. */
export const openaiErrors: readonly ErrorRule[] = [
  { says: /organization must be verified|unverified organization|verify organization/i, means: 'rejected' },
  { says: /does not have access to model|model_not_found/i, means: 'rejected' },
  {
    says: /account_deactivated|organization_deactivated|(account|organization) (has been|is|was) (deactivated|suspended)/i,
    means: 'rejected',
  },
  { says: /input was flagged|flagged (as|for) (potentially )?violating/i, means: 'blocked' },
];
