import { performance } from 'node:perf_hooks';
import type { History } from '#main/history/threads/historyClient.ts';
import type { MadeUpWorld } from './madeUpAnswers.ts';

export type Filled = {
  /** The number of the run after the last. */
  readonly nextRun: number;
  readonly observationIds: readonly string[];
  readonly rawBytes: number;
  /** Seconds spent storing; making the answers up is not counted. */
  readonly storingSeconds: number;
};

const samples = 25;
const engine = 'assistant-a';
/** Runs follow each other in these steps: 200,000 answers are those of half a year. */
const betweenRunsMs = 6 * 3_600_000;
/** Calls on their way at a time: the most slots a plan has. */
const slots = 255;
/** Runs that follow each other without a pause, 5,500 answers, before the program has time for other things. */
export const runsTogether = 20;

type Received = {
  readonly cellId: string;
  readonly answer: ReturnType<MadeUpWorld['answer']>;
};

/**
 * Stores made-up answers the way runs do: runs in eleven countries with 25 samples each, every answer a call of its
 * own, and the next one sent when one is stored. Runs are six hours apart by their times. Pages linked in answers count as
 * gone, as they are after a day: otherwise every start of a copy would ask for them.
 *
 * @param betweenRuns what the program does when nothing comes in; its time is not counted
 * @param firstRun where the numbers of runs begin: each makes other answers
 * @param together runs that follow each other without a pause
 */
export async function fill(
  history: History,
  world: MadeUpWorld,
  count: number,
  betweenRuns: () => Promise<void>,
  firstRun = 0,
  together = runsTogether,
): Promise<Filled> {
  const { sessionId } = await history.call('sessions.open', { host: 'test', programVersion: '0', nowMs: 0 });
  const ids: string[] = [];
  let rawBytes = 0;
  let storing = 0;

  /** A run whose answers have come, and wait to be stored. */
  const received = async (run: number, most: number) => {
    const nowMs = 1_700_000_000_000 + run * betweenRunsMs;
    const cellCount = Math.min(most, world.countries.length * samples);
    const cells = Array.from({ length: cellCount }, (_, at) => ({
      market: { country: world.countries[at % world.countries.length] ?? 'US' },
      sample: 1 + Math.floor(at / world.countries.length),
    }));
    const { runId } = await history.call('runs.create', {
      sessionId,
      question: world.questions[run % world.questions.length] ?? '',
      engine,
      connectionId: 'embedded',
      options: {},
      samples,
      cells,
      nowMs,
    });
    const claimed = await history.call('cells.take', { runId, limit: cellCount, nowMs });
    const answers = claimed.map(
      ({ id, market, ordinal }): Received => ({
        cellId: id,
        answer: world.answer(run, market.country ?? 'US', nowMs + ordinal * 1000),
      }),
    );
    return { runId, nowMs, answers };
  };
  const store = async (answers: Iterator<Received>): Promise<void> => {
    for (let next = answers.next(); !next.done; next = answers.next()) {
      const { cellId, answer } = next.value;
      const { observationId } = await history.call('cells.settle', {
        cellId,
        engine,
        outcome: { kind: 'completed', answer },
        nowMs: answer.receivedAtMs,
      });
      ids.push(observationId ?? '');
    }
  };

  const dropPages = async (): Promise<void> => {
    for (;;) {
      const pages = await history.call('pages.pending', { limit: 1000 });
      if (pages.length === 0) return;
      for (const { id } of pages)
        await history.call('pages.fail', { id, message: 'The service keeps it for a day.', nowMs: 0 });
    }
  };

  let run = firstRun;
  while (ids.length < count) {
    const runs: Awaited<ReturnType<typeof received>>[] = [];
    for (let left = count - ids.length; left > 0 && runs.length < together; run++) {
      const next = await received(run, left);
      left -= next.answers.length;
      runs.push(next);
    }
    const answers = runs.flatMap((each) => each.answers);
    rawBytes += answers.reduce((sum, { answer }) => sum + Buffer.byteLength(answer.body), 0);
    const waiting = answers.values();
    const started = performance.now();
    await Promise.all(Array.from({ length: slots }, () => store(waiting)));
    storing += performance.now() - started;
    for (const { runId, nowMs } of runs) await history.call('runs.finish', { runId, nowMs });
    await dropPages();
    await betweenRuns();
  }
  return { nextRun: run, observationIds: ids, rawBytes, storingSeconds: storing / 1000 };
}
