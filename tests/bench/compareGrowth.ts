/** How the cost of a comparison grows with its texts, whatever is in them. */
import { compareObservations, createCompareMemory } from '#shared/figures/comparison/compare.ts';
import { seededRandom } from '#shared/figures/statistics/permutations.ts';
import { charactersOf, textsOf } from '#shared/model/comparison/comparisonParts.ts';
import { type CompareColumn, defaultOptions } from '#shared/model/comparison/samples.ts';
import { column } from '#tests/support/analysis/columns.ts';
import { hostileTexts } from '#tests/support/analysis/hostileMarkdown.ts';
import { byForm } from './form.ts';

type Texts = (size: number) => readonly string[];

const random = seededRandom(5);
const letters = 'abcdefghijklmnopqrstuvwxyz';
const word = () => Array.from({ length: 7 }, () => letters[Math.floor(random() * 26)]).join('');
const words = (count: number) => Array.from({ length: count }, word);
const shuffled = <T>(values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, key: random() }))
    .sort((one, two) => one.key - two.key)
    .map(({ value }) => value);
const han = (count: number) =>
  Array.from({ length: count }, () => String.fromCharCode(0x4e00 + Math.floor(random() * 3000))).join('');
const paragraphs = (text: readonly string[], each: number) =>
  Array.from({ length: Math.ceil(text.length / each) }, (_, at) =>
    text.slice(at * each, (at + 1) * each).join(' '),
  ).join('\n\n');

/** Two answers of about `size` words. */
const pairs: Readonly<Record<string, Texts>> = {
  'one paragraph, no word alike': (size) => [words(size).join(' '), words(size).join(' ')],
  'one paragraph, the same words in another order': (size) => {
    const all = words(size);
    return [all.join(' '), shuffled(all).join(' ')];
  },
  'one paragraph, every tenth word another': (size) => {
    const all = words(size);
    return [all.join(' '), all.map((each, at) => (at % 10 === 0 ? word() : each)).join(' ')];
  },
  'one paragraph of 50 different words': (size) => {
    const few = words(50);
    const text = () => Array.from({ length: size }, () => few[Math.floor(random() * 50)]).join(' ');
    return [text(), text()];
  },
  'one paragraph of Chinese': (size) => [han(2 * size), han(2 * size)],
  'paragraphs of 40 words in another order': (size) => {
    const all = paragraphs(words(size), 40).split('\n\n');
    return [all.join('\n\n'), shuffled(all).join('\n\n')];
  },
  'paragraphs of 40 words, none alike': (size) => [paragraphs(words(size), 40), paragraphs(words(size), 40)],
  'lines that are all the same': (size) => {
    const lines = Array.from({ length: size / 4 }, () => '- to be announced later').join('\n');
    return [lines, `${lines}\n- closing night`];
  },
  'lines that differ in one word': (size) => {
    const lines = (seed: string) =>
      Array.from({ length: size / 4 }, (_, at) => `- Room ${seed}${at} is free`).join('\n');
    return [lines('a'), lines('b')];
  },
  'a table of many rows': (size) => {
    const rows = Array.from({ length: size / 4 }, (_, at) => `| Model ${at} | $${at}.00 | ${at % 97} kg |`);
    const table = (body: readonly string[]) =>
      ['| Model | Price | Weight |', '|---|---|---|', ...body].join('\n');
    return [table(rows), table(shuffled(rows))];
  },
  'a brand in every third word': (size) => {
    const text = () =>
      words(size)
        .map((each, at) => (at % 3 === 0 ? 'Foldmaster' : each))
        .join(' ');
    return [text(), text()];
  },
  'a citation behind every second word': (size) => {
    const text = () =>
      words(size)
        .map((each, at) => (at % 2 === 0 ? `${each} [${at % 90}](https://s.example/${at % 500})` : each))
        .join(' ');
    return [text(), text()];
  },
  'headings at shifting levels': (size) => {
    const text = (shift: number) =>
      Array.from(
        { length: size / 8 },
        (_, at) => `${'#'.repeat(1 + ((at * 7 + shift) % 6))} Part ${at} of it\n\nSaid of part ${at}.`,
      ).join('\n\n');
    return [text(0), text(3)];
  },
};

const columnsOf = (texts: readonly string[]): readonly CompareColumn[] =>
  texts.map((text, at) => column(`C${at}`, text));
const brandNames = {
  version: 'bench',
  brands: [{ id: 'F', name: 'Foldmaster', kind: 'competitor', aliases: [], domains: [] }],
  decisions: [],
} as const;

/** Processor time, the best of `rounds`, and the characters of the result. */
function measured(
  columns: readonly CompareColumn[],
  rounds: number,
): { readonly ms: number; readonly characters: number } {
  let best = Number.POSITIVE_INFINITY;
  let characters = 0;
  for (let round = 0; round < rounds; round++) {
    const before = process.threadCpuUsage();
    const comparison = compareObservations(
      columns,
      { ...defaultOptions, brands: brandNames, baseline: columns[0]?.id ?? null },
      createCompareMemory(),
    );
    const used = process.threadCpuUsage(before);
    best = Math.min(best, (used.user + used.system) / 1000);
    characters = charactersOf(textsOf(comparison));
  }
  return { ms: best, characters };
}

/** Targets that were missed: times, which depend on the machine, and growth, which does not. */
export type Missed = {
  readonly late: number;
  readonly steep: number;
};

/** Any two texts of this many words, and how long they may take. */
const maxWords = byForm({ full: 50_000, quick: 50_000, smoke: 400 });
const maxMs = 500;
/** Texts that are made to be slow, of this many characters. */
const maxCharacters = byForm({ full: 100_000, quick: 100_000, smoke: 800 });
/**
 * How much longer sixteen times as much may take: as n log n, and half as much again for what no longer fits into the
 * processor's caches. The square would be 256 times. Below the least time a figure is the machine's and not the text's.
 */
const maxGrowth = 16 * (Math.log(maxWords) / Math.log(maxWords / 16));
const leastMs = 25;

/** Measures sizes that double four times. */
function measureGrowth(name: string, size: number, most: number, textsOfSize: Texts): Missed {
  const sizes = [16, 8, 4, 2, 1].map((part) => Math.floor(size / part));
  const rows = sizes.map((each) => measured(columnsOf(textsOfSize(each)), 3));
  const times = rows.map(({ ms }) => ms);
  const last = times.at(-1) ?? 0;
  const growth = last / Math.max(leastMs, times[0] ?? 0);
  const late = last > most;
  const steep = growth > maxGrowth;
  console.log(
    `  ${name.padEnd(48)} ${times.map((ms) => ms.toFixed(0).padStart(5)).join(' ')} ms  ${growth.toFixed(1).padStart(5)}x ${steep ? 'steeper than n log n' : ''}${late ? ` over ${most} ms` : ''}`,
  );
  return { late: late ? 1 : 0, steep: steep ? 1 : 0 };
}

/** 250 answers of 1,500 words of which no two are alike, as one paragraph each and as paragraphs of 60 words. */
function measureUnlike(): number {
  let missed = 0;
  for (const each of [1500, 60]) {
    const texts = Array.from(
      { length: byForm({ full: 250, quick: 250, smoke: 3 }) },
      () => `Said in short:\n\n${paragraphs(words(1500), each)}`,
    );
    const { ms, characters } = measured(columnsOf(texts), 1);
    console.log(
      `  ${texts.length} markets of 1,500 unlike words, ${each} a paragraph: ${ms.toFixed(0)} ms (target 2000 ms), ${(characters / 1e6).toFixed(1)} million characters`,
    );
    if (ms > 2000) missed++;
  }
  return missed;
}

/** 50 answers whose headings change their levels from market to market: a path must not grow with every one. */
function measureShifting(): number {
  const texts = Array.from({ length: byForm({ full: 50, quick: 50, smoke: 3 }) }, (_, market) =>
    Array.from(
      { length: 150 },
      (_unused, at) =>
        `${'#'.repeat(1 + ((at * 5 + market * 7) % 6))} Part ${at} of the answer\n\nSaid of part ${at}.`,
    ).join('\n\n'),
  );
  const { ms, characters } = measured(columnsOf(texts), 1);
  const written = texts.reduce((sum, text) => sum + text.length, 0);
  console.log(
    `  ${texts.length} markets, 150 headings at shifting levels: ${ms.toFixed(0)} ms, ${(characters / 1e6).toFixed(1)} million characters from ${(written / 1e6).toFixed(1)} (target 20 times)`,
  );
  return characters > 20 * written ? 1 : 0;
}

export function measureGrowths(): Missed {
  // The engine compiles what it will run.
  measured(columnsOf([paragraphs(words(5000), 40), paragraphs(words(5000), 40)]), 2);
  console.log(
    `\nTwo texts, processor time for a 16th, an 8th, a quarter, half of ${maxWords} words, all of them, and the growth (at most ${maxGrowth.toFixed(1)}x, ${maxMs} ms)`,
  );
  const missed = Object.entries(pairs).map(([name, texts]) => measureGrowth(name, maxWords, maxMs, texts));
  console.log(`\nTexts that are made to be slow, up to ${maxCharacters} characters (at most 1000 ms)`);
  for (const [name, text] of Object.entries(hostileTexts))
    missed.push(measureGrowth(name, maxCharacters, 1000, (size) => [text(size), text(size + 60)]));
  console.log('\nMany markets');
  return {
    late: measureUnlike() + missed.reduce((sum, { late }) => sum + late, 0),
    steep: measureShifting() + missed.reduce((sum, { steep }) => sum + steep, 0),
  };
}
