import { parseMarketInput } from '#shared/geo/marketInput.ts';
import { isUsState } from '#shared/geo/states.ts';
import { engineNamed } from '#shared/interface/deployments.ts';
import { type Engine, engines } from '#shared/interface/engines.ts';
import { type Market, marketKey } from '#shared/model/market.ts';
import { variablesIn } from '#shared/model/variables.ts';
import type { Wordings } from '#shared/model/wordingTexts.ts';
import { askedQuestions, cellKey } from '#shared/planning/cells.ts';
import { includeOptions, takesInclude } from '#shared/planning/includeOptions.ts';
import type { Plan, PlannedQuestion } from '#shared/planning/plan.ts';
import { type QuestionList, questionKey } from '#shared/planning/questionList.ts';
import { countryList, paged, pagesNeeded, pagesOption } from './asking.ts';
import { UsageError } from './exitCodes.ts';

export type PlanFlags = {
  readonly question: readonly string[];
  readonly engines: string;
  readonly countries?: string;
  readonly states?: string;
  readonly language?: string;
  readonly location?: string;
  readonly device?: string;
  readonly repeats: number;
  readonly include?: string;
  readonly legacy?: boolean;
  readonly pages?: number;
  readonly var: readonly string[];
  readonly exclude: readonly string[];
};

export type QuestionFile = { readonly name: string; readonly list: QuestionList };

/** Parses the flags of `plan create`. Throws `UsageError` with one sentence that names the flag and the fix. */
export function readPlan(flags: PlanFlags, file: QuestionFile | null, wordings: Wordings = {}): Plan {
  const chosen = readEngines(flags.engines);
  const include = names(flags.include);
  for (const name of include) {
    if (!chosen.some((engine) => takesInclude(engine, name)))
      throw new UsageError(`None of ${chosen.join(', ')} supports "${name}" in --include.`);
  }
  if (flags.legacy === true && !chosen.includes('assistant-a'))
    throw new UsageError(
      '--legacy needs assistant-a among the --engines: only its answers have a legacy version.',
    );
  if (flags.pages !== undefined && !chosen.some((engine) => paged.has(engine)))
    throw new UsageError(pagesNeeded('--engines'));
  const variables = readVariables(flags.var);
  const plan: Plan = {
    questions: withWordings(readQuestions(flags.question, file), wordings),
    variables,
    engines: chosen.map((engine) => ({
      engine,
      options: {
        ...includeOptions(engine, include),
        ...(flags.legacy === true && engine === 'assistant-a' ? { legacy: true } : {}),
        ...pagesOption(engine, flags.pages),
      },
    })),
    markets: readPlanMarkets(flags),
    samples: flags.repeats,
    excluded: [],
  };
  return { ...plan, excluded: flags.exclude.flatMap((text) => switchedOff(plan, text)) };
}

const names = (text: string | undefined): readonly string[] => [
  ...new Set(
    (text ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

function readEngines(text: string): readonly Engine[] {
  const chosen = names(text).flatMap((name): readonly Engine[] => {
    if (name === 'all') return engines;
    const engine = engineNamed(name);
    if (engine) return [engine];
    throw new UsageError(`Unknown engine "${name}" in --engines. Engines: ${engines.join(', ')}, or all.`);
  });
  if (chosen.length === 0) throw new UsageError('Enter at least one engine with --engines.');
  return [...new Set(chosen)];
}

function readQuestions(typed: readonly string[], file: QuestionFile | null): PlannedQuestion[] {
  const questions: PlannedQuestion[] = typed.map((text) => ({ text: text.trim(), tags: [] }));
  if (file !== null) {
    const { questions: listed, wordingProblems } = file.list;
    const [problem] = wordingProblems;
    if (problem) throw new UsageError(`Line ${problem.line} of ${file.name}: ${problem.reason}`);
    for (const each of listed) questions.push(each);
  }
  const distinct = new Map<string, PlannedQuestion>();
  for (const each of questions) {
    const key = questionKey(each.text);
    if (key !== '' && !distinct.has(key)) distinct.set(key, each);
  }
  if (distinct.size === 0)
    throw new UsageError('No questions. Set a file with --questions, or a question with --question "…".');
  return [...distinct.values()];
}

/**
 * The questions of a file whose variables have values; the others are left out and said, so that one line with
 * braces does not stop a list.
 */
export function withValuesOf(
  { name, list }: QuestionFile,
  flags: Pick<PlanFlags, 'var'>,
): { readonly file: QuestionFile; readonly left: readonly string[] } {
  const known = readVariables(flags.var);
  const left: string[] = [];
  const questions = list.questions.filter(({ text }) => {
    const missing = variablesIn(text).find((variable) => !Object.hasOwn(known, variable));
    if (missing !== undefined)
      left.push(
        `"${text}" is left out: {${missing}} has no values. Add them with --var ${missing}=…, or write {{${missing}}} to ask it in braces.`,
      );
    return missing === undefined;
  });
  return { file: { name, list: { ...list, questions } }, left };
}

/** Wordings given beside the questions belong to the only one. */
function withWordings(questions: PlannedQuestion[], wordings: Wordings): PlannedQuestion[] {
  if (Object.keys(wordings).length === 0) return questions;
  const [only, ...others] = questions;
  if (only === undefined || others.length > 0)
    throw new UsageError(
      '--wording and --wordings need a single question. For several, add columns such as "wording DE" to the CSV file of --questions.',
    );
  return [{ ...only, wordings }];
}

function readVariables(texts: readonly string[]): Record<string, string[]> {
  const variables = new Map<string, string[]>();
  for (const text of texts) {
    const at = text.indexOf('=');
    const name = text.slice(0, Math.max(0, at)).trim();
    const rest = text.slice(at + 1);
    const values = rest
      .split(rest.includes('|') ? '|' : ',')
      .map((value) => value.trim())
      .filter((value) => value !== '');
    if (at < 1 || values.length === 0)
      throw new UsageError(`Use --var name=value,value (or value|value), not "${text}".`);
    variables.set(name, [...(variables.get(name) ?? []), ...values]);
  }
  return Object.fromEntries(variables);
}

function readPlanMarkets(flags: PlanFlags): Market[] {
  const text = flags.countries ?? '';
  const { markets, unknown } = parseMarketInput(countryList(text));
  const [stranger] = unknown;
  if (stranger) {
    const hint = stranger.suggestion ? `did you mean ${stranger.suggestion}?` : 'use codes such as US,DE,JP.';
    throw new UsageError(`Unknown country "${stranger.text}" in --countries: ${hint}`);
  }
  const states = names(flags.states).map((name): Market => {
    const state = name.toUpperCase();
    if (!isUsState(state))
      throw new UsageError(`Unknown state "${name}" in --states: use codes of US states, such as CA,NY.`);
    return { country: 'US', state };
  });
  const places: Market[] = [...markets, ...states];
  if (places.length === 0) {
    if (text.trim() !== '*')
      throw new UsageError('Enter at least one country with --countries, such as --countries US,DE,JP.');
    places.push({ country: null });
  }
  const device = (['desktop', 'mobile', 'ios', 'android'] as const).find((name) => name === flags.device);
  return places.map((place) => ({
    ...place,
    ...(flags.language === undefined ? {} : { language: flags.language }),
    ...(flags.location === undefined ? {} : { location: flags.location }),
    ...(device === undefined ? {} : { device }),
  }));
}

/** `assistant-b=DE` for every question, `assistant-b=DE=3` for the third one only. */
function switchedOff(plan: Plan, text: string): readonly string[] {
  const [engineName, place, number] = text.split('=');
  const engine = plan.engines.find((choice) => choice.engine === engineName)?.engine;
  const market = plan.markets.find((known) => marketKey(known) === place);
  const asked = askedQuestions(plan);
  const questions = asked.ok ? asked.questions : [];
  const wanted = number === undefined ? questions : questions.slice(Number(number) - 1, Number(number));
  if (!engine || !market || wanted.length === 0) {
    throw new UsageError(
      `--exclude "${text}" matches no request of this plan. Use engine=market or engine=market=number of the question.`,
    );
  }
  return wanted.map((question) => cellKey(question.text, engine, market));
}
