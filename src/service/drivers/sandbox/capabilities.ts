import type { Engine } from '#shared/interface/engines.ts';
import type { EngineCapabilities } from '../driver.ts';

const answers = ['text', 'sources', 'markdown', 'html'] as const;
const notes = ['Generated answers on reserved example domains: for testing only.'] as const;

function record(state: 'parameter' | 'none', ...fields: readonly string[]): EngineCapabilities {
  return { fields, country: 'parameter', state, language: 'parameter', notes };
}

/** Result members the sandbox fills, engine by engine: all that the interface knows. */
export const sandboxCapabilities: Readonly<Record<Engine, EngineCapabilities>> = {
  'assistant-a': record(
    'parameter',
    ...answers,
    'citationPills',
    'entities',
    'map',
    'model',
    'rawResponse',
    'searchQueries',
    'mapSearchQueries',
    'shoppingCards',
    'inlineProducts',
    'ads',
  ),
  'assistant-b': record('parameter', ...answers, 'citationPills', 'rawResponse', 'places', 'shoppingCards'),
  'assistant-c': record('parameter', ...answers, 'rawResponse', 'searchQueries', 'model'),
  'assistant-d': record(
    'parameter',
    ...answers,
    'citationPills',
    'rawResponse',
    'searchQueries',
    'shoppingCards',
    'map',
  ),
  'assistant-e': record(
    'parameter',
    ...answers,
    'citationPills',
    'rawResponse',
    'related_queries',
    'search_model_queries',
    'videos',
    'images',
    'hotels',
    'places',
    'shopping_cards',
  ),
  search: record(
    'none',
    'organicResults',
    'peopleAlsoAsk',
    'relatedSearches',
    'ads',
    'aioverview',
    'peopleAreSaying',
    'localResults',
    'localResultsMoreLink',
    'shoppingCards',
    'productResults',
    'knowledgeGraph',
    'redirectLink',
    'html',
  ),
  'search/news': record('none', 'newsResults', 'redirectLink', 'html'),
  'search-ai': record(
    'none',
    ...answers,
    'citationPills',
    'places',
    'map',
    'shoppingCards',
    'inlineProducts',
    'ads',
    'videos',
    'productResults',
    'redirectLink',
  ),
};
