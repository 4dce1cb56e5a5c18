import { expect, it } from 'vitest';
import { createProgress } from '#main/runs/progress.ts';
import type { CellView } from '#shared/model/run.ts';
import { handClock } from '#tests/support/faults/clocks.ts';

const cell = (ordinal: number, state: CellView['state'] = 'completed') =>
  ({ id: `r.${ordinal}`, ordinal, state }) as CellView;

it('progress is reported immediately, then batched after a fifth of a second, and always the last change', async () => {
  const clock = handClock();
  const reports: string[][] = [];
  const progress = createProgress(clock, async (cells) => {
    reports.push(cells.map((each) => `${each.ordinal}:${each.state}`));
  });
  progress.note(cell(0, 'running'));
  progress.note(cell(2));
  progress.note(cell(0));
  progress.note(cell(1));
  await new Promise((resolve) => setImmediate(resolve));
  expect(reports).toHaveLength(1);
  expect(clock.waits).toEqual([200]);
  clock.finish(200);
  await new Promise((resolve) => setImmediate(resolve));
  // Who waits for the end does not wait for the pause as well.
  await progress.settled();
  expect(reports.flat()).toContain('0:completed');
  expect(reports.length).toBeLessThanOrEqual(2);
});
