import type { ErrorRule } from '../driver.ts';

/** docs.claude.com/en/api/errors. */
export const anthropicErrors: readonly ErrorRule[] = [
  { says: /(specified )?API usage limits?|usage limit/i, means: 'quota' },
  { status: [403], says: /(organization|account) (has been |is )?(disabled|suspended)/i, means: 'rejected' },
];
