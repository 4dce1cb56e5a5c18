import { join } from 'node:path';
import { type History, openHistory } from '#main/history/threads/historyClient.ts';
import type { Engine } from '#shared/interface/engines.ts';
import { historyEntry } from '#tests/support/programs.ts';

const firstMs = 1_790_000_000_000;

export type StoredCell = {
  readonly country: string;
  readonly sample: number;
  /** What the engine answered, with its provenance; null for a cell that failed. */
  readonly result: Readonly<Record<string, unknown>> | null;
};

export type StoredRun = {
  readonly question: string;
  readonly engine: Engine;
  readonly options: Readonly<Record<string, unknown>>;
  readonly samples: number;
  /** In plan order. */
  readonly cells: readonly StoredCell[];
  /** How many of them, from the end, were cancelled before they were sent. */
  readonly cancelled?: number;
  /** When it was asked, milliseconds since the epoch. */
  readonly atMs?: number;
};

/** Writes one finished run into the history of a data folder that no program has open; resolves with its id. */
export async function storeRun(folder: string, run: StoredRun): Promise<string> {
  const [runId = ''] = await storeRuns(folder, [run]);
  return runId;
}

/** Writes finished runs, one after the other; resolves with their ids. */
export async function storeRuns(folder: string, runs: readonly StoredRun[]): Promise<readonly string[]> {
  const history = await openHistory({
    entry: historyEntry,
    file: join(folder, 'history.db'),
    log: () => {},
  });
  try {
    const ids: string[] = [];
    for (const run of runs) ids.push(await store(history, run));
    return ids;
  } finally {
    await history.close();
  }
}

async function store(history: History, run: StoredRun): Promise<string> {
  const { atMs = firstMs, cancelled = 0 } = run;
  const sent = run.cells.length - cancelled;
  const { sessionId } = await history.call('sessions.open', {
    host: 'test',
    programVersion: '0',
    nowMs: atMs,
  });
  const { runId } = await history.call('runs.create', {
    sessionId,
    question: run.question,
    engine: run.engine,
    connectionId: 'embedded',
    options: run.options,
    samples: run.samples,
    cells: run.cells.map(({ country, sample }) => ({ market: { country }, sample })),
    nowMs: atMs,
  });
  for (const cell of await history.call('cells.take', { runId, limit: sent, nowMs: atMs })) {
    const result = run.cells[cell.ordinal]?.result ?? null;
    await history.call('cells.settle', {
      cellId: cell.id,
      outcome:
        result === null
          ? {
              kind: 'failed',
              failure: {
                code: 'EXTERNAL_SERVICE_ERROR',
                message: 'The engine gave no answer.',
                status: 502,
                body: null,
                requestId: `req-${cell.ordinal}`,
              },
            }
          : {
              kind: 'completed',
              answer: {
                body: JSON.stringify({ success: true, result }),
                status: 200,
                headers: { 'x-request-id': `req-${cell.ordinal}` },
                requestPath: `/v1/monitor/${run.engine}`,
                requestBody: JSON.stringify({ prompt: run.question, country: cell.market.country }),
                receivedAtMs: atMs + 900,
                roundTripMs: 900,
                latencyMs: 880,
                creditsCharged: 5,
                requestId: `req-${cell.ordinal}`,
                imported: false,
              },
            },
      nowMs: atMs + 900,
    });
  }
  await history.call(cancelled > 0 ? 'runs.cancel' : 'runs.finish', { runId, nowMs: atMs + 1000 });
  await history.call('sessions.close', { sessionId, nowMs: atMs + 1000 });
  return runId;
}
