import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { timeOrderedId } from '#platform/identifiers.ts';
import { type RunningService, type ServicePorts, startService } from '#service/server.ts';
import { openSqliteStore } from '#service/store/sqlite/sqliteStore.ts';
import type { ServiceOptions } from '#shared/interface/operator/control.ts';
import { type EchoWatch, echoDriver } from './echoDriver.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any;
};

/** A service in this process, on a folder of its own, whose engines echo. */
export type TestService = RunningService & {
  readonly dataFolder: string;
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
  readonly ask: (
    prompt: string,
    more?: Record<string, unknown>,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
  /** Polls a task until it has ended. */
  readonly ended: (taskId: string, headers?: Record<string, string>) => Promise<Answer>;
  /** Stops and starts again on the same folder. */
  readonly restart: (options?: Partial<ServiceOptions>) => Promise<TestService>;
  /** Stops and removes the folder. */
  readonly remove: () => Promise<void>;
};

export type TestOptions = Partial<ServiceOptions> & {
  readonly watch?: EchoWatch;
  readonly ports?: ServicePorts;
};

export async function runService(options: TestOptions = {}): Promise<TestService> {
  const { watch, ports, ...rest } = options;
  const dataFolder = rest.dataFolder ?? (await mkdtemp(join(tmpdir(), 'parallax-service-')));
  const service = await startService(
    {
      host: '127.0.0.1',
      port: 0,
      plan: 'growth',
      retryBaseMs: 1,
      allowPrivateWebhooks: true,
      ...rest,
      dataFolder,
    },
    { drivers: [echoDriver(watch)], ...ports },
  );
  const call: TestService['call'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${service.apiKey}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return {
    ...service,
    dataFolder,
    call,
    ask: (prompt, more = {}, headers = {}) =>
      call('POST', '/v1/monitor/assistant-a', { prompt, country: 'US', ...more }, headers),
    ended: async (taskId, headers = {}) => {
      for (;;) {
        const answer = await call('GET', `/v1/async/task/${taskId}`, undefined, headers);
        if (answer.status !== 200 || ['COMPLETED', 'FAILED'].includes(answer.body.task.status)) return answer;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    restart: async (changes = {}) => {
      await service.stop(0);
      return runService({ ...options, ...changes, dataFolder });
    },
    remove: async () => {
      await service.stop(0);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** A key of another account, made by the operator. */
export async function keyOf(service: TestService, account: string, plan = 'growth'): Promise<string> {
  await service.operator.call('accounts.create', { name: account, plan });
  const made = await service.operator.call('keys.create', { account });
  if (!made.ok) throw new Error(made.message);
  return (made.output as { apiKey: string }).apiKey;
}

/** Charges an account until only so many credits are left, over a connection of its own. */
export async function spendDownTo(service: TestService, account: string, left: number): Promise<void> {
  const store = openSqliteStore({ dataFolder: service.dataFolder, ownsQueue: false });
  try {
    const found = (await store.accounts()).find(({ name }) => name === account);
    if (found === undefined) throw new Error(`there is no account ${account}`);
    const now = Date.now();
    await store.settleCall({
      id: timeOrderedId(now),
      accountId: found.id,
      requestId: 'spent',
      engine: 'assistant-a',
      status: 200,
      errorCode: null,
      errorMessage: null,
      charge: found.balance - left,
      attempts: 1,
      startedAt: now,
      finishedAt: now,
      result: null,
      pages: null,
    });
  } finally {
    await store.close();
  }
}

/** The same, stopped and removed when the test ends; also what it was restarted as. */
export async function testService(options: TestOptions = {}): Promise<TestService> {
  return untilTestEnds(await runService(options));
}

function untilTestEnds(service: TestService): TestService {
  onTestFinished(service.remove);
  return { ...service, restart: async (changes) => untilTestEnds(await service.restart(changes)) };
}
