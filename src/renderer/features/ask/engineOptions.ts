import type { Engine } from '#shared/interface/engines.ts';

/** An optional part of a request that the user can switch on. */
export type EngineOption = {
  /** Path in the request, such as `include.markdown` or `legacy`. */
  readonly path: string;
  readonly label: string;
  readonly detail?: string;
  /** Value in the request when it is on; `true` by default. */
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

/** Options that an engine supports, in display order. */
export function optionsOf(engine: Engine): readonly EngineOption[] {
  return optionsByEngine[engine];
}

/** The selected options in the form of the request, without those that the engine does not support. */
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

/** The options that are on in a stored request. */
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
