import { type Engine, questionField } from '../interface/engines.ts';
import { type Market, marketKey } from '../model/market.ts';
import type { Plan } from './plan.ts';
import { fillText, fillVariables } from './variables.ts';
import { type Wordings, wordingFor } from './wordings.ts';

/** One question as it will be asked, after its variables are filled in. */
export type AskedQuestion = {
  readonly text: string;
  readonly tags: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  /** For the markets that are asked in other words. */
  readonly wordings?: Wordings | undefined;
};

/** Cells that differ in their sample only; the unit that is shown, priced and switched off. */
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

/** Identity of a cell group inside a plan; the places of its three parts are found again with `createCellFinder`. */
export function cellKey(question: string, engine: Engine, market: Market | string): string {
  return `${engine}\t${typeof market === 'string' ? market : marketKey(market)}\t${question}`;
}

/** A plan's axes as they stand in the keys of its cells; each value once. */
export type CellAxes = {
  readonly questions: readonly string[];
  readonly engines: readonly Engine[];
  /** As `marketKey` writes them. */
  readonly markets: readonly string[];
};

/** Where a cell group lies on its plan's axes. */
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

/** Finds the cell group that a key names, or null for one that the plan does not have. */
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

/** The cell groups of a plan that are switched off, each once; keys that name none of its cells are passed over. */
export function switchedOff(plan: Plan, questions: readonly AskedQuestion[]): readonly CellPlace[] {
  if (plan.excluded.length === 0) return [];
  const find = createCellFinder(axesOf(plan, questions));
  return [...new Set(plan.excluded)].flatMap((key) => find(key) ?? []);
}

/** How many cells a plan asks, every sample counted; worked out without walking through them. */
export function countCells(plan: Plan, questions: readonly AskedQuestion[]): number {
  const groups = questions.length * plan.engines.length * plan.markets.length;
  return (groups - switchedOff(plan, questions).length) * plan.samples;
}

/**
 * Every cell group in the order of execution: question by question, engine by engine, market by market, so that
 * one question's markets are asked close together in time. Lazy, because a plan may hold 80,000 of them.
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

/** The body that is sent for a cell; market fields an engine does not know are left to its validation to name. */
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
