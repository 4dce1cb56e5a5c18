import { expect, it } from 'vitest';
import { createSpending } from '#main/hosts/cli/mcp/spending.ts';

const now = Date.UTC(2026, 10);
const minute = 60_000;

it.each([
  ['just made', 0, false],
  ['after its ten minutes', 10 * minute, true],
  ['by a clock that was corrected by a minute', -minute, false],
  ['by a clock that was set back by years', -365 * 24 * 60 * minute, true],
])('a quote, %s', async (_, laterMs, isRefused) => {
  let nowMs = now;
  const spending = createSpending({
    limit: 100,
    core: () => Promise.reject(new Error('it was used')),
    clock: { now: () => nowMs, wait: () => Promise.resolve() },
  });
  const { id } = spending.quote(5, { kind: 'plan', run: { plan: 'p' } as never });
  nowMs += laterMs;
  await expect(spending.use(id)).rejects.toThrow(isRefused ? /unknown, expired or used/ : /it was used/);
});
