import { expect } from 'vitest';
import type { Api } from './http.ts';
import { bodyFor, monitor } from './requests.ts';
import { remainingCredits } from './taskCalls.ts';

/** Spends an account's credits until exactly `rest` are left (0, or 3 and more below the balance). */
export async function spentDownTo(api: Api, rest: number): Promise<void> {
  let left = (await remainingCredits(api)) - rest;
  while (left > 0) {
    // Steps of 5, and of 3 and 4 where 5 would leave 1 or 2 that nothing costs.
    const [engine, cost] =
      left >= 8 || left === 5
        ? (['assistant-a', 5] as const)
        : left === 4
          ? (['assistant-b', 4] as const)
          : (['search', 3] as const);
    const answer = await api.post(monitor(engine), bodyFor(engine));
    expect(answer.status, answer.text).toBe(200);
    left -= cost;
  }
  expect(await remainingCredits(api)).toBe(rest);
}

export const emptied = (api: Api): Promise<void> => spentDownTo(api, 0);
