import type { EngineRequest } from '#shared/interface/requests/parseRequest.ts';
import { type SearchTarget, searchTarget } from '#shared/interface/requests/search.ts';
import { type Directives, readDirectives } from './directives.ts';

/** A job in the terms of the sandbox, whichever engine it is for. */
export type AskedCell = {
  /** Without directives. */
  readonly question: string;
  readonly directives: Directives;
  readonly country: string | undefined;
  readonly state: string | undefined;
  readonly language: string | undefined;
  /** What narrows the market further (city, geo target, period, filter); "" when nothing does. */
  readonly narrowing: string;
  /** False only where the request forbids a search. */
  readonly searched: boolean;
  readonly html: boolean;
  /** Pages of results, 1 for engines that answer in sentences. */
  readonly pages: number;
  /** Of the engine `search` only. */
  readonly target?: SearchTarget;
};

/** Reads a checked request. */
export function askedCell(job: EngineRequest): AskedCell {
  switch (job.engine) {
    case 'search': {
      const target = searchTarget(job.request);
      return {
        ...readQuestion(target.query),
        country: target.country,
        state: undefined,
        language: target.hl,
        narrowing: narrowingOf(target.location, target.uule, target.tbs, target.safe),
        searched: true,
        html: job.request.include.html,
        pages: target.pages,
        target,
      };
    }
    case 'search/news': {
      const { query, country, hl, include, pages } = job.request;
      return {
        ...readQuestion(query),
        country,
        state: undefined,
        language: hl,
        narrowing: '',
        searched: true,
        html: include.html,
        pages,
      };
    }
    case 'search-ai': {
      const { prompt, country, hl, include, location, uule } = job.request;
      return {
        ...readQuestion(prompt),
        country,
        state: undefined,
        language: hl,
        narrowing: narrowingOf(location, uule),
        searched: true,
        html: include.html,
        pages: 1,
      };
    }
    default: {
      const { prompt, country, state, include } = job.request;
      return {
        ...readQuestion(prompt),
        country,
        state,
        language: undefined,
        narrowing: '',
        searched: job.engine !== 'assistant-a' || !job.request.disableWebSearch,
        html: include.html,
        pages: 1,
      };
    }
  }
}

function narrowingOf(...values: readonly (string | undefined)[]): string {
  return values.some((value) => value !== undefined) ? JSON.stringify(values) : '';
}

function readQuestion(text: string): { readonly question: string; readonly directives: Directives } {
  const read = readDirectives(text);
  return read.question === '' ? { question: '…', directives: read.directives } : read;
}
