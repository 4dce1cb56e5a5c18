import type { Handlers } from '../bridge/router.ts';
import type { Redirects } from './redirects.ts';

export function redirectHandlers(redirects: Redirects) {
  return {
    'redirects.status': () => redirects.status(),
    'redirects.resolve': ({ all }, { signal }) => redirects.resolveNow(all, signal),
  } satisfies Partial<Handlers>;
}
