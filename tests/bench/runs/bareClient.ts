import { setTimeout as delay } from 'node:timers/promises';

export type Target = { readonly baseUrl: string; readonly apiKey: string };

/** What a plain pool waits after a 429. */
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
 * The baseline: a pool of fixed size over bare fetch, as p-queue would run it with `concurrency` set to the slots. It
 * stores nothing and survives nothing. Milliseconds until everything is answered.
 */
export async function barePool(
  target: Target,
  work: { readonly cells: number; readonly slots: number; readonly prompt: string },
): Promise<number> {
  const startedAt = performance.now();
  let left = work.cells;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      while (!(await askOnce(target, work.prompt))) await delay(againMs);
    }
  };
  await Promise.all(Array.from({ length: work.slots }, worker));
  return performance.now() - startedAt;
}

/** Another client of the account that keeps `slots` busy for a time. Gives the slot-milliseconds it really had. */
export async function otherClient(
  target: Target,
  work: {
    readonly slots: number;
    readonly forMs: number;
    readonly engineMs: number;
    readonly prompt: string;
  },
): Promise<number> {
  const until = performance.now() + work.forMs;
  let hadMs = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      if (await askOnce(target, work.prompt)) hadMs += work.engineMs;
      else await delay(againMs);
    }
  };
  await Promise.all(Array.from({ length: work.slots }, worker));
  return hadMs;
}
