import type { Engine } from '#shared/interface/engines.ts';

/** A switch of the request that a person can set for one question. */
export type EngineOption = {
  /** `include.markdown`, `legacy`: where it stands in the request. */
  readonly path: string;
  readonly label: string;
  readonly detail?: string;
  /** What the request carries when it is on; `true` unless it says more. */
  readonly value?: object;
};

const markdown: EngineOption = { path: 'include.markdown', label: 'Markdown', detail: 'headings and lists' };
const html: EngineOption = { path: 'include.html', label: 'Page as HTML' };
const raw: EngineOption = { path: 'include.rawResponse', label: 'Raw response' };

const optionsByEngine: Readonly<Record<Engine, readonly EngineOption[]>> = {
  'assistant-a': [
    markdown,
    html,
    { ...raw, detail: '+2 credits in total' },
    { path: 'include.searchQueries', label: 'Search queries', detail: '+2 credits in total' },
    { path: 'include.ads', label: 'Ads', detail: '+2 credits in total' },
    { path: 'include.shopping', label: 'Shopping', detail: '+2 credits in total' },
    { path: 'legacy', label: 'Legacy version' },
    { path: 'disableWebSearch', label: 'Without web search' },
  ],
  'assistant-b': [markdown, html, raw],
  'assistant-c': [markdown, html, raw],
  'assistant-d': [markdown, html, raw],
  'assistant-e': [markdown, html, raw],
  search: [
    html,
    { path: 'include.aioverview', label: 'AI overview', detail: '+2 credits', value: { markdown: true } },
    { path: 'include.paaAioverview', label: 'AI overviews of related questions', detail: 'slower' },
  ],
  'search/news': [html],
  'search-ai': [
    markdown,
    html,
    { path: 'include.expandProducts', label: 'Product offers', detail: 'up to +6 credits' },
  ],
};

/** The switches an engine understands, in the order they are shown. */
export function optionsOf(engine: Engine): readonly EngineOption[] {
  return optionsByEngine[engine];
}

/** Switches as the request carries them, without those the engine does not know. */
export function requestOptions(engine: Engine, chosen: ReadonlySet<string>): Record<string, unknown> {
  const known = optionsOf(engine).filter((option) => chosen.has(option.path));
  const include = known.filter((option) => option.path.startsWith('include.'));
  return {
    ...(include.length > 0
      ? {
          include: Object.fromEntries(
            include.map((option) => [option.path.slice('include.'.length), option.value ?? true]),
          ),
        }
      : {}),
    ...Object.fromEntries(
      known.filter((option) => !option.path.startsWith('include.')).map((option) => [option.path, true]),
    ),
  };
}

/** The switches that a stored request had on. */
export function chosenOptions(options: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const include = options.include;
  const included = typeof include === 'object' && include !== null ? Object.entries(include) : [];
  return new Set([
    ...included
      .filter(([, on]) => on === true || (typeof on === 'object' && on !== null))
      .map(([name]) => `include.${name}`),
    ...Object.entries(options)
      .filter(([, on]) => on === true)
      .map(([name]) => name),
  ]);
}
