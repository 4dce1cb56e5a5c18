import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { leadFetchThroughProxy } from '#platform/http/proxies.ts';
import { type Logger, openFileLog, openStreamLog } from '#platform/log.ts';
import { serveThread, type ThreadChannel } from '#platform/threads/serveThread.ts';
import type {
  DescribeContract,
  MoveContract,
  OperatorContract,
  ServiceContract,
  ServiceOptions,
  ServiceWorkerData,
} from '#shared/interface/operator/control.ts';
import { openApiText } from './http/openApiText.ts';
import type { Operator } from './operator/operator.ts';
import { openOperator } from './operator/operator.ts';
import { startService } from './server.ts';

/** Thread entry: runs the service, or an operator on its data folder, as `workerData` says. */
const port = parentPort;
if (port === null) throw new Error('The service worker runs as a worker thread only');
const data = workerData as ServiceWorkerData;
if (data.mode === 'describe') describe(port);
else if (data.mode === 'operator') operate(port, data);
else if (data.mode === 'move') moveStore(port, data);
else serve(port, data);

function describe(port: MessagePort): void {
  serveThread<DescribeContract>(port, refusalOf, async () => ({
    opened: await openApiText(),
    take: () => undefined,
  }));
}

function operate(port: MessagePort, options: Pick<ServiceOptions, 'dataFolder' | 'store'>): void {
  serveThread<OperatorContract>(port, refusalOf, async (channel) => {
    const log = openLog(options.dataFolder);
    const operator = await openOperator(options, { log, environment: process.env });
    const stop = once(operator.close);
    return { opened: null, take: answerCalls(channel, operator, stop), close: () => stop(0) };
  });
}

function moveStore(port: MessagePort, { file, to }: { readonly file: string; readonly to: string }): void {
  serveThread<MoveContract>(port, refusalOf, async (channel) => {
    const { openStoreMove } = await import('./store/move/moveStore.ts');
    const { plan, move, close } = await openStoreMove(file, to, Date.now);
    const answer = (id: number): Promise<void> =>
      move(channel.emit).then(
        (report) => channel.reply(id, report),
        (error: unknown) => channel.refuse(id, refusalOf(error)),
      );
    return {
      opened: plan,
      take: (calls) => {
        for (const { id } of calls) void answer(id);
      },
      close,
    };
  });
}

function serve(port: MessagePort, options: ServiceOptions): void {
  serveThread<ServiceContract>(port, refusalOf, async (channel) => {
    const log = openLog(options.dataFolder, options.logTo);
    leadFetchThroughProxy(process.env, options.proxy ?? null);
    const service = await startService(options, { log, environment: process.env });
    const { baseUrl, apiKey, operator } = service;
    const stop = once(service.stop);
    return { opened: { baseUrl, apiKey }, take: answerCalls(channel, operator, stop), close: () => stop(0) };
  });
}

function openLog(dataFolder: string, target: ServiceOptions['logTo'] = 'file'): Logger {
  const log =
    target === 'stderr' ? openStreamLog(process.stderr) : openFileLog(join(dataFolder, 'service.log'));
  process.on('uncaughtExceptionMonitor', (error) => {
    log('error', 'the service ended by an error', { error: error.stack ?? String(error) });
  });
  return log;
}

type Calls = { readonly id: number; readonly name: string; readonly input: unknown };

function answerCalls(
  channel: Pick<ThreadChannel<ServiceContract>, 'reply' | 'refuse'>,
  operator: Operator,
  stop: (budgetMs: number) => Promise<void>,
) {
  const answer = async ({ id, name, input }: Calls): Promise<void> => {
    if (name === 'stop') {
      const { budgetMs } = input as { readonly budgetMs: number };
      await stop(budgetMs).catch(() => undefined);
      channel.reply(id, null);
      return;
    }
    const outcome = await operator.call(name, input);
    if (outcome.ok) channel.reply(id, outcome.output);
    else channel.refuse(id, { code: outcome.code, message: outcome.message });
  };
  return (calls: readonly Calls[]): void => {
    for (const call of calls) void answer(call);
  };
}

function once(stop: (budgetMs: number) => Promise<void>): (budgetMs: number) => Promise<void> {
  let stopped: Promise<void> | null = null;
  return (budgetMs) => {
    stopped ??= stop(budgetMs);
    return stopped;
  };
}

function refusalOf(error: unknown): ServiceContract['refusal'] {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'FAILED';
  return { code, message: error instanceof Error ? error.message : String(error) };
}
