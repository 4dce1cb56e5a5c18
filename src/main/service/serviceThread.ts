import { Worker } from 'node:worker_threads';
import type { Clock, Logger } from '#main/ports.ts';
import { AppError } from '#shared/model/appError.ts';
import type {
  OperatorReady,
  ServiceMessage,
  ServiceReady,
  ServiceRequest,
  ServiceWorkerData,
} from '#shared/service/control.ts';

/** The worker could not start: its own code, such as STORE_LOCKED, and its reason. */
export class ServiceStartError extends Error {
  override readonly name = 'ServiceStartError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** One life of a service worker. */
export type ServiceThread = {
  /** Rejects with `ServiceStartError`. */
  readonly ready: Promise<ServiceReady | OperatorReady>;
  readonly call: (operation: string, input: unknown) => Promise<unknown>;
  readonly exited: Promise<void>;
  readonly stop: (budgetMs: number) => Promise<void>;
};

export function startServiceThread(
  entry: URL,
  workerData: ServiceWorkerData,
  ports: { readonly clock: Clock; readonly log: Logger },
): ServiceThread {
  const worker = new Worker(entry, { workerData, name: 'service' });
  const waiting = new Map<
    number,
    { resolve: (output: unknown) => void; reject: (error: AppError) => void }
  >();
  let nextId = 1;
  let gone = false;
  const post = (request: ServiceRequest) => worker.postMessage(request);
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const ready = new Promise<ServiceReady | OperatorReady>((resolve, reject) => {
    worker.on('message', (message: ServiceMessage) => {
      if (message.type === 'failed') reject(new ServiceStartError(message.code, message.message));
      else if (message.type === 'result') {
        const caller = waiting.get(message.id);
        waiting.delete(message.id);
        if (message.ok) caller?.resolve(message.output);
        else caller?.reject(operatorError(message.code, message.message));
      } else resolve(message);
    });
    worker.on('error', (error) => {
      ports.log('error', 'The embedded service failed', { reason: error.message });
      reject(new ServiceStartError('FAILED', error.message));
    });
    worker.once('exit', (code) => {
      gone = true;
      reject(new ServiceStartError('FAILED', `it ended with code ${code}`));
      for (const caller of waiting.values()) caller.reject(unavailable('it ended'));
      waiting.clear();
    });
  });
  // Whoever waits for it sees the rejection; nobody waiting is no reason to end the program.
  ready.catch(() => {});

  return {
    ready,
    exited,
    call: (operation, input) =>
      new Promise((resolve, reject) => {
        if (gone) return reject(unavailable('it ended'));
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        post({ type: 'call', id, operation, input });
      }),
    async stop(budgetMs) {
      if (gone) return;
      post({ type: 'stop', budgetMs });
      const late = new AbortController();
      await Promise.race([exited, ports.clock.wait(budgetMs + 2000, late.signal).catch(() => {})]);
      late.abort();
      await worker.terminate();
    },
  };
}

export function unavailable(reason: string): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    `The service inside Parallax does not run: ${reason.replace(/\.$/, '')}. Restart Parallax, or choose another connection.`,
    { retryable: true },
  );
}

function operatorError(code: string, message: string): AppError {
  if (code === 'NOT_FOUND' || code === 'CONFLICT' || code === 'INVALID_INPUT')
    return new AppError(code, message);
  return new AppError('SERVICE_ERROR', message);
}
