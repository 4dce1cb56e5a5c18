import { createSandboxDriver } from '#service/drivers/sandbox/sandboxDriver.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { type StoredCell, storeRun } from './storedRun.ts';

export const comparedQuestion = 'Which folding bike locks do people trust?';
export const comparedCountries = ['US', 'GB', 'CA', 'DE', 'AT', 'FR', 'JP', 'BR', 'EG', 'IL', 'TH', 'KR'];

const samples = 3;
const include = { markdown: true, searchQueries: true, shopping: true, ads: true };
/** All three samples of one market failed, and one sample of another. */
const failed = (country: string, sample: number): boolean =>
  country === 'BR' || (country === 'FR' && sample === 2);

/** A run over twelve countries with three samples each, as the sandbox answers, some of it failed. */
export async function storeComparedRun(folder: string): Promise<string> {
  const sandbox = createSandboxDriver({ latencyMs: 0 });
  const cells: StoredCell[] = [];
  for (const country of comparedCountries) {
    for (let sample = 1; sample <= samples; sample += 1) {
      const job = driverJob('assistant-a', { prompt: comparedQuestion, country, include });
      const outcome = await sandbox.answer({ ...job, jobId: `${country}-${sample}` });
      const result =
        outcome.kind !== 'answer' || failed(country, sample)
          ? null
          : { ...outcome.result, provenance: outcome.provenance };
      cells.push({ country, sample, result });
    }
  }
  return storeRun(folder, {
    question: comparedQuestion,
    engine: 'assistant-a',
    options: { include },
    samples,
    cells,
  });
}

/** A search in five countries: the third has no results, the next one failed, and the last was cancelled. */
export async function storeSearchRun(folder: string): Promise<string> {
  const sandbox = createSandboxDriver({ latencyMs: 0 });
  const cells: StoredCell[] = [];
  for (const country of ['DE', 'JP', 'FR', 'BR', 'US']) {
    const outcome = await sandbox.answer({
      ...driverJob('search', { query: comparedQuestion, country }),
      jobId: country,
    });
    if (outcome.kind !== 'answer') throw new Error(`No answer for ${country}.`);
    const found = { ...outcome.result, provenance: outcome.provenance };
    const result = country === 'FR' ? { ...found, organicResults: [], peopleAlsoAsk: [] } : found;
    cells.push({ country, sample: 1, result: country === 'BR' ? null : result });
  }
  const question = comparedQuestion;
  return storeRun(folder, { question, engine: 'search', options: {}, samples: 1, cells, cancelled: 1 });
}

/** A run over three countries, one of which another surface answered. */
export async function storeMixedSurfaces(folder: string): Promise<string> {
  const sandbox = createSandboxDriver({ latencyMs: 0 });
  const cells: StoredCell[] = [];
  for (const country of ['DE', 'JP', 'BR']) {
    const job = driverJob('search-ai', { prompt: comparedQuestion, country, include: { markdown: true } });
    const outcome = await sandbox.answer({ ...job, jobId: country });
    if (outcome.kind !== 'answer') throw new Error(`No answer for ${country}.`);
    const surface = country === 'JP' ? 'model-api' : 'search-page';
    const result = { ...outcome.result, provenance: { ...outcome.provenance, surface } };
    cells.push({ country, sample: 1, result });
  }
  return storeRun(folder, {
    question: comparedQuestion,
    engine: 'search-ai',
    options: { include: { markdown: true } },
    samples: 1,
    cells,
  });
}
