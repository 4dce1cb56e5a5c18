/** What answers are read from: a model over its API, the page people see, or an API of search results. */
export const surfaces = ['model-api', 'consumer-page', 'search-page', 'search-api'] as const;
export type Surface = (typeof surfaces)[number];

const surfaceLabels: Readonly<Record<string, string>> = {
  'model-api': 'Model API',
  'consumer-page': 'Consumer page',
  'search-page': 'Search page',
  'search-api': 'Search API',
} satisfies Readonly<Record<Surface, string>>;

/** A surface as a label; one that is not known stands as it came. */
export function surfaceLabel(surface: string): string {
  return surfaceLabels[surface] ?? surface;
}
