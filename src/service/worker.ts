import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type {
  OperatorReady,
  ServiceDescription,
  ServiceMessage,
  ServiceRequest,
  ServiceWorkerData,
} from '#shared/service/control.ts';
import { createFileLog } from './fileLog.ts';
import { openApiDocument } from './http/openApi.ts';
import { openOperator } from './operator/openOperator.ts';
import type { Operator } from './operator/operator.ts';
import { startService } from './server.ts';

/**
 * Thread entry: runs the service, or an operator on its data folder, as `workerData` says and speaks the control
 * protocol over the parent port. The thread ends by itself after `stop`, or after it could not start.
 */
const port = parentPort;
if (port === null) throw new Error('The service worker runs as a worker thread only');
const say = (message: ServiceMessage | OperatorReady | ServiceDescription): void => port.postMessage(message);

type Started = {
  readonly ready: Extract<ServiceMessage, { type: 'ready' }> | OperatorReady;
  readonly operator: Operator;
  readonly stop: (budgetMs: number) => Promise<void>;
};

async function start(data: Exclude<ServiceWorkerData, { mode: 'describe' }>): Promise<Started> {
  const log = createFileLog(data.dataFolder);
  const environment = process.env;
  process.on('uncaughtExceptionMonitor', (error) => {
    log('error', 'the service ended by an error', { error: error.stack ?? String(error) });
  });
  if (data.mode === 'operator') {
    const operator = await openOperator(data.dataFolder, { log, environment });
    return { ready: { type: 'operator-ready' }, operator, stop: operator.close };
  }
  const service = await startService(data, { log, environment });
  const ready = { type: 'ready', baseUrl: service.baseUrl, apiKey: service.apiKey } as const;
  return { ready, operator: service.operator, stop: service.stop };
}

async function run(data: Exclude<ServiceWorkerData, { mode: 'describe' }>, port: MessagePort): Promise<void> {
  const { ready, operator, stop } = await start(data);
  port.on('message', (request: ServiceRequest) => {
    if (request.type === 'stop') {
      stop(request.budgetMs).finally(() => port.close());
      return;
    }
    const { id, operation, input } = request;
    operator.call(operation, input).then((outcome) => say({ type: 'result', id, ...outcome }));
  });
  say(ready);
}

try {
  const data = workerData as ServiceWorkerData;
  if (data.mode === 'describe') {
    say({ type: 'description', openApi: JSON.stringify(openApiDocument()) });
    port.close();
  } else await run(data, port);
} catch (error) {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'FAILED';
  say({ type: 'failed', code, message: error instanceof Error ? error.message : String(error) });
  port.close();
}
