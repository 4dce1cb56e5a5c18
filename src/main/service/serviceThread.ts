import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import { heapLimit } from '#platform/threads/heapShares.ts';
import { startThread, type ThreadFailure } from '#platform/threads/startThread.ts';
import type {
  OperatorContract,
  ServiceContract,
  ServiceReady,
  ServiceWorkerData,
} from '#shared/interface/operator/control.ts';
import type { ServiceCall } from '#shared/interface/operator/operations.ts';
import { AppError } from '#shared/model/appError.ts';

/** The worker could not start: its error code, such as STORE_LOCKED, and the reason. */
export class ServiceStartError extends Error {
  override readonly name = 'ServiceStartError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** One instance of a service worker. */
export type ServiceThread = {
  /** Rejects with `ServiceStartError`; null from an operator. */
  readonly ready: Promise<ServiceReady | null>;
  readonly call: ServiceCall;
  readonly exited: Promise<void>;
  readonly stop: (budgetMs: number) => Promise<void>;
  /** Ends it immediately, whatever it is doing. */
  readonly end: () => Promise<void>;
};

export function startServiceThread(
  entry: URL,
  workerData: ServiceWorkerData,
  ports: { readonly clock: Clock; readonly log: Logger },
): ServiceThread {
  let opened = false;
  const thread = startThread<ServiceContract | OperatorContract>({
    entry,
    name: 'service',
    workerData,
    resourceLimits: heapLimit('service'),
    errorOf: (failure) => (opened ? callError(failure) : startError(failure)),
    onEnd({ code, message }) {
      if (code !== 'CLOSED' && code !== 'REFUSED')
        ports.log('error', 'The embedded service failed', { reason: message });
    },
  });
  const ready = thread.opened.then((is) => {
    opened = true;
    return is;
  });
  // Callers that await it see the rejection; without one, it must not end the program.
  ready.catch(() => undefined);

  return {
    ready,
    exited: thread.ended.then(() => undefined),
    // Both ends share the operation table and are the same version, so the output is not validated again.
    call: thread.call as ServiceCall,
    async stop(budgetMs) {
      const late = new AbortController();
      const stopped = thread
        .call('stop', { budgetMs })
        .catch(() => undefined)
        .then(() => thread.close());
      await Promise.race([stopped, ports.clock.wait(budgetMs + 2000, late.signal).catch(() => {})]);
      late.abort();
      await thread.terminate();
    },
    end: thread.terminate,
  };
}

function startError(failure: ThreadFailure<ServiceContract['refusal']>): ServiceStartError {
  if (failure.code === 'REFUSED') return new ServiceStartError(failure.refusal.code, failure.refusal.message);
  return new ServiceStartError('FAILED', failure.message);
}

function callError(failure: ThreadFailure<ServiceContract['refusal']>): AppError {
  if (failure.code !== 'REFUSED') return unavailable('it ended');
  const { code, message } = failure.refusal;
  if (code === 'NOT_FOUND' || code === 'CONFLICT' || code === 'INVALID_INPUT')
    return new AppError(code, message);
  return new AppError('SERVICE_ERROR', message);
}

export function unavailable(reason: string): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    `The embedded service is not running: ${reason.replace(/\.$/, '')}. Restart Parallax, or choose another connection.`,
    { retryable: true },
  );
}
