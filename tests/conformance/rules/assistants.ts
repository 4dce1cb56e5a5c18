const tableA = 'interface: POST /v1/monitor/assistant-a';
const tableBC = 'interface: POST /v1/monitor/assistant-b and assistant-c';
const tableDE = 'interface: POST /v1/monitor/assistant-d and assistant-e';

export const assistantA = {
  'A-1': { text: 'prompt is required', source: tableA },
  'A-2': { text: 'country is required', source: tableA },
  'A-3': { text: 'state is a US state code and valid only with country US', source: tableA },
  'A-4': { text: 'every include flag is a boolean', source: tableA },
  'A-5': { text: 'include.html adds the URL of the full HTML of the response', source: tableA },
  'A-6': { text: 'include.markdown adds the Markdown version of the response', source: tableA },
  'A-7': { text: 'include.rawResponse adds the raw payload of the engine', source: tableA },
  'A-8': {
    text: 'include.searchQueries adds searchQueries and mapSearchQueries',
    source: `${tableA}; gap-fill 9.1`,
  },
  'A-9': {
    text: 'ads are included only with include.ads',
    source: `${tableA}; gap-fill 9.1`,
  },
  'A-10': {
    text: 'shoppingCards and inlineProducts with prices and offers are included only with include.shopping',
    source: `${tableA}; gap-fill 9.1`,
  },
  'A-11': {
    text: 'legacy is a boolean and defaults to false; the default version has a null model',
    source: `${tableA}; interface: Monitor result; gap-fill 9.1`,
  },
  'A-12': {
    text: 'where legacy is served, it fills model, searchQueries and mapSearchQueries, requested or not',
    source: `${tableA}; interface: Monitor result`,
  },
  'A-13': {
    text: 'disableWebSearch is a boolean and defaults to false: web search is required and sources are cited',
    source: tableA,
  },
  'A-14': {
    text: 'disableWebSearch true leaves sources and searchQueries empty and has no citation pills',
    source: `${tableA}; interface: Monitor result`,
  },
  'A-15': {
    text: 'text, sources, entities and map are always present',
    source: 'gap-fill 9.1',
  },
  'A-16': {
    text: 'a source has position, url, label and footnote; positions count from 1',
    source: 'gap-fill 9.0',
  },
  'A-17': {
    text: 'a citation pill refers to its source by position, names its domain without www, and counts from 0',
    source: 'gap-fill 9.0',
  },
  'A-18': {
    text: 'product positions run from 1 across all shopping cards',
    source: 'gap-fill 9.1',
  },
} as const;

type AssistantRule = { readonly text: string; readonly source: string };
type Numbered<P extends string> = `${P}-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;

/** The rules four assistants share, under the letter of each. */
const shared = <P extends string>(
  letter: P,
  source: string,
): Readonly<Record<Numbered<P>, AssistantRule>> => {
  const texts = [
    'prompt is required',
    'country is required',
    'state is a US state code and valid only with country US',
    'include flags are booleans: markdown, html and rawResponse',
    'include.markdown adds the Markdown version',
    'include.html adds the URL of the HTML of the response',
    'include.rawResponse adds the raw response events, at no extra cost',
    'sources count from 1, and pills refer to them by position, name their domain and count from 1',
  ];
  const entries = texts.map((text, at) => {
    const name = `assistant-${letter.toLowerCase()}`;
    return [`${letter}-${at + 1}`, { text: `${name}: ${text}`, source }];
  });
  return Object.fromEntries(entries) as Record<Numbered<P>, AssistantRule>;
};

export const assistantsBToE = {
  ...shared('B', tableBC),
  ...shared('C', tableBC),
  'C-9': {
    text: 'assistant-c: searchQueries and model are always included, and it has no pills',
    source: 'gap-fill 9.3',
  },
  'C-10': {
    text: 'assistant-c: references to social posts are sources with creator and preview',
    source: 'interface: Engines and availability; gap-fill 9.3',
  },
  ...shared('D', tableDE),
  'D-9': {
    text: 'assistant-d: searchQueries is included whenever there is one, at no cost',
    source: 'gap-fill 9.4',
  },
  ...shared('E', tableDE),
  'E-9': {
    text: 'assistant-e: extra blocks keep their mixed casing (related_queries, search_model_queries, shopping_cards)',
    source: 'gap-fill 9.5',
  },
};
