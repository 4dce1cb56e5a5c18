import type { Engine } from '#shared/interface/engines.ts';
import { asObject } from '#shared/json.ts';
import { answerStops, type Provenance } from '#shared/model/observation.ts';
import { identifyLanguage } from '#shared/text/words/language.ts';
import { answerChars, overviewShown } from './answerKind.ts';
import { deriveMarkdown, deriveSearchQueries, deriveText } from './answerText.ts';
import { type DerivedSource, deriveSources, text } from './sourceLists.ts';

/**
 * Increment when a rule in this folder changes its results: rows of an older version can then be recomputed.
 */
export const ruleVersion = 9;

export type DerivedObservation = Provenance & {
  readonly text: string;
  readonly markdown: string | null;
  /** BCP 47 primary tag of the answer's language; null if the text is too short. */
  readonly language: string | null;
  readonly sources: readonly DerivedSource[];
  readonly searchQueries: readonly string[];
  /** URLs of the HTML pages of the result. */
  readonly pageUrls: readonly string[];
  readonly servedShape: string | null;
  readonly driver: string | null;
  readonly model: string | null;
  readonly countryHonoured: string | null;
  /** Characters of the answer without a list of search results. */
  readonly answerChars: number;
  /** See `overviewShown`. */
  readonly overview: 0 | 1 | null;
};

/** What is shown of a payload and has no column: the rest is read from its row. */
export function deriveShown(engine: Engine, result: Readonly<Record<string, unknown>>) {
  return {
    text: deriveText(engine, result),
    sources: deriveSources(engine, result),
    searchQueries: deriveSearchQueries(result),
    persona: text(asObject(result.provenance)?.persona),
  };
}

/**
 * Everything derived from a payload, which can be recomputed. Unknown fields are ignored.
 * @param request body as sent
 */
export function deriveObservation(
  engine: Engine,
  result: Readonly<Record<string, unknown>>,
  request = '',
): DerivedObservation {
  const provenance = asObject(result.provenance);
  const model = text(result.model);
  const shown = deriveShown(engine, result);
  return {
    ...deriveProvenance(provenance),
    ...shown,
    markdown: deriveMarkdown(engine, result),
    language: languageOf(shown.text),
    pageUrls: derivePageUrls(result),
    servedShape: text(provenance?.servedShape) ?? inferredShape(engine, model),
    driver: text(provenance?.driver),
    model: text(provenance?.model) ?? model,
    countryHonoured: text(asObject(provenance?.country)?.honoured),
    answerChars: answerChars(engine, result, shown.text),
    overview: overviewShown(engine, result, request),
  };
}

export type DerivedColumns = ReturnType<typeof derivedColumns>;

/** Derived values with columns of their own. */
export function derivedColumns(derived: DerivedObservation) {
  const {
    text: shown,
    markdown: _,
    sources,
    searchQueries: __,
    pageUrls: ___,
    persona: ____,
    ...columns
  } = derived;
  return { ...columns, textChars: shown.length, sourceCount: sources.length, ruleVersion };
}

/** A cost without a currency is ignored, because sums need both. */
function deriveProvenance(provenance: Readonly<Record<string, unknown>> | null): Omit<Provenance, 'persona'> {
  const stop = asObject(provenance?.stop);
  const cost = asObject(provenance?.cost);
  const currency = text(cost?.currency);
  const amount =
    typeof cost?.amount === 'number' && cost.amount >= 0 && currency !== null ? cost.amount : null;
  const kind = text(stop?.kind);
  return {
    surface: text(provenance?.surface),
    stop: answerStops.find((each) => each === kind) ?? null,
    stopReason: text(stop?.reason),
    cost: amount,
    costCurrency: amount === null ? null : currency,
    costSource: amount === null ? null : cost?.source === 'stated' ? 'stated' : 'computed',
    providerRequestId: text(provenance?.requestId),
  };
}

function languageOf(answer: string): string | null {
  const { code } = identifyLanguage(answer);
  return code === 'und' ? null : code;
}

/** `html` is one URL for assistants and search-ai, and a list (one per page) for search and news. */
export function derivePageUrls(result: Readonly<Record<string, unknown>>): readonly string[] {
  const html = result.html;
  const urls = Array.isArray(html) ? html : [html];
  return urls.filter((url): url is string => typeof url === 'string' && /^https?:\/\//i.test(url));
}

/** For services that do not report it: assistant-a sets `model` only in the older interface. */
function inferredShape(engine: Engine, model: string | null): string | null {
  if (engine !== 'assistant-a') return null;
  return model === null ? 'default' : 'legacy';
}
