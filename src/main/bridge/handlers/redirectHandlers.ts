import type { Redirects } from '../../redirects/redirects.ts';
import type { Handlers } from '../router.ts';

export function redirectHandlers(redirects: Redirects) {
  return {
    'redirects.status': () => redirects.status(),
    'redirects.resolve': ({ all }, { signal }) => redirects.resolveNow(all, signal),
  } satisfies Partial<Handlers>;
}
