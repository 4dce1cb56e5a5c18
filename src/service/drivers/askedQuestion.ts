import type { Engine } from '#shared/interface/engines.ts';
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

type AnswerJob = Extract<DriverJob, { readonly engine: AnswerEngine }>;

export function isAnswerJob(job: DriverJob): job is AnswerJob {
  return job.engine !== 'search' && job.engine !== 'search/news';
}

/** A job of an answering engine in the terms of the drivers. */
export type AskedQuestion = {
  readonly engine: AnswerEngine;
  readonly prompt: string;
  readonly place: MarketPlace;
  readonly device: 'desktop' | 'mobile';
  /** False only where the request forbids it (`disableWebSearch`). */
  readonly maySearch: boolean;
  /** True if the interface promises a forced search: assistant-a without `disableWebSearch`. */
  readonly mustSearch: boolean;
  readonly include: {
    readonly html: boolean;
    readonly markdown: boolean;
    readonly rawResponse: boolean;
    readonly searchQueries: boolean;
    readonly ads: boolean;
    readonly shopping: boolean;
  };
};

/** Converts a validated request into the terms of the drivers. */
export function askedQuestion(job: AnswerJob): AskedQuestion {
  switch (job.engine) {
    case 'assistant-a': {
      const { prompt, country, state, include, disableWebSearch } = job.request;
      return {
        engine: job.engine,
        prompt,
        place: placeOf({ country, state }),
        device: 'desktop',
        maySearch: !disableWebSearch,
        mustSearch: !disableWebSearch,
        include: {
          html: include.html,
          markdown: include.markdown,
          rawResponse: include.rawResponse,
          searchQueries: include.searchQueries,
          ads: include.ads,
          shopping: include.shopping,
        },
      };
    }
    case 'search-ai': {
      const { prompt, country, hl, location, uule, device, include } = job.request;
      return {
        engine: job.engine,
        prompt,
        place: withTarget(placeOf({ country, language: hl }), { location, uule }),
        device,
        maySearch: true,
        mustSearch: false,
        include: {
          html: include.html,
          markdown: include.markdown,
          rawResponse: false,
          searchQueries: true,
          ads: true,
          shopping: true,
        },
      };
    }
    default: {
      const { prompt, country, state, include } = job.request;
      return {
        engine: job.engine,
        prompt,
        place: placeOf({ country, state }),
        device: 'desktop',
        maySearch: true,
        mustSearch: false,
        include: { ...include, searchQueries: true, ads: true, shopping: true },
      };
    }
  }
}
