import { expect, it } from 'vitest';
import type { TakenCell } from '#main/history/store/operations/cells.ts';
import type { HistoryCalls } from '#main/history/threads/reopeningHistory.ts';
import { createOutcomes } from '#main/runs/outcomes.ts';
import { createRescueFiles } from '#main/runs/rescueFiles.ts';
import { AppError } from '#shared/model/appError.ts';
import { handClock } from '#tests/support/faults/clocks.ts';
import { sampleAnswer } from '#tests/support/history/sampleAnswers.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

const full = new AppError('DISK_FULL', 'The disk is full.', { retryable: true });

const cell = (ordinal: number): TakenCell => ({
  id: `run000000000.${ordinal}`,
  ordinal,
  question: 'Which lock?',
  engine: 'assistant-a',
  market: { country: 'DE' },
  sample: 1,
  attempt: 1,
  idempotencyKey: `run000000000-${ordinal}-0`,
  taskId: null,
});
const answered = { kind: 'completed', answer: sampleAnswer('DE') } as const;

/** A history whose disk can be full, and what came of it. */
function troubled(data = temporaryFolder()) {
  const clock = handClock();
  const stored: string[] = [];
  const told: (string | null)[] = [];
  const state: { failure: AppError | null } = { failure: full };
  const call = async (operation: string, input: { cellId: string }) => {
    if (state.failure !== null) throw state.failure;
    stored.push(`${operation} ${input.cellId}`);
    return operation === 'cells.recover'
      ? true
      : { cell: { id: input.cellId }, observationId: 'o', pages: [] };
  };
  const outcomes = createOutcomes({
    history: { call: call as unknown as HistoryCalls['call'] },
    files: createRescueFiles(data),
    clock,
    log: () => undefined,
    publish: (name, payload) => {
      if (name !== 'outcomes.changed' || !('unstored' in payload)) return;
      told.push(payload.unstored && `${payload.unstored.answers}: ${payload.unstored.reason}`);
    },
  });
  return { outcomes, clock, stored, told, state, data };
}

it('says at once that an answer cannot be stored, keeps it, and stores it when there is room again', async () => {
  const { outcomes, clock, stored, told, state } = troubled();
  const settled = outcomes.settle(cell(0), answered);
  await expect.poll(() => told.at(-1)).toBe('1: The disk is full.');
  let mayAsk = false;
  const asking = outcomes.ready().then((ready) => {
    mayAsk = ready;
  });
  expect(clock.finish(500)).toBe(true);
  await expect.poll(() => clock.waits.includes(1000)).toBe(true);
  expect([stored, mayAsk]).toEqual([[], false]);
  state.failure = null;
  clock.finish(1000);
  expect(await settled).toMatchObject({ observationId: 'o' });
  await asking;
  expect([stored, mayAsk, told.at(-1), outcomes.status()]).toEqual([
    ['cells.settle run000000000.0'],
    true,
    null,
    null,
  ]);
});

it('keeps what is not stored in a file when the program ends, which the next start stores once', async () => {
  const { outcomes, data } = troubled();
  const settled = [outcomes.settle(cell(0), answered), outcomes.settle(cell(1), answered)];
  outcomes.leave();
  expect(await Promise.all(settled)).toEqual([null, null]);
  // An answer that arrives while the program ends is kept too.
  expect(await outcomes.settle(cell(2), answered)).toBeNull();
  expect(outcomes.rescue()).toMatchObject({ answers: 3, file: expect.stringContaining(data) });

  const next = troubled(data);
  expect(await next.outcomes.recover()).toBe(0);
  next.state.failure = null;
  expect(await next.outcomes.recover()).toBe(3);
  expect(next.stored).toEqual([0, 1, 2].map((n) => `cells.recover run000000000.${n}`));
  expect(await next.outcomes.recover()).toBe(0);
});

it('does not wait for what waiting cannot mend: the answer is kept in a file and its request is unknown', async () => {
  const { outcomes, stored, state } = troubled();
  state.failure = new AppError('INTERNAL', 'It has no place.');
  const settled = outcomes.settle(cell(0), answered).catch((error: Error) => error.message);
  await expect(outcomes.settle(cell(1), answered)).rejects.toThrow('It has no place.');
  expect(await settled).toBe('It has no place.');
  expect(stored).toEqual([]);
  expect([outcomes.status(), outcomes.rescue()]).toEqual([null, null]);
});

it('reads of a damaged file what is readable, and keeps the rest', async () => {
  const { data } = troubled();
  const files = createRescueFiles(data);
  const { writeFileSync } = await import('node:fs');
  const { gzipSync } = await import('node:zlib');
  const good = { cellId: 'run000000000.0', key: 'k', engine: 'assistant-a', outcome: answered, nowMs: 1 };
  const file = files.write([good as never]);
  expect(files.read(file)).toEqual({ outcomes: [good], unreadable: 0 });
  writeFileSync(file, gzipSync(`${JSON.stringify(good)}\n{"cellId":3}\nno JSON\n`));
  expect(files.read(file)).toEqual({ outcomes: [good], unreadable: 2 });
  writeFileSync(file, 'no gzip');
  expect(files.read(file)).toEqual({ outcomes: [], unreadable: 1 });
});
