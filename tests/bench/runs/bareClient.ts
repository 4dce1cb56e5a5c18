import { setTimeout as delay } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Call } from './bestPossible.ts';

export type Target = { readonly baseUrl: string; readonly apiKey: string };

/** What a plain queue waits after a 429. */
const againMs = 250;

/** Asks once with bare fetch and reads the answer; false when every slot was busy. */
async function askOnce({ baseUrl, apiKey }: Target, prompt: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/v1/monitor/assistant-a`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ prompt, country: 'US' }),
  });
  await response.text();
  if (response.status === 429) return false;
  if (!response.ok) throw new Error(`The service answered with ${response.status}.`);
  return true;
}

/**
 * The baseline: p-queue over bare fetch, its concurrency set to the account's slots. It stores nothing and survives
 * nothing. Milliseconds until everything is answered.
 */
export async function bareQueue(
  target: Target,
  work: { readonly cells: number; readonly slots: number; readonly prompt: string },
): Promise<number> {
  const startedAt = performance.now();
  const queue = new PQueue({ concurrency: work.slots });
  const ask = async (): Promise<void> => {
    while (!(await askOnce(target, work.prompt))) await delay(againMs);
  };
  await queue.addAll(Array.from({ length: work.cells }, () => ask));
  return performance.now() - startedAt;
}

/** Another client of the account that keeps `slots` busy for a time. Gives the calls it got. */
export async function otherClient(
  target: Target,
  work: { readonly slots: number; readonly forMs: number; readonly prompt: string },
): Promise<readonly Call[]> {
  const startedAt = performance.now();
  const calls: Call[] = [];
  const worker = async (): Promise<void> => {
    for (let fromMs = 0; fromMs < work.forMs; fromMs = performance.now() - startedAt) {
      if (await askOnce(target, work.prompt)) calls.push({ fromMs, toMs: performance.now() - startedAt });
      else await delay(againMs);
    }
  };
  await Promise.all(Array.from({ length: work.slots }, worker));
  return calls;
}
