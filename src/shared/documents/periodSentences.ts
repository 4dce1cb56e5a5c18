import { type Contribution, mainContributions } from '../figures/trends/contributions.ts';
import { countryName } from '../geo/countries.ts';
import { usStateName } from '../geo/states.ts';
import type { Rate } from '../model/comparison/comparison.ts';
import type { TrendDelta, TrendLine } from '../model/trendLines.ts';
import { pointsLabel } from '../percent.ts';
import { inSentence, listed, shareLabel } from '../tables/figureLabels.ts';
import { answersLabel } from './overviewSentences.ts';

/**
 * Sentences of a project's overview: the changes of a period compared with the previous one, from the figures
 * of its trends.
 */

type PeriodFacts = {
  /** Length in days of the last days and as many before; null for other periods. */
  readonly days: number | null;
  /** Visibility by brand over both periods, as a trend gives it. */
  readonly brands: readonly TrendLine[];
  /** Id of your brand; null if it is not set. */
  readonly own: string | null;
  readonly competitors: ReadonlySet<string>;
  /** Your brand in this period only; null if it is not set. */
  readonly reach: Rate | null;
  /** Visibility of your brand by market, over both periods. */
  readonly markets: readonly Pick<TrendLine, 'key' | 'delta'>[];
  /** Contributions of engines and questions to the change of your brand; empty if it is not significant. */
  readonly engines: readonly Contribution[];
  readonly questions: readonly Contribution[];
};

/** The verdict on a period: your brand, where it changed and why, and the competitors that changed. */
export function periodSentences(facts: PeriodFacts): readonly string[] {
  const { brands, own, competitors } = facts;
  const line = brands.find(({ key }) => key === own);
  if (line === undefined) return ['Your brand is not set.', ...competitorSentences(brands, competitors)];
  return [
    ...ownSentences(line, facts),
    ...marketSentences(facts.markets),
    ...driverSentences(line.delta, facts),
    ...competitorSentences(brands, competitors),
  ];
}

function ownSentences(
  { label, delta }: PeriodFacts['brands'][number],
  { days, reach }: PeriodFacts,
): readonly string[] {
  const { before, now, verdict } = delta;
  if (before === null || now === null) return [...reachSentences(label, reach, days), nothingToCompare(days)];
  const figures = `Visibility of ${label} is ${shareLabel(now)} ${inNow(days)}, ${shareLabel(before)} ${inBefore(days)}`;
  switch (verdict) {
    case 'larger-than-noise':
      return [`${figures}: a significant ${now < before ? 'fall' : 'rise'}.`];
    case 'within-noise':
      return [`${figures}: no difference shown.`];
    case 'not-comparable':
      return [`${figures}: not comparable, response types or brand lists differ.`];
    default:
      return [`${figures}: too few samples to judge.`];
  }
}

type Days = PeriodFacts['days'];

const inNow = (days: Days): string => (days === null ? 'in this period' : `in the last ${days} days`);
const inBefore = (days: Days): string =>
  days === null ? 'in the compared one' : `in the ${days} days before`;

/** Your brand in this period alone. */
function reachSentences(label: string, reach: Rate | null, days: Days): readonly string[] {
  if (reach === null) return [];
  if (reach.denominator === 0) return [`There are no answers to count ${inNow(days)}.`];
  const when = inNow(days);
  return [`${when.charAt(0).toUpperCase()}${when.slice(1)} ${label} is named in ${answersLabel(reach)}.`];
}

const nothingToCompare = (days: Days): string =>
  `There is nothing to compare yet: no question was answered in the same country and engine both ${inNow(days)} and ${inBefore(days)}.`;

/** Where your brand changed significantly; nothing if it did not. */
function marketSentences(markets: PeriodFacts['markets']): readonly string[] {
  const movedIn = (up: boolean): readonly string[] =>
    markets
      .filter(({ key, delta }) => key !== '' && isSignificant(delta) && (delta.delta ?? 0) > 0 === up)
      .map(({ key }) => inSentence(placeName(key)));
  return [
    { verb: 'fell', names: movedIn(false) },
    { verb: 'rose', names: movedIn(true) },
  ].flatMap(({ verb, names }) => (names.length === 0 ? [] : [`It ${verb} in ${listed(names)}.`]));
}

/** The engines and questions behind most of a change, or a note that all of them contribute. */
function driverSentences(
  { delta }: TrendDelta,
  { engines, questions }: Pick<PeriodFacts, 'engines' | 'questions'>,
): readonly string[] {
  const change = (delta ?? 0) < 0 ? 'fall' : 'rise';
  const fromEngines = mainContributions(engines);
  const fromQuestions = mainContributions(questions);
  const some = [
    ...(fromEngines.length < engines.length ? fromEngines.map((line) => movedLabel(line, line.label)) : []),
    ...(fromQuestions.length > 0 && fromQuestions.length * 2 <= questions.length
      ? [questionsLabel(fromQuestions, questions.length)]
      : []),
  ];
  if (some.length > 0) return [`Most of the ${change} comes from ${listed(some)}.`];
  const all = [
    ...(engines.length < 2 ? [] : [`${engines.length === 2 ? 'both' : `all ${engines.length}`} engines`]),
    ...(questions.length < 2 ? [] : [`${fromQuestions.length} of ${questions.length} questions`]),
  ];
  return all.length === 0 ? [] : [`The ${change} is spread over ${listed(all)}.`];
}

function questionsLabel(main: readonly Contribution[], all: number): string {
  const [first] = main;
  if (first === undefined) return '';
  const question = movedLabel(first, `“${shortened(first.label)}”`);
  return main.length === 1
    ? `the question ${question}`
    : `${main.length} of ${all} questions, first ${question}`;
}

/** `assistant-a (71 % to 38 %)`. */
const movedLabel = ({ delta: { before, now } }: TrendLine, name: string): string =>
  `${name} (${shareLabel(before)} to ${shareLabel(now)})`;

const shortened = (text: string, most = 80): string => {
  const letters = [...text];
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : text;
};

/** Competitors that changed significantly, largest change first. */
function competitorSentences(
  brands: PeriodFacts['brands'],
  competitors: ReadonlySet<string>,
): readonly string[] {
  const comparable = brands.filter(({ key, delta }) => competitors.has(key) && delta.delta !== null);
  const moved = comparable
    .filter(({ delta }) => isSignificant(delta))
    .sort((one, two) => Math.abs(two.delta.delta ?? 0) - Math.abs(one.delta.delta ?? 0));
  if (moved.length > 0)
    return [`${listed(moved.map(({ label, delta }) => `${label} ${gainLabel(delta.delta ?? 0)}`))}.`];
  return comparable.length === 0 ? [] : ['No significant change of a competitor was shown.'];
}

const isSignificant = ({ verdict }: TrendDelta): boolean => verdict === 'larger-than-noise';

/** `gained 9 points`, `lost 1 point`. */
const gainLabel = (change: number): string =>
  `${change > 0 ? 'gained' : 'lost'} ${pointsLabel(Math.abs(change))}`;

/** A market's name in a sentence; its key if it has none. */
function placeName(key: string): string {
  const [country = '', state] = key.split(':');
  if (country === '' || !/^[A-Z]{2}$/.test(country)) return key;
  return (state === undefined ? null : usStateName(state)) ?? countryName(country, 'en');
}
