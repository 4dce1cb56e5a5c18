import type { History } from '#main/history/threads/historyClient.ts';
import type { ObservationView } from '#shared/model/observation.ts';
import { sampleAnswer, sampleBody } from './sampleAnswers.ts';
import { createRun, openSession } from './temporaryHistory.ts';

export type GivenAnswer = {
  readonly country: string;
  readonly atMs: number;
  readonly question?: string;
  /** Members of the result that differ from the sample answer's. */
  readonly result?: Readonly<Record<string, unknown>>;
};

/** Stores these answers, each in a run of its own, and makes them searchable; their ids in the same order. */
export async function storeAnswers(
  history: History,
  given: readonly GivenAnswer[],
): Promise<readonly string[]> {
  const sessionId = await openSession(history);
  const ids: string[] = [];
  for (const { country, atMs, question = 'Which lock?', result = {} } of given) {
    const runId = await createRun(history, sessionId, [country], { question, nowMs: atMs });
    const [cell] = await history.call('cells.take', { runId, limit: 1, nowMs: atMs });
    const answer = sampleAnswer(country, { body: sampleBody(country, result), receivedAtMs: atMs });
    const settled = await history.call('cells.settle', {
      cellId: cell?.id ?? '',
      outcome: { kind: 'completed', answer },
      nowMs: atMs,
    });
    await history.call('runs.finish', { runId, nowMs: atMs });
    ids.push(settled.observationId ?? '');
  }
  await history.call('sessions.close', { sessionId, nowMs: given.at(-1)?.atMs ?? 0 });
  await indexAll(history);
  return ids;
}

export async function indexAll(history: History): Promise<void> {
  while ((await history.call('history.index', { limit: 50 })).pending > 0);
}

/** Every answer of a history, those of the newest run first, as the window reads them. */
export async function allAnswers(history: Pick<History, 'call'>): Promise<readonly ObservationView[]> {
  const { runs } = await history.call('runs.list', { limit: 100 });
  const answers: ObservationView[] = [];
  for (const { id } of runs) {
    const { cells } = await history.call('runs.get', { runId: id });
    const ids = cells.flatMap(({ observationId }) => observationId ?? []);
    answers.push(...(await history.call('observations.getMany', { ids })).observations);
  }
  return answers;
}
