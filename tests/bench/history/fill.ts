import { performance } from 'node:perf_hooks';
import type { History } from '#main/history/historyClient.ts';
import type { MadeUpWorld } from './madeUpAnswers.ts';

export type Filled = {
  readonly observationIds: readonly string[];
  readonly rawBytes: number;
  /** Seconds spent storing; making the answers up is not counted. */
  readonly storingSeconds: number;
};

const samples = 25;
const engine = 'assistant-a';
const hourMs = 3_600_000;

/**
 * Stores made-up answers the way runs do: a run in eleven countries with 25 samples each, every answer a call of
 * its own, all of a run's calls on their way at once. Runs are an hour apart.
 *
 * @param betweenRuns what the program does in that hour; its time is not counted
 */
export async function fill(
  history: History,
  world: MadeUpWorld,
  count: number,
  betweenRuns: () => Promise<void>,
): Promise<Filled> {
  const { sessionUid } = await history.call('sessions.open', { host: 'test', programVersion: '0', nowMs: 0 });
  const ids: string[] = [];
  let rawBytes = 0;
  let storing = 0;
  for (let run = 0; ids.length < count; run++) {
    const nowMs = 1_760_000_000_000 + run * hourMs;
    const cellCount = Math.min(count - ids.length, world.countries.length * samples);
    const cells = Array.from({ length: cellCount }, (_, at) => ({
      market: { country: world.countries[at % world.countries.length] ?? 'US' },
      sample: 1 + Math.floor(at / world.countries.length),
    }));
    const { runUid } = await history.call('runs.create', {
      sessionUid,
      question: world.questions[run % world.questions.length] ?? '',
      engine,
      connectionUid: 'embedded',
      options: {},
      samples,
      cells,
      nowMs,
    });
    const claimed = await history.call('cells.claim', { runUid, limit: cellCount, nowMs });
    const answers = claimed.map(({ market, ordinal }) =>
      world.answer(run, market.country ?? 'US', nowMs + ordinal * 1000),
    );
    rawBytes += answers.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
    const started = performance.now();
    const settled = await Promise.all(
      claimed.map(({ id }, at) => {
        const answer = answers[at];
        if (!answer) throw new Error('an answer is missing');
        return history.call('cells.settle', {
          cellUid: id,
          engine,
          outcome: { kind: 'completed', answer },
          nowMs: answer.receivedAtMs,
        });
      }),
    );
    storing += performance.now() - started;
    ids.push(...settled.map(({ observationUid }) => observationUid ?? ''));
    await history.call('runs.finish', { runUid, nowMs });
    await betweenRuns();
  }
  return { observationIds: ids, rawBytes, storingSeconds: storing / 1000 };
}
