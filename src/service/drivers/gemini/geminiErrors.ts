import type { ErrorRule } from '../driver.ts';

/** ai.google.dev/gemini-api/docs/troubleshooting, and google.rpc.ErrorInfo in `details`. */
export const geminiErrors: readonly ErrorRule[] = [
  { says: /API_KEY_INVALID|API_KEY_SERVICE_BLOCKED|API key (expired|not valid)/i, means: 'key' },
  { status: [403], says: /consumer .* has been suspended|CONSUMER_SUSPENDED/i, means: 'rejected' },
];
