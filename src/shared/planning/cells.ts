import { type Engine, questionField } from '../interface/engines.ts';
import { type Market, marketKey } from '../model/market.ts';
import { fillText, fillVariables } from '../model/variables.ts';
import { type Wordings, wordingFor } from '../model/wordingTexts.ts';
import type { Plan } from './plan.ts';

/** One question as asked, with its variables filled in. */
export type AskedQuestion = {
  readonly text: string;
  readonly tags: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  /** For markets with other wordings. */
  readonly wordings?: Wordings;
};

/** Cells that differ only in their sample; the unit that is shown, priced and excluded. */
export type CellGroup = {
  readonly key: string;
  readonly question: AskedQuestion;
  readonly engine: Engine;
  readonly options: Readonly<Record<string, unknown>>;
  readonly market: Market;
};

export type AskedQuestions =
  | { readonly ok: true; readonly questions: readonly AskedQuestion[] }
  | { readonly ok: false; readonly missing: readonly { readonly question: number; readonly name: string }[] };

/** The plan's questions with variables filled in; the same text is asked once however often it came out. */
export function askedQuestions(plan: Pick<Plan, 'questions' | 'variables'>): AskedQuestions {
  const missing: { question: number; name: string }[] = [];
  const byText = new Map<string, AskedQuestion>();
  plan.questions.forEach((question, index) => {
    const filled = fillVariables(question.text, plan.variables);
    if (!filled.ok) {
      missing.push(...filled.missing.map((name) => ({ question: index, name })));
      return;
    }
    for (const { text, values } of filled.questions) {
      const trimmed = text.trim();
      if (!byText.has(trimmed))
        byText.set(trimmed, {
          text: trimmed,
          tags: question.tags,
          values,
          ...(question.wordings === undefined ? {} : { wordings: filledWordings(question.wordings, values) }),
        });
    }
  });
  return missing.length > 0 ? { ok: false, missing } : { ok: true, questions: [...byText.values()] };
}

function filledWordings(wordings: Wordings, values: AskedQuestion['values']): Wordings {
  return Object.fromEntries(Object.entries(wordings).map(([key, text]) => [key, fillText(text, values)]));
}

/** Identity of a cell group in a plan; `createCellFinder` maps it back to its three parts. */
export function cellKey(question: string, engine: Engine, market: Market | string): string {
  return `${engine}\t${typeof market === 'string' ? market : marketKey(market)}\t${question}`;
}

/** A plan's axes as used in the keys of its cells; each value once. */
export type CellAxes = {
  readonly questions: readonly string[];
  readonly engines: readonly Engine[];
  /** As `marketKey` writes them. */
  readonly markets: readonly string[];
};

/** Position of a cell group on its plan's axes. */
export type CellPlace = { readonly question: number; readonly engine: number; readonly market: number };

export function axesOf(
  plan: Pick<Plan, 'engines' | 'markets'>,
  questions: readonly AskedQuestion[],
): CellAxes {
  return {
    questions: questions.map(({ text }) => text),
    engines: plan.engines.map(({ engine }) => engine),
    markets: plan.markets.map(marketKey),
  };
}

/** Finds the cell group of a key, or null if the plan does not have it. */
export function createCellFinder(axes: CellAxes): (key: string) => CellPlace | null {
  const places = (values: readonly string[]) => new Map(values.map((value, index) => [value, index]));
  const questions = places(axes.questions);
  const engines = places(axes.engines);
  const markets = places(axes.markets);
  return (key) => {
    const afterEngine = key.indexOf('\t');
    const engine = engines.get(key.slice(0, afterEngine));
    if (engine === undefined) return null;
    // A place may be written with a tab, and so may a question: what both know decides where the one ends.
    for (let at = key.indexOf('\t', afterEngine + 1); at >= 0; at = key.indexOf('\t', at + 1)) {
      const market = markets.get(key.slice(afterEngine + 1, at));
      const question = questions.get(key.slice(at + 1));
      if (market !== undefined && question !== undefined) return { question, engine, market };
    }
    return null;
  };
}

/** The excluded cell groups of a plan, each once; unknown keys are skipped. */
export function switchedOff(plan: Plan, questions: readonly AskedQuestion[]): readonly CellPlace[] {
  if (plan.excluded.length === 0) return [];
  const find = createCellFinder(axesOf(plan, questions));
  return [...new Set(plan.excluded)].flatMap((key) => find(key) ?? []);
}

/** Number of cells of a plan, including every sample; computed without iterating over them. */
export function countCells(plan: Plan, questions: readonly AskedQuestion[]): number {
  const groups = questions.length * plan.engines.length * plan.markets.length;
  return (groups - switchedOff(plan, questions).length) * plan.samples;
}

/**
 * Every cell group in the order of execution: question by question, engine by engine, market by market, so that
 * one question's markets are asked close together in time. Lazy, because a plan may have 80,000 of them.
 */
export function* cellGroups(plan: Plan, questions: readonly AskedQuestion[]): Generator<CellGroup> {
  const excluded = new Set(plan.excluded);
  for (const question of questions) {
    for (const { engine, options } of plan.engines) {
      for (const market of plan.markets) {
        const key = cellKey(question.text, engine, market);
        if (!excluded.has(key)) yield { key, question, engine, options, market };
      }
    }
  }
}

/** The request body of a cell; the engine's validation reports market fields it does not support. */
export function cellRequest(
  group: Pick<CellGroup, 'question' | 'engine' | 'options' | 'market'>,
): Record<string, unknown> {
  const { country, state, language, location, device } = group.market;
  return {
    ...group.options,
    [questionField(group.engine)]: wordingFor(group.question, group.market) ?? group.question.text,
    ...(country === null ? {} : { country }),
    ...(state === undefined ? {} : { state }),
    ...(language === undefined ? {} : { hl: language }),
    ...(location === undefined ? {} : { location }),
    ...(device === undefined ? {} : { device }),
  };
}
