export const results = {
  'RES-1': {
    text: 'assistant-a: the result has the documented members and no others',
    source: 'gap-fill 9.1',
  },
  'RES-2': {
    text: 'assistant-b: the result has the documented members and no others',
    source: 'gap-fill 9.2',
  },
  'RES-3': {
    text: 'assistant-c: the result has the documented members and no others',
    source: 'gap-fill 9.3',
  },
  'RES-4': {
    text: 'assistant-d: the result has the documented members and no others',
    source: 'gap-fill 9.4',
  },
  'RES-5': {
    text: 'assistant-e: the result has the documented members and no others',
    source: 'gap-fill 9.5',
  },
  'RES-6': { text: 'search: the result has the documented members and no others', source: 'gap-fill 9.6' },
  'RES-7': {
    text: 'search/news: the result has the documented members and no others',
    source: 'gap-fill 9.7',
  },
  'RES-8': { text: 'search-ai: the result has the documented members and no others', source: 'gap-fill 9.8' },
  'RES-9': {
    text: 'optional blocks are absent when there is nothing in them, not null and not empty',
    source: 'gap-fill 9, general presence rules',
  },
  'RES-10': {
    text: 'a refusal of the engine is an answer without sources, and is billed',
    source: 'gap-fill 4.8',
  },
  'RES-11': {
    text: 'hl overrides the language derived from the country',
    source: 'interface: POST /v1/monitor/search',
  },
} as const;
