/** Thread entry of the analysis pool: compares columns, keeps what the next comparison can use. */
import { performance } from 'node:perf_hooks';
import { parentPort } from 'node:worker_threads';
import { compareObservations, createCompareMemory } from '#shared/analysis/compare.ts';
import { textsOf } from '#shared/analysis/comparisonParts.ts';
import type { CompareColumn, CompareOptions } from '#shared/analysis/model.ts';
import type { AnalysisAnswer, AnalysisRequest } from './protocol.ts';

const port = parentPort;
if (!port) throw new Error('The analysis worker is started by the pool, not by hand.');

/** Parsed answers kept at most, in characters of their text (about 60 MB with their blocks). */
const MOST_PARSED = 8_000_000;

const memory = createCompareMemory();

function trim(): void {
  let characters = 0;
  for (const text of memory.parsed.keys()) characters += text.length;
  // Oldest first: a map keeps the order in which entries were added.
  for (const text of memory.parsed.keys()) {
    if (characters <= MOST_PARSED) break;
    memory.parsed.delete(text);
    characters -= text.length;
  }
}

port.on('message', ({ id, hash, columnsJson, optionsJson }: AnalysisRequest) => {
  const started = performance.now();
  let answer: AnalysisAnswer;
  try {
    const columns = JSON.parse(columnsJson) as readonly CompareColumn[];
    const options = JSON.parse(optionsJson) as CompareOptions;
    const texts = textsOf(compareObservations(columns, options, memory, hash));
    answer = { id, ok: true, texts, elapsedMs: performance.now() - started };
  } catch (error) {
    // Half-built state must not answer the next question.
    memory.stage = null;
    memory.parsed.clear();
    const failure = error instanceof Error ? error : new Error(String(error));
    answer = { id, ok: false, message: failure.message, stack: failure.stack ?? '' };
  }
  port.postMessage(answer);
  trim();
});
