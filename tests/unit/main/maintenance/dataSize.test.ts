import { expect, it } from 'vitest';
import { createDataSize } from '#main/maintenance/maintenance.ts';
import { handClock } from '#tests/support/service/handClock.ts';

/** A history whose count takes so long. */
function sizes(tookMs: number) {
  const clock = handClock();
  let counts = 0;
  const created = createDataSize({
    clock,
    publish: () => {},
    tasks: {
      size: async () => {
        counts += 1;
        await clock.advance(tookMs);
        return {
          ...{ file: '/data/history.db', fileBytes: 1, journalBytes: 0, freeBytes: 0, diskFreeBytes: 0 },
          kinds: [],
          copies: [],
        };
      },
    },
  });
  const ask = async (): Promise<number> => {
    created.size();
    await created.settled();
    return counts;
  };
  return { clock, ask, outdate: created.outdate };
}

it('counts again only after ten times as long as a count takes, however often it is asked', async () => {
  const { clock, ask } = sizes(3000);
  expect(await ask()).toBe(1);
  for (let asked = 0; asked < 10; asked++) {
    expect(await ask()).toBe(1);
    await clock.advance(3000);
  }
  await clock.advance(1);
  expect(await ask()).toBe(2);
});

it('counts again after two seconds if a count is quick', async () => {
  const { clock, ask } = sizes(5);
  expect(await ask()).toBe(1);
  await clock.advance(2000);
  expect(await ask()).toBe(1);
  await clock.advance(1);
  expect(await ask()).toBe(2);
});

it('counts again at once if answers were deleted', async () => {
  const { ask, outdate } = sizes(3000);
  expect(await ask()).toBe(1);
  outdate();
  expect(await ask()).toBe(2);
});
