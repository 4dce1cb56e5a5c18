import type { RequestContext, TrendFacts, TrendPlace, TrendValues } from '#shared/model/trendLines.ts';

export const dayMs = 86_400_000;
/** 2026-06-01, a Monday. */
export const firstDay = Date.UTC(2026, 5, 1);

/** One answer as a test writes it: day, question, country, and what it adds to the metric. */
export type MadeAnswer = {
  readonly day: number;
  readonly question?: number;
  readonly country?: string;
  readonly over: number;
  readonly under?: number;
  readonly driver?: string | null;
  readonly surface?: string | null;
  readonly shape?: string | null;
  readonly run?: number;
  /** 0 for the question itself. */
  readonly wording?: number;
};

/** Facts and values of a few answers, in the order they are given. */
export function trendFacts(
  answers: readonly MadeAnswer[],
  rules = 1,
): { readonly facts: TrendFacts; readonly values: TrendValues; readonly all: Int32Array } {
  const places: TrendPlace[] = [];
  const contexts: RequestContext[] = [];
  const placeOf = (question: number, country: string, wording: number): number => {
    const same = places.filter((each) => each.question === question && each.country === country);
    const known = same.find((each) => each.wording === wording);
    if (known !== undefined) return places.indexOf(known);
    const cell = same[0]?.cell ?? places.length;
    places.push({ question, engine: 'assistant-a', country, market: country, cell, wording });
    return places.length - 1;
  };
  const circumstanceOf = (driver: string | null, surface: string | null, shape: string | null): number => {
    const known = contexts.findIndex(
      (each) => each.driver === driver && each.surface === surface && each.shape === shape,
    );
    if (known !== -1) return known;
    contexts.push({ driver, surface, shape });
    return contexts.length - 1;
  };
  const facts = {
    size: answers.length,
    at: Float64Array.from(answers, ({ day }) => firstDay + day * dayMs),
    run: Int32Array.from(answers, ({ run = 1 }) => run),
    place: Int32Array.from(answers, ({ question = 1, country = 'DE', wording = 0 }) =>
      placeOf(question, country, wording),
    ),
    context: Int32Array.from(answers, ({ driver = 'sandbox', surface = null, shape = 'default' }) =>
      circumstanceOf(driver, surface, shape),
    ),
    places,
    contexts,
  };
  return {
    facts,
    values: {
      numerator: Float64Array.from(answers, ({ over }) => over),
      denominator: Float64Array.from(answers, ({ under = 1 }) => under),
      rules,
    },
    all: Int32Array.from(answers, (_, index) => index),
  };
}
