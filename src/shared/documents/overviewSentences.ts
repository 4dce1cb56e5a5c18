import {
  isInProgress,
  type LeaderFacts,
  type NextStep,
  type Overview,
  type OverviewInput,
  type OwnFacts,
  plainDifference,
} from '../figures/comparison/overview.ts';
import { countryName } from '../geo/countries.ts';
import { usStateName } from '../geo/states.ts';
import type { Rate } from '../model/comparison/comparison.ts';
import type { ComparisonHead } from '../model/comparison/comparisonParts.ts';
import { percentInterval, pointsLabel } from '../percent.ts';
import {
  counted,
  inSentence,
  leadLabel,
  listed,
  overviewRateSentence,
  pLabel,
  shareLabel,
  testedLabel,
} from '../tables/figureLabels.ts';

/** Sentences of a run's overview: the same in window, files and terminal. */

/** Columns by the names a sentence gives them; the label tells those of one country apart. */
export function marketNames({ columns }: ComparisonHead): readonly string[] {
  const names = columns.map(({ market: { country, state } }) =>
    country === ''
      ? 'No country'
      : state === undefined
        ? countryName(country, 'en')
        : (usStateName(state) ?? state),
  );
  const alike = new Set(names).size < names.length;
  return alike ? names.map((name, column) => `${name} (${columns[column]?.label})`) : names;
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** What the markets of the run are: countries where each is another one, markets otherwise. */
type Noun = { readonly one: string; readonly many: string };
function nounOf({ columns }: ComparisonHead): Noun {
  const countries = new Set(columns.map(({ market }) => market.country));
  return countries.size === columns.length && !countries.has('')
    ? { one: 'country', many: 'countries' }
    : { one: 'market', many: 'markets' };
}

export type VerdictText = {
  /** Failures, your brand, where it is not named and who leads there. */
  readonly statements: readonly string[];
  /** Whether the difference is significant; null if nothing can be tested yet. */
  readonly confidence: string | null;
};

/** The result of a run in a few sentences. */
export function verdictText(comparison: OverviewInput, overview: Overview): VerdictText {
  const noun = nounOf(comparison);
  const names = marketNames(comparison).map(inSentence);
  const answered = comparison.columns.filter(({ state }) => state === 'answered').length;
  const incomplete = incompleteSentences(comparison, names, noun, answered);
  if (answered === 0) return { statements: incomplete, confidence: null };
  const overviews = overviewRateSentence(comparison.search.overviewRate);
  if (!comparison.brands.available) {
    const none = 'These results have no answer text in which a brand could be named.';
    return { statements: [...incomplete, none, ...overviews], confidence: null };
  }
  const { own } = overview;
  const found =
    own === null ? leaderSentences(comparison, overview, noun) : ownSentences(overview, own, noun, names);
  return {
    statements: [...incomplete, ...found, ...overviews],
    confidence: isInProgress(comparison)
      ? null
      : `${confidenceSentence(comparison, overview, noun, answered)}${wordingSentence(comparison)}`,
  };
}

/** Failures and progress come first, because they change what the figures cover. */
function incompleteSentences(
  { columns }: ComparisonHead,
  names: readonly string[],
  { one, many }: Noun,
  answered: number,
): readonly string[] {
  const failed = names.filter((_, column) => columns[column]?.state === 'failed');
  const pending = isInProgress({ columns });
  const basis = `based on ${counted(answered, one).replace(`${one}s`, many)}`;
  if (answered === 0)
    return [pending ? 'Waiting for the first answer.' : 'No request of this run was answered.'];
  return [
    ...(pending ? [`In progress: ${basis} so far.`] : []),
    ...(failed.length > 0
      ? [capital(`${listed(failed)} ${failed.length === 1 ? 'has' : 'have'} no answer. ${capital(basis)}.`)]
      : []),
  ];
}

function ownSentences(
  { leaders }: Overview,
  own: OwnFacts,
  { many }: Noun,
  names: readonly string[],
): readonly string[] {
  const { name, visibility, named, missing, test } = own;
  const of = named.length + missing.length;
  const where =
    of === 1
      ? `in ${names[[...named, ...missing][0] ?? 0]}`
      : missing.length === 0
        ? `in all ${of} ${many}`
        : `in ${named.length === 0 ? 'none' : named.length} of ${of} ${many}`;
  const first = `${name} is named ${where}: ${answersLabel(visibility)}.`;
  if (missing.length === 0 || of === 1) return [first];
  if (named.length === 0) return [first, ...leadSentences(leaders, of, many)];
  const certain = test.verdict === 'larger-than-noise' ? 'Missing' : 'Not named';
  const chance = test.verdict === 'within-noise' ? ` For ${name} this may be chance.` : '';
  const there = listed(missing.map((column) => names[column] ?? ''));
  return [first, `${certain} in ${there}${leadersThere(leaders, missing)}.${chance}`];
}

/** Who leads in these columns, as the end of a sentence that names them. */
function leadersThere(leaders: readonly LeaderFacts[], columns: readonly number[]): string {
  const leading = leaders
    .map(({ name, leads }) => ({
      name,
      count: leads.filter(({ column }) => columns.includes(column)).length,
    }))
    .filter(({ count }) => count > 0)
    .sort((one, two) => two.count - one.count);
  const [first] = leading;
  if (first === undefined) return '';
  if (columns.length > 1 && first.count === 1) return '; no brand leads in more than one of these';
  if (columns.length > 1) return `; ${first.name} leads in ${first.count} of these`;
  return `, where ${leadLabel(leading.map(({ name }) => name))}`;
}

/** Who leads in most of the markets. */
function leadSentences(leaders: readonly LeaderFacts[], of: number, many: string): readonly string[] {
  const most = leaders[0]?.leads.length ?? 0;
  if (most === 0 || of < 2) return [];
  if (most === 1) return [`No brand leads in more than one of the ${many}.`];
  const first = leaders.filter(({ leads }) => leads.length === most).map(({ name }) => name);
  return [
    first.length === 1
      ? `${first[0]} leads in ${most} of ${of} ${many}.`
      : `${listed(first)} lead in ${most} of ${of} ${many} each.`,
  ];
}

function leaderSentences(
  { brands }: OverviewInput,
  { leaders }: Overview,
  { many }: Noun,
): readonly string[] {
  const [most] = [...brands.rows].sort((one, two) => two.visibility.numerator - one.visibility.numerator);
  if (most === undefined) return ['No brand was found in the answers.', 'Your brand is not set.'];
  const of = brands.answers.filter((answers) => answers > 0).length;
  return [
    `${most.name} is named most often: ${answersLabel(most.visibility)}.`,
    ...leadSentences(leaders, of, many),
    'Your brand is not set.',
  ];
}

/** Whether the differences are significant, with the data of the test. */
function confidenceSentence(
  { dataQuality, brands, sources }: OverviewInput,
  { neededRepeats: needed, own }: Overview,
  { one, many }: Noun,
  answered: number,
): string {
  const { least, most } = dataQuality.samples;
  const repeats = least === most ? counted(most, 'repeat') : `${least} to ${counted(most, 'repeat')}`;
  if (answered < 2 || needed === null)
    return `One ${one} with ${repeats}: there is no other ${one} to compare with.`;
  switch (dataQuality.verdict) {
    case 'larger-than-noise': {
      const families = [
        { ...brands.tests.rows, things: 'brands' },
        { ...sources.tests.rows, things: 'sources' },
        { ...dataQuality.differences, significant: dataQuality.differences.larger, things: 'sections' },
      ].flatMap(({ things, ...family }) => (family.tested === 0 ? [] : testedLabel(family, things)));
      const p = dataQuality.pValue === null ? '' : ` (p ${pLabel(dataQuality.pValue)})`;
      const ownResult =
        own !== null && own.missing.length === 0 && own.test.verdict === 'within-noise'
          ? ` No difference was shown for ${own.name}.`
          : '';
      return `The ${many} differ significantly${p} at ${repeats}: ${listed(families, families.length)}.${ownResult}`;
    }
    case 'within-noise':
      return `No significant difference between the ${many} was shown at ${repeats}: what differs may be chance.`;
    case 'not-enough-samples':
      return least < needed
        ? `Differences between the ${many} cannot be judged at ${repeats}: at least ${needed} per ${one} are needed.`
        : `Too few samples to judge differences between the ${many} at ${repeats}.`;
    case 'not-comparable':
      return `The ${many} are not comparable: the answers differ in response type or language.`;
  }
}

/** A note that wordings differ, which may cause differences. */
function wordingSentence({ dataQuality: { wordings } }: OverviewInput): string {
  return wordings.length === 0
    ? ''
    : ` The question was asked in ${wordings.length} wordings, which may be why answers differ.`;
}

/** `14 of 18 answers, 78 %, 95 % interval 55 to 91 %`. */
export function answersLabel({ numerator, denominator, value, low, high }: Rate): string {
  return `${numerator} of ${counted(denominator, 'answer')}, ${value === null ? shareLabel(value) : percentInterval(value, low, high)}`;
}

export type StepText = {
  readonly title: string;
  readonly reason: string;
  /** All markets of the step, where its sentence names the first only. */
  readonly markets?: readonly string[];
};

/** What the sentence of a step leaves out, where nothing can be unfolded: on paper and in a terminal. */
export function otherMarkets(markets: readonly string[]): string {
  const others = markets.slice(maxNamedMarkets);
  return `The other ${others.length} markets: ${others.join(', ')}.`;
}

/** The first of the markets of a step for its sentence, and all of them where these are more. */
export function stepMarkets(names: readonly string[]): {
  readonly text: string;
  readonly markets?: readonly string[];
} {
  const text = listed(names.map(inSentence), maxNamedMarkets);
  // One name too many is not worth "and 1 more".
  return names.length > maxNamedMarkets + 1 ? { text, markets: names } : { text };
}

/** Mean credits of the answers that were charged; null if none was. */
export function chargedPerAnswer(
  cells: readonly { readonly creditsCharged: number | null }[],
): number | null {
  const charged = cells.flatMap(({ creditsCharged }) => (creditsCharged ? [creditsCharged] : []));
  return charged.length === 0 ? null : charged.reduce((sum, each) => sum + each, 0) / charged.length;
}

/** So many markets a step names: enough for a dozen, while hundreds would be a page of names. */
const maxNamedMarkets = 12;

/**
 * Next steps, with their reasons.
 * @param perAnswer what an answer of the run cost, in credits; null where no price is said, as in a client's report
 */
export function stepText(
  step: NextStep,
  comparison: OverviewInput,
  perAnswer: number | null = null,
): StepText {
  const names = marketNames(comparison);
  const { one } = nounOf(comparison);
  const all = (columns: readonly number[]) => stepMarkets(columns.map((column) => names[column] ?? ''));
  switch (step.kind) {
    case 'set-brand':
      return {
        title: 'Set your brand',
        reason: 'See where you are named, where you are not, and who leads there.',
      };
    case 'retry': {
      const { text, markets } = all(step.columns);
      return {
        title: `Retry ${counted(step.requests, 'failed request')}`,
        reason: `${capital(text)}: failed requests count in no figure.`,
        markets,
      };
    }
    case 'add-markets':
      return { title: 'Ask in more countries', reason: `One ${one} cannot be compared with anything.` };
    case 'translate':
      return {
        title: 'Read the answers in your language',
        reason: `They are in ${step.languages} languages. Translations stand beside the originals, and what they say is compared.`,
      };
    case 'repeat':
      return {
        title: `Repeat ${step.repeats} times${creditsOf(step.requests, perAnswer)} to detect differences of ${pointsLabel(plainDifference)}`,
        reason: `${counted(step.requests, 'request')}: ${step.repeats} per ${one}, for a difference between two at 80 % power. Below ${step.least} repeats no difference can be significant.`,
      };
    case 'win-page': {
      const { pages, columns } = step;
      const title = `Get named on ${listed(pages.map(({ domain }) => domain))}`;
      const where = pages.map(({ domain, column, rate }) => ({
        domain,
        cited: `in ${rateOfAnswers(rate)} in ${inSentence(names[column] ?? '')}`,
      }));
      const [only] = where;
      if (only !== undefined && pages.length + columns.length === 2)
        return { title, reason: `Cited ${only.cited}, where you are not named.` };
      const cited = where.map((page) => `${page.domain} ${page.cited}`).join(', ');
      const { text, markets } = all(columns);
      return { title, reason: `Not named in ${text}. Cited there: ${cited}.`, markets };
    }
    case 'add-competitor':
      return {
        title: `Add ${step.name} as a competitor`,
        reason: `Detected in ${rateOfAnswers(step.visibility)}; not in your brand list.`,
      };
    case 'connect-provider':
      return { title: 'Connect a provider', reason: 'These answers are demo data.' };
  }
}

/** ` (720 credits)`: what asking costs at the price of the run. */
const creditsOf = (requests: number, perAnswer: number | null): string =>
  perAnswer === null ? '' : ` (${counted(Math.ceil(requests * perAnswer), 'credit')})`;

export const rateOfAnswers = ({ numerator, denominator }: Rate): string =>
  `${numerator} of ${counted(denominator, 'answer')}`;
