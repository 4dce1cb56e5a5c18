import { languageName } from '../geo/languages.ts';
import type { ClaimTone } from '../model/comparison/claimLists.ts';
import type { Claim, ClaimLanguage, ClaimRow, ClaimsTab } from '../model/comparison/comparison.ts';

/** Words for claims: the same in the window, in files and on the terminal. */

const aspectNames: Readonly<Record<string, string>> = {
  service: 'Service',
  usability: 'Ease of use',
  range: 'Features and range',
};

/** Name of an aspect of the project's list. */
export const aspectLabel = (aspect: string): string =>
  aspectNames[aspect] ?? `${aspect.slice(0, 1).toUpperCase()}${aspect.slice(1)}`;

export const toneLabel: Readonly<Record<ClaimTone, string>> = {
  positive: 'Positive',
  negative: 'Negative',
  mixed: 'Mixed',
  neutral: 'Neutral',
};

/** Beside a count, so that colour is never alone. */
export const toneSign: Readonly<Record<ClaimTone, string>> = {
  positive: '+',
  negative: '−',
  mixed: '±',
  neutral: '=',
};

export type ToneCounts = Readonly<Record<ClaimTone, number>>;

/** Claims by tone, each as often as answers make it; of one column where one is given. */
export function toneCounts(claims: readonly Claim[], column: number | null = null): ToneCounts {
  const counts = { positive: 0, negative: 0, mixed: 0, neutral: 0 };
  for (const { tone, spots } of claims)
    counts[tone] += column === null ? spots.length : spots.filter((spot) => spot.column === column).length;
  return counts;
}

/** `3+ 1−`; tones of which there is none are left out. */
export function countsLabel(counts: ToneCounts): string {
  const tones = ['positive', 'negative', 'mixed', 'neutral'] as const;
  return tones.flatMap((tone) => (counts[tone] === 0 ? [] : [`${counts[tone]}${toneSign[tone]}`])).join(' ');
}

const stateLabel = {
  shown: '',
  unreliable: 'not reliable here',
  'not-shown': 'agreement not shown',
} as const;

/**
 * How far the ratings of a language can be trusted, as a name and a figure: `German`, `kappa 0.78 (0.66 to 0.86),
 * AC1 0.81, 100 labels`.
 */
export function claimReliability({ code, agreement }: ClaimLanguage): readonly [string, string] {
  const name = code === 'und' ? 'Unknown' : languageName(code, 'en');
  const { n, kappa, ac1, state } = agreement;
  if (kappa === null) return [name, 'agreement not shown: no labels'];
  const bounds = `${kappa.lower.toFixed(2)} to ${kappa.upper.toFixed(2)}`;
  const figures = `kappa ${kappa.value.toFixed(2)} (${bounds}), AC1 ${(ac1 ?? 0).toFixed(2)}, ${n} labels, classes drawn evenly`;
  return [name, state === 'shown' ? figures : `${stateLabel[state]}: ${figures}`];
}

/** The same in one text. */
export const claimLanguageLabel = (language: ClaimLanguage): string => claimReliability(language).join(': ');

/** Aspects of a brand's claims: in the order of the project's list, then those that an earlier list had. */
export function aspectsIn({ claims }: ClaimRow, list: readonly string[]): readonly string[] {
  const said = new Set(claims.map(({ aspect }) => aspect));
  return [...list.filter((aspect) => said.delete(aspect)), ...said];
}

/** Labels of a language that can certify a rater. */
export const wantedLabels = 100;

export type LabelTask = {
  readonly claim: string;
  readonly brand: string;
  readonly quote: string;
  readonly language: string;
  /** The model's tone; the person who labels does not see it. */
  readonly rated: ClaimTone;
};

/**
 * Quotes to label, drawn evenly over the model's own tones and in an order that does not tell them. Claims that have a
 * label are left out.
 */
export function labelTasks({ rows, quotes, labelled }: ClaimsTab, language: string): readonly LabelTask[] {
  const done = new Set(labelled);
  const byTone = Map.groupBy(
    rows.flatMap(({ name, claims }) =>
      claims.flatMap(({ id, quote, tone, rated }): LabelTask[] => {
        const text = quotes[quote];
        if (text?.language !== language || done.has(id)) return [];
        return [{ claim: id, brand: name, quote: text.text, language, rated: rated?.tone ?? tone }];
      }),
    ),
    ({ rated }) => rated,
  );
  const tones = [...byTone.values()].map((tasks) => [...tasks].sort(byId));
  const most = Math.max(0, ...tones.map((tasks) => tasks.length));
  return Array.from({ length: most }, (_, at) => tones.flatMap((tasks) => tasks[at] ?? []))
    .flatMap((round) => round.sort(byId))
    .slice(0, wantedLabels);
}

/** The ids are hashes: their order has nothing to do with tone, brand or place. */
const byId = (one: LabelTask, two: LabelTask): number => (one.claim < two.claim ? -1 : 1);
