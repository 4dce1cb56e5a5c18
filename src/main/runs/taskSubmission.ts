import type { TaskSubmission } from '#client/contract.ts';
import type { Clock } from '#platform/clock.ts';
import { maximumCost, submissionCost } from '#shared/interface/tariff.ts';
import { batchLimit } from '#shared/interface/tasks.ts';
import type { ServiceClient } from '../client/serviceClient.ts';
import type { CellFailure, TakenCell } from '../history/store/operations/cells.ts';
import type { RunConfig } from '../history/store/operations/cellTasks.ts';
import { requestOf } from './planRun.ts';

/** The result for one cell of a batch. */
export type Submitted =
  | {
      readonly kind: 'accepted';
      readonly cell: TakenCell;
      readonly taskId: string;
      /** What it costs at most, by what the service says of the part that is known. */
      readonly credits: number;
    }
  | { readonly kind: 'refused'; readonly cell: TakenCell; readonly failure: CellFailure }
  /** Already submitted: its key is known there. `ids` are those that the service named with it. */
  | { readonly kind: 'taken'; readonly cell: TakenCell; readonly ids: readonly string[] };

/**
 * Sends up to 500 cells as one batch, each with the key assigned at planning: a batch that is sent again after
 * its response was lost creates no second task.
 * @throws ServiceError if the whole batch was refused or got no response
 */
export async function submitTasks(
  cells: readonly TakenCell[],
  runConfig: RunConfig,
  client: ServiceClient,
  options: { readonly signal: AbortSignal },
): Promise<readonly Submitted[]> {
  if (cells.length > batchLimit) throw new RangeError(`A batch can have at most ${batchLimit} tasks.`);
  const tasks = cells.map(
    ({ engine, question, market, idempotencyKey }) =>
      ({
        engine,
        payload: requestOf(engine, question, market, runConfig.optionsOf[engine] ?? {}),
        priority: runConfig.priority,
        idempotencyKey,
      }) as TaskSubmission,
  );
  const answer = await client.createTasks(tasks, { ...options, surfaceRefusals: true });
  const { requestId } = answer.accounting;
  return answer.data.results.flatMap((result): Submitted[] => {
    const cell = cells[result.index];
    if (!cell) return [];
    if (result.success) {
      const credits = statedMaximum(cell, runConfig, result.credits.creditsToCharge);
      return [{ kind: 'accepted', cell, taskId: result.task.id, credits }];
    }
    const { code, message, details } = result.error;
    if (code === 'RESOURCE_ALREADY_EXISTS')
      return [{ kind: 'taken', cell, ids: idsIn(result.error, cell.idempotencyKey) }];
    const failure = {
      code,
      message: [message, ...issueMessages(details)].join(' '),
      status: 200,
      requestId,
      body: JSON.stringify(result.error),
    };
    return [{ kind: 'refused', cell, failure }];
  });
}

/** What a task costs at most: the service states it without the part that depends on the answer. In whole credits. */
export function statedMaximum(cell: TakenCell, runConfig: RunConfig, toCharge: number): number {
  const request = requestOf(cell.engine, '', cell.market, runConfig.optionsOf[cell.engine] ?? {});
  return Math.ceil(toCharge) + maximumCost(cell.engine, request) - submissionCost(cell.engine, request);
}

/** Ids that an error of a taken key names: one of them may be the task that has the key. */
function idsIn(
  error: { readonly message: string; readonly details?: object },
  key: string,
): readonly string[] {
  const written = `${error.message} ${JSON.stringify(error.details ?? {})}`.replaceAll(key, '');
  return [...new Set(written.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi) ?? [])].slice(0, 3);
}

/** The service's message about the fields of a batch item. */
function issueMessages(details: object | undefined): readonly string[] {
  const issues: unknown = details === undefined ? [] : Reflect.get(details, 'errors');
  if (!Array.isArray(issues)) return [];
  return issues.flatMap((issue: unknown) => {
    const word: unknown = typeof issue === 'object' && issue !== null ? Reflect.get(issue, 'message') : null;
    return typeof word === 'string' ? [word] : [];
  });
}

/** Runs `work` for all items, at most `atOnce` at a time and `perSecond` a second; stops early on request. */
export async function paced<Item>(
  items: readonly Item[],
  limits: { readonly concurrency: number; readonly perSecond: number; readonly signal: AbortSignal },
  clock: Clock,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  let startedInSecond = 0;
  let secondBegan = clock.now();
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined && !limits.signal.aborted; item = waiting.shift()) {
      if (startedInSecond >= limits.perSecond) {
        const left = secondBegan + 1000 - clock.now();
        if (left > 0) await clock.wait(left, limits.signal).catch(() => {});
      }
      if (clock.now() - secondBegan >= 1000) {
        secondBegan = clock.now();
        startedInSecond = 0;
      }
      startedInSecond += 1;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limits.concurrency, items.length) }, worker));
}
