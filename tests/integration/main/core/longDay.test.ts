import { expect, it } from 'vitest';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { spendDay } from '#tests/support/longDay/day.ts';
import type { Balance } from '#tests/support/longDay/dayProgram.ts';

// `npm run soak` is the long form, which also holds memory and times against their aims.
it('a simulated day of monitors, runs, searches, exports, reloads, sleep and network failures loses no answer and leaves nothing open', async () => {
  const seed = Number(process.env.PARALLAX_SEED ?? Date.now() % 1_000_000);
  process.stdout.write(`PARALLAX_SEED=${seed}\n`);
  const { start, end, lost, answers, runs, rounds, exitCode } = await spendDay({
    dataFolder: temporaryFolder(),
    seed,
    speed: 30,
    lastsMs: 5000,
    restMs: 4000,
    keptComparisonBytes: 1024 * 1024,
  });
  expect(lost).toEqual([]);
  expect(answers).toBeGreaterThanOrEqual(16 * rounds);
  // Two a round; the others are the monitor's.
  expect(runs).toBeGreaterThan(2 * (rounds + 2));
  expect(end.warnings).toEqual([]);
  expect(grown(counted(start), counted(end))).toEqual([]);
  expect(end.heapBytes).toBeLessThan(start.heapBytes * 1.1);
  expect(exitCode).toBe(0);
}, 180_000);

const counted = ({
  handles,
  threads,
  listeners,
  signals,
  timers,
}: Balance): Readonly<Record<string, number>> => ({
  ...handles,
  threads,
  listeners,
  signals,
  timers,
});

/**
 * What differs from moment to moment: a connection, both of whose ends are here, stays open for a minute after its last
 * call, so that there are as many as were once needed at the same moment, at most one for each of the 32 answers of two
 * runs; and work in the background waits sometimes for one thing and sometimes for two. A day has a hundred times as many
 * of each.
 */
const allowed: Readonly<Record<string, number>> = { socket: 2 * 32, signals: 12, timers: 8 };

const grown = (start: Readonly<Record<string, number>>, end: Readonly<Record<string, number>>) =>
  Object.entries(end).flatMap(([kind, count]) =>
    count > (start[kind] ?? 0) + (allowed[kind] ?? 0) ? [`${kind}: ${start[kind] ?? 0}, then ${count}`] : [],
  );
