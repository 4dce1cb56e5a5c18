/**
 * Reliability of the verdicts: compares generated answers with known differences between their markets and counts the
 * verdicts. Everything is generated from one seed.
 */
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import { seededRandom } from '#shared/figures/statistics/permutations.ts';
import { rateOf } from '#shared/figures/statistics/wilson.ts';
import type { NoiseTest } from '#shared/model/comparison/comparison.ts';
import {
  type CompareColumn,
  type ComparedTranslations,
  defaultOptions,
} from '#shared/model/comparison/samples.ts';
import { parseAnswer } from '#shared/text/markdown/blocks.ts';
import { blockId } from '#shared/text/markdown/parsedBlock.ts';
import { column, sample } from './columns.ts';

export type World = {
  readonly markets: number;
  readonly repeats: number;
  /**
   * What differs in the second half of the markets: the first brand's share of answers goes from 0.5 - effect / 2 to
   * 0.5 + effect / 2; so do the first domain's and the first sentence's, for a difference of everything. In `one
   * market` and `two markets` only the last ones have other brands, domains and sentences, in that share of answers.
   */
  readonly differing: 'nothing' | 'one brand' | 'everything' | 'one market' | 'two markets';
  readonly effect: number;
  /**
   * Whether every second market answers in German and is read in translation: the translator has wordings of its own,
   * another for each wording of the original, in every repeat.
   */
  readonly translated?: boolean;
};

export type Truth = {
  /** Share of the trials whose headline says that markets differ: false alarms where nothing does, power elsewhere. */
  readonly headline: number;
  /** Share of the trials in which the row that differs is called so; null where none does. */
  readonly row: number | null;
  /** Mean share of false ones among the brands called significant, and among the domains. */
  readonly falseBrands: number;
  readonly falseDomains: number;
  /** Mean share of false ones among the cells called different from the baseline; null where that is not known. */
  readonly falseCells: number | null;
  /** Share of the trials with any false row of a section of text; null where sections do differ. */
  readonly falseSections: number | null;
  /** Share of the trials that name an outlier by the preferred measure, and by any measure. */
  readonly outlier: number;
  readonly anyOutlier: number;
};

const brandNames = ['Arcolo', 'Brenda', 'Cordano', 'Delvia', 'Estrono', 'Farnel', 'Gravio', 'Helmado'];
const domainNames = Array.from({ length: 10 }, (_, at) => `site${at}.example`);
const openings = [
  'A folding lock is the best choice for the city.',
  'Most testers prefer a heavy U-lock for parking overnight.',
  'Any certified chain protects a bicycle well enough.',
];
const otherDomains = Array.from({ length: 10 }, (_, at) => `page${at}.example`);
const otherOpenings = [
  'Local shops sell cheap cable locks with a code.',
  'People here rent storage boxes near the station instead.',
];
const advice = [
  'Lock the frame to a fixed stand.',
  'Never lock only the wheel.',
  'Register the serial number.',
];
const praise = ['light and strong', 'easy to carry', 'good value'];
/** The same in German, in two wordings each, and what a translator makes of each. */
const german: Readonly<Record<string, readonly (readonly [original: string, translation: string])[]>> = {
  [openings[0] as string]: [
    ['Ein Faltschloss ist die beste Wahl für die Stadt.', 'A folding lock is the best choice for the city.'],
    ['Für die Stadt eignet sich ein Faltschloss am besten.', 'For town, a folding lock suits best.'],
  ],
  [openings[1] as string]: [
    [
      'Die meisten Tester bevorzugen über Nacht ein schweres Bügelschloss.',
      'Most testers prefer a heavy shackle lock over night.',
    ],
    [
      'Über Nacht raten Tester meist zu einem schweren Bügelschloss.',
      'Overnight, testers mostly advise a heavy U-lock.',
    ],
  ],
  [openings[2] as string]: [
    ['Jede geprüfte Kette schützt ein Fahrrad gut genug.', 'Every tested chain protects a bike well enough.'],
    ['Für ein Rad genügt jede geprüfte Kette.', 'For a bicycle any certified chain is sufficient.'],
  ],
  [advice[0] as string]: [
    ['Schließen Sie den Rahmen an einen festen Ständer.', 'Lock the frame to a firm stand.'],
    ['Der Rahmen gehört an einen festen Ständer.', 'The frame belongs on a fixed stand.'],
  ],
  [advice[1] as string]: [
    ['Schließen Sie nie nur das Rad an.', 'Never lock only the wheel.'],
    ['Das Laufrad allein anzuschließen, genügt nicht.', 'Locking the wheel alone is not enough.'],
  ],
  [advice[2] as string]: [
    ['Lassen Sie die Seriennummer registrieren.', 'Have the serial number registered.'],
    ['Die Seriennummer sollte man registrieren.', 'One should register the serial number.'],
  ],
  [praise[0] as string]: [
    ['leicht und stabil', 'light and stable'],
    ['leicht und stark', 'light and strong'],
  ],
  [praise[1] as string]: [
    ['gut zu tragen', 'good to carry'],
    ['leicht mitzunehmen', 'easy to take along'],
  ],
  [praise[2] as string]: [
    ['preiswert', 'inexpensive'],
    ['gutes Preis-Leistungs-Verhältnis', 'good value for money'],
  ],
};
const brands = {
  version: 'truth',
  brands: brandNames.map((name) => ({
    id: name,
    name,
    kind: 'competitor' as const,
    aliases: [],
    domains: [],
  })),
  decisions: [],
};

/** @param blocks gets the translation of every block */
function answersOf(
  world: World,
  random: () => number,
  blocks: Record<string, ComparedTranslations['blocks'][string]>,
): readonly CompareColumn[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: world.markets }, (_, market) => {
    const shifted = market >= world.markets / 2 ? 0.5 + world.effect / 2 : 0.5 - world.effect / 2;
    const everything = world.differing === 'everything';
    const lastMarkets = { 'one market': 1, 'two markets': 2 }[world.differing as string] ?? 0;
    const apart = market >= world.markets - lastMarkets;
    const answers = Array.from({ length: world.repeats }, () => {
      const other = apart && random() < world.effect;
      const halves = everything || world.differing === 'one brand';
      const named = brandNames.filter(
        (_each, at) =>
          random() < (at === 0 && halves ? shifted : 0.3 + (other ? brandNames.length - at : at) * 0.05),
      );
      const cited = (other ? otherDomains : domainNames).filter(
        (_each, at) => random() < (at === 0 && everything ? shifted : 0.2 + at * 0.05),
      );
      const opening = everything && random() < shifted ? openings[0] : pick(other ? otherOpenings : openings);
      const said = (sentence: string | undefined): readonly [string, string] => {
        const wordings = world.translated === true && market % 2 === 1 ? german[sentence ?? ''] : undefined;
        return wordings === undefined ? [sentence ?? '', sentence ?? ''] : pick(wordings);
      };
      const lines = [
        said(opening),
        ...named.map((name, at) => said(pick(praise)).map((words) => `${at + 1}. **${name}** – ${words}`)),
        said(pick(advice)),
      ];
      const text = lines.map(([original]) => original).join('\n\n');
      if (world.translated === true && market % 2 === 1)
        parseAnswer(text, text).blocks.forEach((block, at) => {
          const translation = parseAnswer(lines[at]?.[1] ?? '', lines[at]?.[1] ?? '').blocks[0];
          if (translation !== undefined)
            blocks[blockId('answer', block)] = { text: translation.text, spans: translation.spans };
        });
      const sources = cited.map((domain, at) => ({
        position: at + 1,
        url: `https://${domain}/`,
        title: domain,
        description: '',
      }));
      return sample(text, { sources });
    });
    return column(`M${market}`, ...answers);
  });
}

export function truthOf(world: World, trials: number, seed: number): Truth {
  let [headlines, rowsFound, falseBrands, falseDomains, falseCells, falseSections] = [0, 0, 0, 0, 0, 0];
  let [outlier, anyOutlier] = [0, 0];
  const differs = world.differing !== 'nothing';
  const halves = world.differing === 'one brand' || world.differing === 'everything';
  for (let trial = 0; trial < trials; trial++) {
    const random = seededRandom(seed * 100_003 + trial);
    const blocks: Record<string, ComparedTranslations['blocks'][string]> = {};
    const columns = answersOf(world, random, blocks);
    const compared = compareObservations(columns, {
      ...defaultOptions,
      brands,
      baseline: 'M0',
      seed: seed + trial,
      translations: world.translated === true ? { read: [], target: 'en', blocks } : null,
    });
    if (compared.dataQuality.verdict === 'larger-than-noise') headlines++;
    const { measures, preferred } = compared.matrix;
    const named = measures.filter((matrix) => matrix.outlier !== null);
    if (named.some(({ measure }) => measure === preferred)) outlier++;
    if (named.length > 0) anyOutlier++;
    const brandRows = significant(compared.brands.rows, ({ id }) => halves && id === brandNames[0]);
    const domainRows = significant(
      compared.sources.rows,
      ({ domain }) => world.differing === 'everything' && domain === domainNames[0],
    );
    if (brandRows.right) rowsFound++;
    falseBrands += brandRows.wrong;
    falseDomains += domainRows.wrong;
    const cells = [...compared.brands.rows, ...compared.sources.rows].flatMap((row) =>
      row.verdicts.filter((verdict) => verdict === 'larger-than-noise'),
    );
    if (!differs && cells.length > 0) falseCells++;
    if (compared.answer.rows.some(({ test }) => test.verdict === 'larger-than-noise')) falseSections++;
  }
  return {
    headline: headlines / trials,
    row: halves ? rowsFound / trials : null,
    falseBrands: falseBrands / trials,
    falseDomains: falseDomains / trials,
    falseCells: differs ? null : falseCells / trials,
    falseSections: differs ? null : falseSections / trials,
    outlier: outlier / trials,
    anyOutlier: anyOutlier / trials,
  };
}

/** Whether the row that differs is among those called significant, and what share of them are others. */
function significant<Row extends { readonly test: NoiseTest }>(
  rows: readonly Row[],
  differs: (row: Row) => boolean,
): { readonly right: boolean; readonly wrong: number } {
  const called = rows.filter(({ test }) => test.verdict === 'larger-than-noise');
  const wrong = called.filter((row) => !differs(row)).length;
  return { right: called.length > wrong, wrong: wrong / Math.max(1, called.length) };
}

export type Coverage = {
  readonly n: number;
  /** Probability that the 95 % interval holds the true share: the worst and the mean over shares from 0 to 1. */
  readonly least: number;
  readonly mean: number;
};

/** What Wilson's interval really covers, worked out exactly over shares a thousandth apart. */
export function coverageOf(n: number): Coverage {
  const intervals = Array.from({ length: n + 1 }, (_, count) => rateOf(count, n));
  let [least, sum, shares] = [1, 0, 0];
  for (let step = 1; step < 1000; step++) {
    const share = step / 1000;
    let likelihood = (1 - share) ** n;
    let covered = 0;
    intervals.forEach(({ low, high }, count) => {
      if ((low ?? 0) <= share && share <= (high ?? 1)) covered += likelihood;
      likelihood *= ((n - count) / (count + 1)) * (share / (1 - share));
    });
    least = Math.min(least, covered);
    sum += covered;
    shares++;
  }
  return { n, least, mean: sum / shares };
}
