import type { Trends } from '../../trends/trends.ts';
import type { Handlers } from '../router.ts';

export function trendHandlers(trends: Trends) {
  return {
    'trends.get': (query, { signal }) => trends.get(query, signal),
    'trends.answers': (input, { signal }) => trends.answers(input, signal),
    'trends.why': (input, { signal }) => trends.why(input, signal),
    'trends.choices': (input, { signal }) => trends.choices(input, signal),
  } satisfies Partial<Handlers>;
}
