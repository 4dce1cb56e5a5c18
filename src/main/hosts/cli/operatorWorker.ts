import { startThread, type Thread, type ThreadFailure } from '#platform/threads/startThread.ts';
import type {
  DescribeContract,
  MoveContract,
  OperatorContract,
  ServiceWorkerData,
} from '#shared/interface/operator/control.ts';
import type { OperationErrorCode, ServiceCall } from '#shared/interface/operator/operations.ts';
import { UsageError } from './exitCodes.ts';

const wrongUsage: ReadonlySet<string> = new Set<OperationErrorCode>([
  'INVALID_INPUT',
  'NOT_FOUND',
  'CONFLICT',
]);

/** Runs one task in a worker that opened the folder, or the database at a URL, then ends the worker. */
export async function withOperator<T>(
  entry: URL,
  folder: { readonly dataFolder: string; readonly store?: string },
  work: (call: ServiceCall) => Promise<T>,
): Promise<T> {
  const thread = start<OperatorContract>(entry, { mode: 'operator', ...folder });
  try {
    return await work(thread.call as ServiceCall);
  } finally {
    await thread.close();
  }
}

/** The service's OpenAPI 3.1 description as JSON text; needs no data folder. */
export async function describeService(entry: URL): Promise<string> {
  const thread = start<DescribeContract>(entry, { mode: 'describe' });
  try {
    return await thread.opened;
  } finally {
    await thread.close();
  }
}

/**
 * A thread that has opened both databases of a move; if it is terminated at any moment, the move can continue
 * later.
 */
export function startMove(
  entry: URL,
  sides: { readonly file: string; readonly to: string },
  onEvent: (progress: MoveContract['event']) => void,
): Thread<MoveContract> {
  return start<MoveContract>(entry, { mode: 'move', ...sides }, onEvent);
}

function start<C extends OperatorContract | DescribeContract | MoveContract>(
  entry: URL,
  workerData: ServiceWorkerData,
  onEvent: (event: C['event']) => void = () => undefined,
): Thread<C> {
  return startThread<C>({ entry, name: 'operator', workerData, errorOf, onEvent });
}

function errorOf(failure: ThreadFailure<OperatorContract['refusal']>): Error {
  if (failure.code !== 'REFUSED') return new Error(failure.message);
  const { code, message } = failure.refusal;
  return wrongUsage.has(code) ? new UsageError(message) : new Error(message);
}
