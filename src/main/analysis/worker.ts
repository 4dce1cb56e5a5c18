/** Thread entry of the analysis pool: compares columns, and caches what the last comparison read for the next. */
import { parentPort } from 'node:worker_threads';
import { answerInOrder, serveThread } from '#platform/threads/serveThread.ts';
import { compareObservations, createCompareMemory } from '#shared/figures/comparison/compare.ts';
import { countNames, detectedNames } from '#shared/figures/comparison/detectedNames.ts';
import { textsOf } from '#shared/model/comparison/comparisonParts.ts';
import type { CompareColumn, CompareOptions } from '#shared/model/comparison/samples.ts';
import type { AnalysisContract } from './protocol.ts';

const port = parentPort;
if (!port) throw new Error('The analysis worker is started by the pool, not by hand.');

let memory = createCompareMemory();

async function compare(input: Parameters<AnalysisContract['calls']['compare']>[0]) {
  const started = performance.now();
  const columns: readonly CompareColumn[] = JSON.parse(input.columnsJson);
  const options: CompareOptions = JSON.parse(input.optionsJson);
  try {
    const texts = textsOf(compareObservations(columns, options, memory, input.hash));
    return { texts, elapsedMs: performance.now() - started };
  } catch (error) {
    // A partly built state must not affect the next comparison.
    memory = createCompareMemory();
    throw error;
  }
}

const detect: AnalysisContract['calls']['detect'] = ({ columnsJson, optionsJson }) =>
  detectedNames(JSON.parse(columnsJson), JSON.parse(optionsJson));

const count: AnalysisContract['calls']['count'] = ({ columnsJson, optionsJson, names }) =>
  countNames(JSON.parse(columnsJson), JSON.parse(optionsJson), names);

function refusalOf(error: unknown): AnalysisContract['refusal'] {
  const failure = error instanceof Error ? error : new Error(String(error));
  return { code: 'FAILED', message: failure.message, stack: failure.stack ?? '' };
}

serveThread<AnalysisContract>(port, refusalOf, (channel) => ({
  opened: null,
  take: answerInOrder<AnalysisContract>(channel, refusalOf, { compare, detect, count }),
}));
