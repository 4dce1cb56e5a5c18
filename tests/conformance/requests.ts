import type { Engine } from './shapes/monitor.ts';

export const engines = [
  'assistant-a',
  'assistant-b',
  'assistant-c',
  'assistant-d',
  'assistant-e',
  'search',
  'search/news',
  'search-ai',
] as const satisfies readonly Engine[];

export const taskTypeOf: Readonly<Record<Engine, string>> = {
  'assistant-a': 'ASSISTANT_A',
  'assistant-b': 'ASSISTANT_B',
  'assistant-c': 'ASSISTANT_C',
  'assistant-d': 'ASSISTANT_D',
  'assistant-e': 'ASSISTANT_E',
  search: 'SEARCH',
  'search/news': 'SEARCH_NEWS',
  'search-ai': 'SEARCH_AI',
};

/** Credits of a plain call. */
export const baseCost: Readonly<Record<Engine, number>> = {
  'assistant-a': 5,
  'assistant-b': 4,
  'assistant-c': 4,
  'assistant-d': 5,
  'assistant-e': 4,
  search: 3,
  'search/news': 3,
  'search-ai': 4,
};

export const monitor = (engine: Engine): string => `/v1/monitor/${engine}`;

/** The member that carries the question. */
export const questionOf = (engine: Engine): 'prompt' | 'query' =>
  engine === 'search' || engine === 'search/news' ? 'query' : 'prompt';

/**
 * A question with the sandbox's orders behind it: what to do, or how long to take (milliseconds). Answers
 * come at once and short unless told otherwise.
 */
export function ask(orders = '', question = 'Which bike locks do people trust most?'): string {
  const latency = /(^| )latency=/.test(orders) ? '' : 'latency=0 ';
  return `${question} [[sandbox ${latency}${orders}${orders === '' ? '' : ' '}words=50]]`;
}

type Fields = Readonly<Record<string, unknown>>;

/** A body this engine accepts, with fields added or replaced; a field given as undefined is left out. */
export function bodyFor(engine: Engine, fields: Fields = {}, orders = ''): Record<string, unknown> {
  const needsCountry = engine.startsWith('assistant-') || engine === 'search';
  return {
    [questionOf(engine)]: ask(orders),
    ...(needsCountry ? { country: 'US' } : {}),
    ...fields,
  };
}

/** A task this service accepts, with fields added or replaced. */
export function taskFor(engine: Engine, fields: Fields = {}, orders = ''): Record<string, unknown> {
  return { taskType: taskTypeOf[engine], payload: bodyFor(engine, {}, orders), ...fields };
}
