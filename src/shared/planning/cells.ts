import { type Market, marketKey } from '../bridge/market.ts';
import { type Engine, questionField } from '../interface/engines.ts';
import type { Plan } from './plan.ts';
import { fillVariables } from './variables.ts';

/** One question as it will be asked, after its variables are filled in. */
export type AskedQuestion = {
  readonly text: string;
  readonly tags: readonly string[];
  readonly values: Readonly<Record<string, string>>;
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
      if (!byText.has(trimmed)) byText.set(trimmed, { text: trimmed, tags: question.tags, values });
    }
  });
  return missing.length > 0 ? { ok: false, missing } : { ok: true, questions: [...byText.values()] };
}

/** Identity of a cell group inside a plan; a tab cannot stand in a trimmed question's edges nor in a market key. */
export function cellKey(question: string, engine: Engine, market: Market): string {
  return `${engine}\t${marketKey(market)}\t${question}`;
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
    [questionField(group.engine)]: group.question.text,
    ...(country === null ? {} : { country }),
    ...(state === undefined ? {} : { state }),
    ...(language === undefined ? {} : { hl: language }),
    ...(location === undefined ? {} : { location }),
    ...(device === undefined ? {} : { device }),
  };
}
