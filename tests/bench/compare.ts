/**
 * `npm run bench:compare`: whole comparisons in the analysis pool, beside plain jsdiff word differences of the
 * same pairs in the same run, and how the cost grows with any texts. Times depend on the machine; the ratio does not. `--quick` halves the rounds.
 */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { diffWords } from 'diff';
import { createAnalysisPool } from '#main/analysis/analysisPool.ts';
import { compareObservations, createCompareMemory } from '#shared/figures/comparison/compare.ts';
import { charactersOf } from '#shared/model/comparison/comparisonParts.ts';
import { type CompareColumn, type CompareOptions, defaultOptions } from '#shared/model/comparison/samples.ts';
import { parseAnswer } from '#shared/text/markdown/blocks.ts';
import { blockId } from '#shared/text/markdown/parsedBlock.ts';
import { corpus } from '#tests/support/analysis/corpus.ts';
import { measureGrowths } from './compareGrowth.ts';
import { measureReopening } from './compareReopening.ts';
import { byForm, endWith } from './form.ts';

type Case = {
  readonly name: string;
  readonly markets: number;
  readonly languages: number;
  readonly samples: number;
  /** Wall time in the pool, milliseconds; null where only the ratio is asked for. */
  readonly target: number | null;
};

const cases: readonly Case[] = [
  { name: '50 markets, 8 languages', markets: 50, languages: 8, samples: 1, target: 300 },
  { name: '50 markets, 1 language', markets: 50, languages: 1, samples: 1, target: 300 },
  { name: '250 markets, 8 languages', markets: 250, languages: 8, samples: 1, target: 2000 },
  { name: '250 markets, 1 language', markets: 250, languages: 1, samples: 1, target: 2000 },
  { name: '12 markets × 3 samples, 8 languages', markets: 12, languages: 8, samples: 3, target: null },
];
const smallCases: readonly Case[] = [
  { name: '4 markets × 2 samples, 4 languages', markets: 4, languages: 4, samples: 2, target: null },
];
/** jsdiff takes minutes over 249 pairs of different languages: so many are measured and the rest is in proportion. */
const maxPairs = 25;

const rounds = byForm({ full: 5, quick: 3, smoke: 2 });
const options = (columns: readonly CompareColumn[]): CompareOptions => ({
  ...defaultOptions,
  baseline: columns[0]?.id ?? null,
});
const median = (values: readonly number[]) =>
  [...values].sort((one, two) => one - two)[Math.floor(values.length / 2)] ?? 0;
const milliseconds = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;

const pool = createAnalysisPool({
  entry: new URL('../../src/main/analysis/worker.ts', import.meta.url),
  log: () => undefined,
  size: 1,
  cacheBytes: 512 * 1024 * 1024,
});

/** The blocks of all answers as their own translation into English: what reading and comparing them costs. */
function translationsOf(columns: readonly CompareColumn[]): CompareOptions['translations'] {
  const blocks: Record<string, { readonly text: string; readonly spans: readonly [] }> = {};
  for (const column of columns)
    for (const { text, markdown } of column.samples)
      for (const block of parseAnswer(text, markdown).blocks)
        blocks[blockId('answer', block)] = { text: block.text, spans: [] };
  return { read: [], target: 'en', blocks };
}

/** Word differences of every market against the first, as a plain tool would make them. */
function plainDifferences(columns: readonly CompareColumn[]): {
  readonly ms: number;
  readonly measured: number;
  readonly pairs: number;
} {
  const texts = columns.map((column) => column.samples[0]?.text ?? '');
  const others = texts.slice(1);
  const step = Math.max(1, Math.ceil(others.length / maxPairs));
  const chosen = others.filter((_, index) => index % step === 0);
  const started = performance.now();
  for (const text of chosen) diffWords(texts[0] ?? '', text);
  return {
    ms: ((performance.now() - started) / chosen.length) * others.length,
    measured: chosen.length,
    pairs: others.length,
  };
}

function threadTime(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const used = process.threadCpuUsage(before);
  return (used.user + used.system) / 1000;
}

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`,
);
let slower = 0;
let late = 0;
for (const entry of byForm({ full: cases, quick: cases, smoke: smallCases })) {
  // A new corpus every round: no round can use what an earlier one left behind.
  const corpora = Array.from({ length: rounds + 1 }, (_, seed) =>
    corpus({ ...entry, words: 600, seed: seed + 11 }),
  );
  const inPool: number[] = [];
  let characters = 0;
  for (const [round, columns] of corpora.entries()) {
    const started = performance.now();
    const texts = await pool.compareTexts(columns, options(columns));
    // The first round lets the engine compile what it will run.
    if (round > 0) inPool.push(performance.now() - started);
    characters = charactersOf(texts);
  }
  const memory = createCompareMemory();
  const columns = corpora[1] as readonly CompareColumn[];
  for (const other of corpora.slice(2)) compareObservations(other, options(other), memory);
  const processor = threadTime(() => compareObservations(columns, options(columns), memory));
  const rebased = threadTime(() =>
    compareObservations(columns, { ...defaultOptions, baseline: columns[1]?.id ?? null }, memory),
  );
  // In turns with the originals, each with a memory of its own; the first pair lets the engine compile.
  const inTranslation = corpora
    .map((each) => {
      const translations = translationsOf(each);
      const [original, translated] = [null, translations].map((read) =>
        threadTime(() =>
          compareObservations(each, { ...options(each), translations: read }, createCompareMemory()),
        ),
      );
      return { original: original ?? 0, translated: translated ?? 0 };
    })
    .slice(1);
  const share = median(inTranslation.map(({ original, translated }) => translated / original));
  const plain = plainDifferences(columns);
  const wall = median(inPool);
  const best = Math.min(...inPool);
  const ratio = plain.ms / wall;
  if (ratio < 1) slower++;
  if (entry.target !== null && best > entry.target) late++;
  console.log(`\n${entry.name}, 600 words each`);
  console.log(
    `  all tabs in the pool      ${milliseconds(wall)} median, ${milliseconds(best)} best of ${inPool.length}${entry.target === null ? '' : ` (target ${entry.target} ms)`}`,
  );
  console.log(
    `  processor time alone      ${milliseconds(processor)}; another baseline ${milliseconds(rebased)}`,
  );
  console.log(
    `  plain jsdiff word diffs   ${milliseconds(plain.ms)} for ${plain.pairs} pairs${plain.measured < plain.pairs ? ` (from ${plain.measured} measured)` : ''}`,
  );
  console.log(
    `  in translation            ${milliseconds(median(inTranslation.map(({ translated }) => translated)))}, ${share.toFixed(2)} times the originals (target 1.3)`,
  );
  console.log(`  ratio                     ${ratio.toFixed(1)} times as fast as plain jsdiff`);
  console.log(
    `  result                    ${(characters / 1024 / 1024).toFixed(2)} million characters of JSON`,
  );
}
await pool.close();
const growth = measureGrowths();
late += growth.late;
for (const languages of byForm({ full: [8, 1], quick: [8, 1], smoke: [1] }))
  late += await measureReopening({
    markets: byForm({ full: 250, quick: 250, smoke: 4 }),
    languages,
    rounds: byForm({ full: 15, quick: 5, smoke: 1 }),
  });
if (late > 0)
  console.log(
    `\n${late} of the cases missed a target even at its best; look at the load above before believing it.`,
  );
if (growth.steep > 0) console.log(`\nThe cost of ${growth.steep} of the texts grows faster than it may.`);
// Only ratios and growth fail the run: they are measured on the same machine in the same minute.
endWith(slower + growth.steep === 0);
