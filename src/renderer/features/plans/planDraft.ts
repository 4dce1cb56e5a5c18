import { parseMarketInput } from '#shared/geo/marketInput.ts';
import { type Engine, engines, isEngine } from '#shared/interface/engines.ts';
import { type Market, marketKey } from '#shared/model/market.ts';
import { variablesIn } from '#shared/model/variables.ts';
import type { Wordings } from '#shared/model/wordingTexts.ts';
import { includeOptions, takesInclude } from '#shared/planning/includeOptions.ts';
import type { Plan, PlanInput } from '#shared/planning/plan.ts';
import { type QuestionList, questionsFromLines } from '#shared/planning/questionList.ts';

/** Draft of a plan. Values are kept as typed, so that incomplete input is not lost. */
export type PlanDraft = {
  readonly name: string;
  /** One question per line. */
  readonly questions: string;
  /** Tags by question, from a file. */
  readonly tags: Readonly<Record<string, readonly string[]>>;
  /** Wordings by question; only questions that have any. */
  readonly wordings: Readonly<Record<string, Wordings>>;
  /** Values by variable, separated by commas or vertical bars. */
  readonly variables: Readonly<Record<string, string>>;
  readonly engines: readonly Engine[];
  readonly include: readonly string[];
  readonly markets: readonly Market[];
  readonly samples: number;
  readonly excluded: ReadonlySet<string>;
};

export const emptyDraft: PlanDraft = {
  name: '',
  questions: '',
  tags: {},
  wordings: {},
  variables: {},
  engines: ['assistant-a'],
  include: ['markdown'],
  markets: [],
  samples: 1,
  excluded: new Set(),
};

/** A new plan with the questions, markets and engines of an address. */
export function draftFrom(params: Readonly<Record<string, string>>): PlanDraft {
  const { questions = '', markets = '', engines: named = '' } = params;
  const chosen = named.split(',').filter(isEngine);
  return {
    ...emptyDraft,
    questions,
    markets: parseMarketInput(markets).markets,
    ...(chosen.length === 0 ? {} : { engines: chosen }),
  };
}

/** Extra data that can be requested, in display order. */
export const includeChoices = [
  { name: 'markdown', label: 'Markdown' },
  { name: 'html', label: 'Page as HTML' },
  { name: 'searchQueries', label: 'Search queries' },
  { name: 'rawResponse', label: 'Raw response' },
  { name: 'shopping', label: 'Shopping' },
  { name: 'ads', label: 'Ads' },
  { name: 'aioverview', label: 'AI overview' },
  { name: 'expandProducts', label: 'Product offers' },
] as const;

export function choicesFor(chosen: readonly Engine[]): readonly (typeof includeChoices)[number][] {
  return includeChoices.filter(({ name }) => chosen.some((engine) => takesInclude(engine, name)));
}

let lastList: { readonly text: string; readonly list: QuestionList } | null = null;

/** The questions of a draft. Those of the latest text are kept: a hundred thousand are read by several parts. */
export function draftQuestions({ questions: text }: Pick<PlanDraft, 'questions'>): QuestionList {
  const list = lastList?.text === text ? lastList.list : questionsFromLines(text);
  lastList = { text, list };
  return list;
}

/** Names in braces in all questions, in order of first occurrence. */
export function variableNames(draft: Pick<PlanDraft, 'questions'>): readonly string[] {
  return variablesIn(draft.questions);
}

/** The plan of the draft; null if a required part is missing. */
export function planOf(draft: PlanDraft): PlanInput | null {
  const { questions } = draftQuestions(draft);
  if (questions.length === 0 || draft.engines.length === 0 || draft.markets.length === 0) return null;
  const named = new Set(variableNames(draft));
  const variables = Object.fromEntries(
    Object.entries(draft.variables)
      .filter(([name]) => named.has(name))
      .map(([name, text]) => [name, valuesOf(text)]),
  );
  return {
    questions: questions.map(({ text }) => ({
      text,
      tags: [...(of(draft.tags, text) ?? [])],
      ...worded(of(draft.wordings, text)),
    })),
    variables,
    engines: engines
      .filter((engine) => draft.engines.includes(engine))
      .map((engine) => ({ engine, options: includeOptions(engine, draft.include) })),
    markets: [...draft.markets],
    samples: draft.samples,
    excluded: [...draft.excluded],
  };
}

/** The value of a question, whose text may be any key. */
const of = <Value>(values: Readonly<Record<string, Value>>, text: string): Value | undefined =>
  Object.hasOwn(values, text) ? values[text] : undefined;

const worded = (wordings: Wordings | undefined): { wordings?: Record<string, string> } =>
  wordings === undefined || Object.keys(wordings).length === 0 ? {} : { wordings: { ...wordings } };

const wordingsOf = (
  questions: readonly { readonly text: string; readonly wordings?: Wordings }[],
): PlanDraft['wordings'] =>
  Object.fromEntries(questions.flatMap(({ text, wordings }) => (wordings ? [[text, wordings]] : [])));

/** The questions of a draft with their wordings. */
export const wordedQuestions = (draft: PlanDraft): readonly { text: string; wordings: Wordings }[] =>
  draftQuestions(draft).questions.map(({ text }) => ({
    text,
    wordings: of(draft.wordings, text) ?? {},
  }));

/** The draft with other questions. An edited line keeps its tags and wordings. */
export function withText(draft: PlanDraft, questions: string): PlanDraft {
  const [before, after] = [draft.questions, questions].map((text) =>
    text.split('\n').map((line) => line.trim()),
  );
  const moved = (before ?? []).flatMap((line, at): [string, string][] => {
    const now = after?.[at];
    return now === undefined || now === line || after?.includes(line) ? [] : [[line, now]];
  });
  const kept = before?.length === after?.length ? moved : [];
  const taken = <Value>(values: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> => ({
    ...values,
    ...Object.fromEntries(
      kept.flatMap(([line, now]) => {
        const value = of(values, line);
        return value === undefined ? [] : [[now, value] as const];
      }),
    ),
  });
  return { ...draft, questions, tags: taken(draft.tags), wordings: taken(draft.wordings) };
}

export function draftOf(name: string, plan: Plan): PlanDraft {
  return {
    name,
    questions: plan.questions.map(({ text }) => text).join('\n'),
    tags: Object.fromEntries(plan.questions.map(({ text, tags }) => [text, tags])),
    wordings: wordingsOf(plan.questions),
    variables: Object.fromEntries(
      Object.entries(plan.variables).map(([variable, values]) => [variable, values.join(' | ')]),
    ),
    engines: plan.engines.map(({ engine }) => engine),
    include: includeChoices
      .map(({ name: flag }) => flag)
      .filter((flag) => plan.engines.some(({ options }) => hasInclude(options, flag))),
    markets: plan.markets,
    samples: plan.samples,
    excluded: new Set(plan.excluded),
  };
}

/** Adds the questions of a file: a table by its header, other text line by line. Reports what was omitted. */
export function withFile(
  draft: PlanDraft,
  fileName: string,
  { questions, wordingProblems }: QuestionList,
): { readonly draft: PlanDraft; readonly problems: readonly string[] } {
  return {
    draft: withQuestions(draft, questions),
    problems: wordingProblems.map(({ line, reason }) => `Line ${line} of ${fileName}: ${reason}`),
  };
}

/** Adds questions with their tags. */
export function withQuestions(
  draft: PlanDraft,
  questions: readonly {
    readonly text: string;
    readonly tags: readonly string[];
    readonly wordings?: Wordings;
  }[],
): PlanDraft {
  const lines = questions.map((question) => question.text.replaceAll(/\s*\n\s*/g, ' '));
  return {
    ...draft,
    questions: [draft.questions.trimEnd(), ...lines].filter((line) => line !== '').join('\n'),
    tags: {
      ...draft.tags,
      ...Object.fromEntries(questions.map((question, index) => [lines[index] ?? '', question.tags])),
    },
    wordings: {
      ...draft.wordings,
      ...wordingsOf(questions.map(({ wordings }, index) => ({ text: lines[index] ?? '', wordings }))),
    },
  };
}

/** Adds the markets in the text, and returns the unknown words. */
export function withMarkets(
  draft: PlanDraft,
  text: string,
): { readonly draft: PlanDraft; readonly unknown: readonly string[] } {
  const { markets, unknown } = parseMarketInput(text);
  const known = new Map(draft.markets.map((market) => [marketKey(market), market]));
  for (const market of markets) known.set(marketKey(market), { ...market });
  return {
    draft: { ...draft, markets: [...known.values()] },
    unknown: unknown.map(({ text: word }) => word),
  };
}

function valuesOf(text: string): string[] {
  return text
    .split(text.includes('|') ? '|' : ',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

function hasInclude(options: Readonly<Record<string, unknown>>, name: string): boolean {
  const { include } = options;
  const value: unknown = typeof include === 'object' && include !== null ? Reflect.get(include, name) : false;
  return value !== undefined && value !== false && value !== null;
}
