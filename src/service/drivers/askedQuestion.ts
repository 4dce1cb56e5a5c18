import type { Engine } from '#shared/interface/engines.ts';
import type { MonitorRequests } from '#shared/interface/requests/parseRequest.ts';
import { type MarketPlace, placeOf, withTarget } from './countryHints.ts';
import type { DriverJob } from './driver.ts';

/** The engines that answer a question in sentences. */
export const answerEngines = [
  'assistant-a',
  'assistant-b',
  'assistant-c',
  'assistant-d',
  'assistant-e',
  'search-ai',
] as const satisfies readonly Engine[];
export type AnswerEngine = (typeof answerEngines)[number];

export function isAnswerEngine(engine: Engine): engine is AnswerEngine {
  return (answerEngines as readonly Engine[]).includes(engine);
}

/** A job of an answering engine in the terms the drivers need. */
export type AskedQuestion = {
  readonly engine: AnswerEngine;
  readonly prompt: string;
  readonly place: MarketPlace;
  /** False only where the request forbids it (`disableWebSearch`). */
  readonly maySearch: boolean;
  /** True where the interface promises a forced search: assistant-a without `disableWebSearch`. */
  readonly mustSearch: boolean;
  readonly include: {
    readonly html: boolean;
    readonly markdown: boolean;
    readonly rawResponse: boolean;
    readonly searchQueries: boolean;
  };
};

/** Reads a checked request; the service has validated it against the engine's schema. */
export function askedQuestion(job: DriverJob, engine: AnswerEngine): AskedQuestion {
  if (engine === 'assistant-a') {
    const { prompt, country, state, include, disableWebSearch } =
      job.request as unknown as MonitorRequests['assistant-a'];
    return {
      engine,
      prompt,
      place: placeOf({ country, state }),
      maySearch: !disableWebSearch,
      mustSearch: !disableWebSearch,
      include: {
        html: include.html,
        markdown: include.markdown,
        rawResponse: include.rawResponse,
        searchQueries: include.searchQueries,
      },
    };
  }
  if (engine === 'search-ai') {
    const { prompt, country, hl, location, uule, include } =
      job.request as unknown as MonitorRequests['search-ai'];
    return {
      engine,
      prompt,
      place: withTarget(placeOf({ country, language: hl }), { location, uule }),
      maySearch: true,
      mustSearch: false,
      include: { html: include.html, markdown: include.markdown, rawResponse: false, searchQueries: true },
    };
  }
  const { prompt, country, state, include } = job.request as unknown as MonitorRequests['assistant-b'];
  return {
    engine,
    prompt,
    place: placeOf({ country, state }),
    maySearch: true,
    mustSearch: false,
    include: { ...include, searchQueries: true },
  };
}
