import type { RouteName, RouteOutput, RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { engines } from '#shared/interface/engines.ts';
import { type PlanId, planOf } from '#shared/interface/plans.ts';

type ServiceRoute = Extract<RouteName, `service.${string}`>;
type Handlers = {
  readonly [N in ServiceRoute]?: (input: RouteParsedInput<N>) => RouteOutput<N>;
};

/** The service screen's side of the core, made up. */
export function madeUpService(now: () => number): Handlers {
  const iso = (agoMs: number): string => new Date(now() - agoMs).toISOString();
  let plan: PlanId = 'business';
  let balance = 2_799_430;
  let lastKey = 2;
  let keys: RouteOutput<'service.keys.list'> = [
    {
      id: 'key-1',
      account: 'default',
      lastFour: 'q8Zt',
      label: 'Nightly report',
      createdAt: iso(86_400_000 * 12),
      revokedAt: null,
    },
    {
      id: 'key-2',
      account: 'default',
      lastFour: 'Mm1x',
      label: null,
      createdAt: iso(86_400_000 * 40),
      revokedAt: iso(86_400_000 * 3),
    },
  ];
  let bindings: RouteOutput<'service.engines.list'> = engines.map((engine) => ({
    engine,
    driver: engine === 'assistant-e' ? null : 'sandbox',
    available: engine !== 'assistant-e',
    reason: engine === 'assistant-e' ? 'no driver answers for it' : null,
    answeredBy: engine === 'assistant-e' ? null : 'Sandbox',
    price: engine === 'assistant-e' ? null : 'free',
    countries: [],
  }));
  const account = (): RouteOutput<'service.overview'>['account'] => ({
    name: 'default',
    plan,
    slots: planOf(plan).slots,
    balance,
    creditsPerCycle: planOf(plan).monthlyCredits,
    cycleEndsAt: '2026-12-01T00:00:00.000Z',
    hasWebhookSecret: true,
    createdAt: iso(86_400_000 * 90),
  });
  const jobs: RouteOutput<'service.overview'>['jobs'] = Array.from({ length: 60 }, (_, index) => ({
    id: `0199c1f0-${String(index).padStart(4, '0')}-7000-8000-000000000000`,
    kind: index % 5 === 3 ? 'task' : 'call',
    requestId: `req_01JD8Z3W7K4F9Q${String(index).padStart(2, '0')}`,
    engine: engines[index % engines.length] ?? 'assistant-a',
    state: index % 9 === 8 ? 'FAILED' : index < 2 ? 'PROCESSING' : 'COMPLETED',
    status: index % 5 === 3 ? null : index % 9 === 8 ? 502 : 200,
    errorCode: index % 9 === 8 ? 'ENGINE_UNAVAILABLE' : null,
    errorMessage: index % 9 === 8 ? 'The engine did not answer after three attempts.' : null,
    creditsCharged: index % 9 === 8 ? 0 : index < 2 ? null : 5,
    attempts: index % 9 === 8 ? 3 : 1,
    priority: index % 5 === 3 ? 1 + (index % 10) : null,
    createdAt: iso(index * 47_000 + 2000),
    startedAt: iso(index * 47_000 + 1900),
    finishedAt: index < 2 ? null : iso(index * 47_000 + 300),
  }));
  const deliveries: RouteOutput<'service.webhooks.recent'> = [
    {
      id: 3,
      taskId: '0199c1f0-0003-7000-8000-000000000000',
      url: 'https://hooks.example.com/parallax',
      state: 'delivered',
      attempts: 1,
      nextAttemptAt: null,
      lastStatus: 204,
      lastError: null,
      createdAt: iso(120_000),
      deliveredAt: iso(119_000),
    },
    {
      id: 2,
      taskId: '0199c1f0-0008-7000-8000-000000000000',
      url: 'https://hooks.example.com/parallax/with/a/very/long/path/that/does/not/fit',
      state: 'failed',
      attempts: 6,
      nextAttemptAt: null,
      lastStatus: null,
      lastError: 'connection refused',
      createdAt: iso(7_200_000),
      deliveredAt: null,
    },
  ];
  return {
    'service.overview': () => ({
      running: true,
      baseUrl: 'http://127.0.0.1:41317',
      startedAt: iso(3_600_000),
      account: account(),
      slots: { used: 2, limit: planOf(plan).slots },
      queue: {
        queued: 7,
        processing: 2,
        limit: 10_000,
        byPriority: [
          { priority: 10, count: 2 },
          { priority: 1, count: 5 },
        ],
      },
      jobs,
      deliveries,
    }),
    'service.plan.set': (input) => {
      plan = input.plan;
      return account();
    },
    'service.credits.grant': ({ credits }) => {
      balance += credits;
      return account();
    },
    'service.keys.list': () => keys,
    'service.keys.create': ({ label }) => {
      lastKey += 1;
      const key = {
        id: `key-${lastKey}`,
        account: 'default',
        lastFour: 'N3wK',
        label: label ?? null,
        createdAt: iso(0),
        revokedAt: null,
      };
      keys = [key, ...keys];
      return { ...key, apiKey: 'amk_0123456789abcdefghijklmnopqrN3wK' };
    },
    'service.keys.revoke': ({ key }) => {
      keys = keys.map((each) => (each.id === key ? { ...each, revokedAt: iso(0) } : each));
      const found = keys.find((each) => each.id === key);
      if (found === undefined) throw new Error('no such key');
      return found;
    },
    'service.ledger.page': ({ before }) =>
      Array.from({ length: 200 }, (_, index) => (before ?? 421) - 1 - index)
        .filter((sequence) => sequence > 0)
        .map((sequence) => ({
          sequence,
          at: iso((421 - sequence) * 61_000),
          kind: sequence === 1 ? 'cycle' : sequence % 40 === 0 ? 'grant' : 'charge',
          delta: sequence === 1 ? 2_800_000 : sequence % 40 === 0 ? 10_000 : -5,
          balanceAfter: 2_800_000 - sequence * 5,
          jobId: sequence % 40 === 0 ? null : '0199c1f0-0003-7000-8000-000000000000',
          note: sequence % 40 === 0 ? 'added by hand' : null,
        })),
    'service.jobs.find': ({ requestId }) =>
      jobs
        .filter((job) => job.requestId === requestId)
        .map((job) => ({
          job,
          result:
            job.state === 'COMPLETED'
              ? '{"text":"Most reviewers trust the Foldmaster 900.","sources":[]}'
              : null,
        })),
    'service.webhooks.recent': () => deliveries,
    'service.webhooks.resend': ({ id }) => {
      const found = deliveries.find((each) => each.id === id);
      if (found === undefined) throw new Error('no such delivery');
      return { ...found, state: 'pending', nextAttemptAt: iso(-1000) };
    },
    'service.webhook-secret.rotate': () => ({ secret: 'whsec_5f1c0c7e9d0b4b0f8a53f1a4' }),
    'service.webhook-secret.clear': account,
    'service.engines.list': () => bindings,
    'service.engines.bind': ({ engine, driver }) => {
      bindings = bindings.map((each) =>
        each.engine === engine
          ? {
              ...each,
              engine,
              driver,
              answeredBy: driver,
              price: driver === null ? null : 'free',
              available: driver !== null,
              reason: driver === null ? 'no driver answers for it' : null,
            }
          : each,
      );
      return bindings;
    },
    'service.engines.drivers': () => [
      {
        id: 'sandbox',
        displayName: 'Sandbox',
        summary: 'Made-up answers, the same for the same question on the same day. No account, no network.',
        hasKey: false,
        keyRequired: false,
        keyLabel: null,
        keyVariable: null,
        keyFrom: null,
        keyAddresses: [],
        ready: true,
        missing: null,
        message: null,
        boundTo: engines.filter((engine) => engine !== 'assistant-e'),
        suggestedFor: [],
        price: null,
        settings: [],
        capabilities: engines.map((engine) => ({
          engine,
          fields: ['markdown'],
          country: 'parameter' as const,
          state: 'parameter' as const,
          language: 'parameter' as const,
          notes: [],
        })),
      },
      {
        id: 'provider-one',
        displayName: 'Provider One',
        summary: 'Answers with web search from a model provider, over its official interface.',
        hasKey: false,
        keyRequired: true,
        keyLabel: 'API key',
        keyVariable: 'PROVIDER_ONE_KEY',
        keyFrom: 'https://keys.provider-one.example',
        keyAddresses: ['https://api.provider-one.example'],
        ready: false,
        missing: 'an API key',
        message: null,
        boundTo: [],
        suggestedFor: ['assistant-a'],
        price: 'About 20 USD.',
        settings: [
          {
            name: 'model',
            label: 'Model',
            kind: 'model',
            value: '',
            default: 'one-large',
            optional: true,
            choices: [],
            help: 'Which model answers.',
          },
          {
            name: 'baseUrl',
            label: 'Address',
            kind: 'url',
            value: '',
            default: 'https://api.provider-one.example',
            optional: true,
            choices: [],
            help: 'Only for a proxy or a test server.',
          },
        ],
        capabilities: [
          {
            engine: 'assistant-a',
            fields: ['markdown', 'searchQueries'],
            country: 'parameter',
            state: 'prompt-hint',
            language: 'prompt-hint',
            notes: [],
          },
        ],
      },
    ],
    'service.engines.configure': ({ driver }) => {
      throw new Error(`${driver} is made up`);
    },
    'service.engines.models': () => [
      { name: 'one-large', endsOn: null },
      { name: 'one-small', endsOn: '2026-12-11' },
    ],
    'service.engines.test': () => ({
      ok: true,
      message: 'The sandbox answered with 182 words',
      latencyMs: 640,
      result: { text: 'Most reviewers trust the Foldmaster 900.' },
    }),
    'service.restart': () => ({ problem: null }),
  };
}
