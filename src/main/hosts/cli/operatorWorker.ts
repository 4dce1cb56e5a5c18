import { Worker } from 'node:worker_threads';
import type {
  OperatorMessage,
  ServiceDescription,
  ServiceRequest,
  ServiceWorkerData,
} from '#shared/service/control.ts';
import type {
  OperationErrorCode,
  ServiceOperationInput,
  ServiceOperationName,
  ServiceOperationOutput,
} from '#shared/service/operations.ts';
import { UsageError } from './exitCodes.ts';

/** Calls one operation on a service's data folder, whether the service runs or not. */
export type OperatorCall = <Name extends ServiceOperationName>(
  operation: Name,
  input: ServiceOperationInput<Name>,
) => Promise<ServiceOperationOutput<Name>>;

const wrongUsage: ReadonlySet<string> = new Set<OperationErrorCode>([
  'INVALID_INPUT',
  'NOT_FOUND',
  'CONFLICT',
]);

/** Runs one piece of work over a worker that opened the folder, and lets the worker end afterwards. */
export async function withOperator<T>(
  entry: URL,
  dataFolder: string,
  work: (call: OperatorCall) => Promise<T>,
): Promise<T> {
  const worker = start(entry, { mode: 'operator', dataFolder });
  const ended = new Promise<void>((done) => worker.once('exit', () => done()));
  let nextId = 0;
  try {
    await message(worker, (said) => said.type === 'operator-ready');
    const call = async (operation: string, input: unknown): Promise<unknown> => {
      const id = ++nextId;
      worker.postMessage({ type: 'call', id, operation, input } satisfies ServiceRequest);
      const answer = await message(worker, (said) => said.type === 'result' && said.id === id);
      if (answer.type !== 'result') throw new Error('The service answered something else.');
      if (answer.ok) return answer.output;
      throw wrongUsage.has(answer.code) ? new UsageError(answer.message) : new Error(answer.message);
    };
    return await work(call as OperatorCall);
  } finally {
    worker.postMessage({ type: 'stop', budgetMs: 1000 } satisfies ServiceRequest);
    await ended;
  }
}

/** The service's OpenAPI 3.1 description as JSON text; needs no data folder. */
export async function describeService(entry: URL): Promise<string> {
  const worker = start(entry, { mode: 'describe' });
  try {
    const said = await message(worker, (each) => each.type === 'description');
    if (said.type !== 'description') throw new Error('The service answered something else.');
    return said.openApi;
  } finally {
    await worker.terminate();
  }
}

type Said = OperatorMessage | ServiceDescription;

function start(entry: URL, workerData: ServiceWorkerData): Worker {
  return new Worker(entry, { workerData, name: 'operator' });
}

/** The next message that fits; rejects when the worker fails, breaks or ends first. */
function message(worker: Worker, fits: (said: Said) => boolean): Promise<Said> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
      act();
    };
    const onMessage = (said: Said): void => {
      if (said.type === 'failed') settle(() => reject(new Error(said.message)));
      else if (fits(said)) settle(() => resolve(said));
    };
    const onError = (error: unknown): void => settle(() => reject(error));
    const onExit = (code: number): void =>
      settle(() => reject(new Error(`The service thread ended with code ${code}.`)));
    worker.on('message', onMessage);
    worker.once('error', onError);
    worker.once('exit', onExit);
  });
}
