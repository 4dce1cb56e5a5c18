/** The eight engines of the interface, named by their path segment after `/v1/monitor/`. */
export const engines = [
  'assistant-a',
  'assistant-b',
  'assistant-c',
  'assistant-d',
  'assistant-e',
  'search',
  'search/news',
  'search-ai',
] as const;
export type Engine = (typeof engines)[number];

/** Values of `taskType` as the service writes them; in requests the path segments are accepted too. */
export const taskTypes = [
  'ASSISTANT_A',
  'ASSISTANT_B',
  'ASSISTANT_C',
  'ASSISTANT_D',
  'ASSISTANT_E',
  'SEARCH',
  'SEARCH_NEWS',
  'SEARCH_AI',
] as const;
export type TaskType = (typeof taskTypes)[number];

const taskTypeByEngine: Readonly<Record<Engine, TaskType>> = {
  'assistant-a': 'ASSISTANT_A',
  'assistant-b': 'ASSISTANT_B',
  'assistant-c': 'ASSISTANT_C',
  'assistant-d': 'ASSISTANT_D',
  'assistant-e': 'ASSISTANT_E',
  search: 'SEARCH',
  'search/news': 'SEARCH_NEWS',
  'search-ai': 'SEARCH_AI',
};

const engineByTaskType: ReadonlyMap<string, Engine> = new Map([
  ...engines.map((engine) => [taskTypeByEngine[engine], engine] as const),
  ...engines.map((engine) => [engine, engine] as const),
]);

export function taskTypeOf(engine: Engine): TaskType {
  return taskTypeByEngine[engine];
}

/** The engine a `taskType` selects: upper-snake or path segment; undefined for anything else. */
export function engineOfTaskType(taskType: string): Engine | undefined {
  return engineByTaskType.get(taskType);
}

export function isEngine(value: string): value is Engine {
  return (engines as readonly string[]).includes(value);
}

/** The field that carries the question in this engine's request body. */
export function questionField(engine: Engine): 'prompt' | 'query' {
  return engine === 'search' || engine === 'search/news' ? 'query' : 'prompt';
}

export function monitorPath(engine: Engine): `/v1/monitor/${Engine}` {
  return `/v1/monitor/${engine}`;
}

export const redirectPath = '/v1/monitor/search/goto';

/** Values of the `model` filter of `GET /v1/countries`. */
export const countryModels = [
  'assistant-a',
  'assistant-b',
  'assistant-c',
  'assistant-d',
  'assistant-e',
  'search',
  'search/news',
  'search-ai',
  'ai-overview',
] as const;
export type CountryModel = (typeof countryModels)[number];
