import { describe, expect, it } from 'vitest';
import { createStoreWait, StoreSilent } from '#service/parts/storeWait.ts';

/** As reading a large body keeps the process busy. */
function busyFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const answerOfStore = <T>(value: T) => new Promise<T>((resolve) => setImmediate(resolve, value));

describe('the wait of a request for its store', () => {
  it('counts what the store takes, not what reading the request takes', async () => {
    const wait = createStoreWait(50);
    expect(await wait(answerOfStore('admitted'))).toBe('admitted');
    busyFor(60);
    expect(await wait(answerOfStore('created'))).toBe('created');
  });

  it('takes an answer that came while the process was busy', async () => {
    const wait = createStoreWait(20);
    const answer = wait(answerOfStore('admitted'));
    busyFor(40);
    expect(await answer).toBe('admitted');
  });

  it('ends with one limit for all waits, and undoes what comes late', async () => {
    const wait = createStoreWait(20);
    const first = Promise.withResolvers<string>();
    const late: string[] = [];
    await expect(wait(first.promise, (result) => late.push(result))).rejects.toThrow(StoreSilent);
    await expect(wait(new Promise(() => undefined))).rejects.toThrow(StoreSilent);
    first.resolve('held');
    await first.promise;
    expect(late).toEqual(['held']);
  });
});
