/**
 * Surfaces of answers: a model's API, with or without a persona, a consumer page, a search page, or an API of
 * search results.
 */
export const surfaces = [
  'model-api',
  'model-api-persona',
  'consumer-page',
  'search-page',
  'search-api',
] as const;
export type Surface = (typeof surfaces)[number];

/** Filter and group values; `none` if the provider states no surface. */
export const surfaceChoices = [...surfaces, 'none'] as const;
export type SurfaceChoice = (typeof surfaceChoices)[number];

const surfaceLabels: Readonly<Record<string, string>> = {
  'model-api': 'Model API',
  'model-api-persona': 'Model API with persona',
  'consumer-page': 'Consumer page',
  'search-page': 'Search page',
  'search-api': 'Search API',
  none: 'Not stated',
} satisfies Readonly<Record<SurfaceChoice, string>>;

/** A surface as a label; an unknown one is shown unchanged. */
export function surfaceLabel(surface: string): string {
  return surfaceLabels[surface] ?? surface;
}

/** The group an answer is in. */
export const surfaceKey = (surface: string | null): string => surface ?? 'none';

/** Number of answers of a surface behind some figures; null if the provider states none. */
export type SurfaceCount = { readonly surface: string | null; readonly answers: number };

/** The surface of each answer, counted, the most frequent first, those that state none last. */
export function countSurfaces(answers: Iterable<string | null>): readonly SurfaceCount[] {
  const counts = new Map<string | null, number>();
  for (const surface of answers) counts.set(surface, (counts.get(surface) ?? 0) + 1);
  return rankSurfaces(counts);
}

/** The same of what is counted already. */
export function rankSurfaces(counts: ReadonlyMap<string | null, number>): readonly SurfaceCount[] {
  return [...counts]
    .map(([surface, count]) => ({ surface, answers: count }))
    .sort((one, two) => lateOf(one) - lateOf(two) || two.answers - one.answers);
}

/** The note on figures that combine surfaces; null with a single one. */
export function pooledSurfaces(counts: readonly SurfaceCount[]): string | null {
  if (counts.length < 2) return null;
  const parts = counts.map((each) => `${nameOf(each)} (${each.answers.toLocaleString('en')})`);
  return `Figures pool answers from different surfaces: ${parts.join(', ')}`;
}

const lateOf = ({ surface }: SurfaceCount): number => (surface === null ? 1 : 0);
/** In the middle of a sentence. */
const nameOf = ({ surface }: SurfaceCount): string =>
  surface === null ? 'not stated' : surfaceLabel(surface);
