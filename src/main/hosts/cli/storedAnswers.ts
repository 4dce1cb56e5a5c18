import type { ObservationView } from '#shared/model/observation.ts';
import type { CellView, RunDetail, RunSummary } from '#shared/model/run.ts';
import { withoutMarks } from '#shared/text/markdown/citationMarks.ts';
import { type AnswerLine, answerLine } from './answerLine.ts';
import type { Caller } from './projectCaller.ts';

export type StoredAnswer = { readonly line: AnswerLine; readonly markdown: string | null };

/** The most ids one call may name. */
const idsPerCall = 300;

/** The cells with the answers stored for them, in the cells' order. */
export async function readAnswers(
  call: Caller,
  run: RunSummary,
  cells: readonly CellView[],
): Promise<readonly StoredAnswer[]> {
  const ids = cells.flatMap(({ observationId }) => (observationId === null ? [] : [observationId]));
  const byId = new Map<string, ObservationView>();
  for (let start = 0; start < ids.length; start += idsPerCall) {
    const { observations } = await call('observations.getMany', {
      ids: ids.slice(start, start + idsPerCall),
    });
    for (const observation of observations) byId.set(observation.id, observation);
  }
  return cells.map((cell) => {
    const observation = cell.observationId === null ? null : (byId.get(cell.observationId) ?? null);
    const markdown = observation?.markdown ?? null;
    return {
      line: answerLine(run, cell, observation),
      markdown: markdown === null ? null : withoutMarks(markdown),
    };
  });
}

/** A run as one piece for each question and engine; a run of one question is one piece. */
export async function* runSections(call: Caller, runId: string): AsyncGenerator<RunDetail> {
  const first = await call('runs.get', { runId });
  yield first;
  const { plan } = first.run;
  if (!plan) return;
  for (let question = 0; question < plan.questions; question += 1) {
    for (const engine of plan.engines) {
      if (question === 0 && engine === first.run.engine) continue;
      const chunk = await call('runs.get', { runId, question, engine });
      if (chunk.cells.length > 0) yield chunk;
    }
  }
}
