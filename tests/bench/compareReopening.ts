import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createAnalysisPool } from '#main/analysis/analysisPool.ts';
import { createBrandRules } from '#main/brands/brandBook.ts';
import { createRunComparison } from '#main/comparison/runComparison.ts';
import { openHistory } from '#main/history/threads/historyClient.ts';
import { countryCodes } from '#shared/geo/countryCodes.ts';
import { type ArrivedTexts, joinTexts, readTexts } from '#shared/model/comparison/comparisonParts.ts';
import { compareInputSchema } from '#shared/model/comparison/request.ts';
import { realClock } from '#tests/support/faults/clocks.ts';
import { fillHistory } from './scrollHistory.ts';

const target = 30;
const source = (path: string) => new URL(`../../src/main/${path}`, import.meta.url);
const median = (values: readonly number[]) =>
  [...values].sort((one, two) => one - two)[Math.floor(values.length / 2)] ?? 0;

/**
 * What a person waits for when a comparison that is still kept is opened again: the history says whether its answers
 * are the same, the kept texts are joined to the bytes that go over loopback HTTP, and what the shown tab
 * needs is parsed. The loopback connection and the drawing are not in it. Beside it the same by way of the
 * whole comparison, as the command line takes it, and as one JSON text in the envelope. Resolves with how many targets
 * were missed.
 */
export async function measureReopening(asked: {
  readonly markets: number;
  readonly languages: number;
  readonly rounds: number;
}): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'parallax-bench-reopening-'));
  const runId = await fillHistory(folder, asked.markets, { words: 600, languages: asked.languages });
  const log = () => {};
  const history = await openHistory({
    entry: source('history/threads/worker.ts'),
    file: join(folder, 'history.db'),
    log,
  });
  const pool = createAnalysisPool({ entry: source('analysis/worker.ts'), log, size: 1 });
  try {
    const brands = createBrandRules({ history, clock: realClock, publish: () => {} });
    const comparison = createRunComparison({ history, pool, brands, publish: () => {} });
    let missed = 0;
    for (const baseline of [null, countryCodes[0] ?? 'AD']) {
      const request = compareInputSchema.parse({ runId, baseline });
      const started = performance.now();
      await comparison.compare(request);
      const first = performance.now() - started;
      const times = {
        found: [] as number[],
        envelope: [] as number[],
        parsed: [] as number[],
        all: [] as number[],
      };
      const whole: number[] = [];
      let characters = 0;
      for (let round = 0; round <= asked.rounds; round++) {
        const began = performance.now();
        const texts = await comparison.parts({ ...request, parts: ['answer'] });
        const found = performance.now();
        const body = Buffer.from(`{"ok":true,"data":${joinTexts(texts)}}`).toString();
        const sent = performance.now();
        readTexts((JSON.parse(body) as { readonly data: ArrivedTexts }).data);
        const ended = performance.now();
        JSON.parse(JSON.stringify({ ok: true, data: await comparison.compare(request) }));
        // The first round lets the engine compile what it will run.
        if (round === 0) continue;
        whole.push(performance.now() - ended);
        times.found.push(found - began);
        times.envelope.push(sent - found);
        times.parsed.push(ended - sent);
        times.all.push(ended - began);
        characters = texts.head.length + (texts.parts.answer?.length ?? 0);
      }
      const [found, envelope, parsed, all] = [times.found, times.envelope, times.parsed, times.all].map(
        median,
      );
      const best = Math.min(...times.all);
      if ((all ?? Infinity) > target) missed++;
      const ms = (value = 0) => `${value.toFixed(1)} ms`;
      console.log(
        `\n${asked.markets} markets, ${asked.languages} languages, ${baseline === null ? 'consensus' : 'against a baseline'}: opened again, answer tab`,
      );
      console.log(`  all of it                 ${ms(all)} median, ${ms(best)} best (target ${target} ms)`);
      console.log(
        `  of this: found ${ms(found)}, envelope ${ms(envelope)}, parsed ${ms(parsed)}, ${(characters / 1e6).toFixed(2)} million characters`,
      );
      console.log(`  with every tab as objects ${ms(median(whole))} median; the first time ${ms(first)}`);
    }
    return missed;
  } finally {
    await pool.close();
    await history.close();
    await rm(folder, { recursive: true, force: true });
  }
}
