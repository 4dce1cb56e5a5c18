import type { Handlers } from '../bridge/router.ts';
import type { Projects } from '../projects/projects.ts';
import type { Trends } from './trends.ts';

export function trendHandlers(trends: Trends, { of }: Pick<Projects, 'of'>) {
  /** The query in the project it names, or the one in use. */
  const placed = async <Q extends { readonly project?: string | undefined }>(query: Q) => ({
    ...query,
    project: await of(query.project),
  });
  return {
    'trends.get': async (query, { signal }) => trends.get(await placed(query), signal),
    'trends.answers': async ({ query, ...input }, { signal }) =>
      trends.answers({ ...input, query: await placed(query) }, signal),
    'trends.why': async ({ query, ...input }, { signal }) =>
      trends.why({ ...input, query: await placed(query) }, signal),
    'trends.choices': async (input, { signal }) => trends.choices(await placed(input), signal),
  } satisfies Partial<Handlers>;
}
