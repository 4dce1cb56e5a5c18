import type { BridgeEvent, BridgeEventName, BridgeEvents } from '#shared/bridge/events.ts';
import type { Envelope, HostBridge } from '#shared/bridge/hostBridge.ts';
import type { RouteName, RouteOutput, RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import { isAvailable } from '#shared/interface/availability.ts';
import { maximumCost } from '#shared/interface/tariff.ts';
import type { AppErrorBody } from '#shared/model/appError.ts';
import type { Comparison } from '#shared/model/comparison/comparison.ts';
import { someTexts, textsOf } from '#shared/model/comparison/comparisonParts.ts';
import type { CompareRequest } from '#shared/model/comparison/request.ts';
import {
  type CompareColumn,
  type CompareSample,
  defaultOptions,
  noContent,
} from '#shared/model/comparison/samples.ts';
import type { ConnectionView } from '#shared/model/connection.ts';
import { defaultSettings } from '#shared/model/defaultSettings.ts';
import type { ObservationDetail } from '#shared/model/observation.ts';
import type { AskInput, CellView, RunDetail, RunSummary } from '#shared/model/run.ts';
import type { Settings } from '#shared/model/settings.ts';
import { madeUpAnswer, noProvenance } from './madeUpAnswers.ts';
import { madeUpService } from './madeUpService.ts';

type Handlers = {
  readonly [N in RouteName]?: (input: RouteParsedInput<N>) => RouteOutput<N> | Promise<RouteOutput<N>>;
};

export type MemoryHostOptions = {
  readonly nowMs?: () => number;
  /** Milliseconds until a cell has its outcome; null leaves cells waiting until `finishCell`. */
  readonly latencyMs?: ((ordinal: number) => number) | null;
  /** Milliseconds every call takes. */
  readonly callMs?: number;
  /** Starts without any run in the history. */
  readonly emptyHistory?: boolean;
  /** What the first outcome of a cell is; an answer unless told otherwise. */
  readonly outcomeOf?: (cell: CellView) => 'answer' | 'failed' | 'unknown';
};

type StoredRun = {
  summary: Omit<RunSummary, 'counts' | 'markets' | 'strip' | 'creditsCharged' | 'drivers'>;
  options: Record<string, unknown>;
  cells: CellView[];
  price: number;
};

const slots = 100;

export class MemoryHostFailure extends Error {
  readonly wire: AppErrorBody;
  constructor(wire: AppErrorBody) {
    super(wire.message);
    this.wire = wire;
  }
}

/**
 * The core as far as the window can see it, in memory: made-up runs, connections and settings behind the real
 * contract. Everything that crosses is cloned, as on a real bridge. For the development page and for unit tests.
 */
export function createMemoryHost(options: MemoryHostOptions = {}) {
  const now = options.nowMs ?? (() => Date.now());
  const latency =
    options.latencyMs === undefined ? (ordinal: number) => 400 + ((ordinal * 617) % 2600) : options.latencyMs;
  const outcomeOf =
    options.outcomeOf ??
    ((cell: CellView) => (cell.market.country === 'FR' && cell.attempts === 1 ? 'failed' : 'answer'));
  const listeners = new Set<(event: BridgeEvent) => void>();
  const overrides: { -readonly [N in RouteName]?: Handlers[N] } = {};
  const calls: { readonly route: string; readonly input: unknown }[] = [];
  const runs = new Map<string, StoredRun>();
  const trashed = new Map<string, StoredRun>();
  const cancelledCalls: string[] = [];
  let seq = 0;
  let lastId = 0;
  let settings: Settings = defaultSettings;
  let connections: ConnectionView[] = [
    {
      id: 'embedded',
      name: 'Embedded',
      baseUrl: 'http://127.0.0.1:41317',
      embedded: true,
      selected: true,
      engineAliases: {},
      deployment: null,
      key: { kind: 'internal', lastFour: null },
      reachable: true,
      slots: { limit: slots, used: 0 },
      credits: { remaining: 2_799_430, perCycle: 2_800_000, cycleResetsAt: '2026-12-01T00:00:00Z' },
    },
  ];

  const emit = <N extends BridgeEventName>(name: N, payload: BridgeEvents[N]): void => {
    seq += 1;
    const event = structuredClone({ name, seq, payload }) as BridgeEvent;
    for (const listener of listeners) listener(event);
  };
  const id = (prefix: string): string => {
    lastId += 1;
    return `${prefix}${lastId}`;
  };

  const countsOf = (cells: readonly CellView[]): RunSummary['counts'] => {
    const counts = {
      total: cells.length,
      planned: 0,
      running: 0,
      completed: 0,
      failed: 0,
      cancelled: 0,
      unknown: 0,
    };
    for (const cell of cells) counts[cell.state] += 1;
    return counts;
  };
  const summaryOf = (run: StoredRun): RunSummary => ({
    ...run.summary,
    counts: countsOf(run.cells),
    creditsCharged: run.cells.reduce((sum, cell) => sum + (cell.creditsCharged ?? 0), 0),
    markets: new Set(run.cells.map(({ marketKey }) => marketKey.split('#')[0])).size,
    strip: run.cells.slice(0, 300).map((cell) => ({
      market: cell.marketKey.split('#')[0] ?? '',
      country: cell.market.country,
      state: cell.state,
    })),
    drivers: run.cells.some((cell) => cell.state === 'completed') ? ['sandbox'] : [],
  });
  const settle = (run: StoredRun): void => {
    const { planned, running } = countsOf(run.cells);
    if (planned + running > 0) return;
    run.summary = {
      ...run.summary,
      state: run.summary.state === 'cancelled' ? 'cancelled' : 'finished',
      finishedAtMs: now(),
    };
  };
  // The core tells of one run at most ten times a second; without a clock every change is told at once.
  const waiting = new Map<string, Map<string, CellView>>();
  const changed = (run: StoredRun, cells: readonly CellView[]): void => {
    if (latency === null) {
      emit('run.changed', { run: summaryOf(run), cells: [...cells] });
      return;
    }
    const { id: runId } = run.summary;
    const known = waiting.get(runId);
    const changes = known ?? new Map<string, CellView>();
    for (const cell of cells) changes.set(cell.id, cell);
    if (known) return;
    waiting.set(runId, changes);
    setTimeout(() => {
      waiting.delete(runId);
      emit('run.changed', { run: summaryOf(run), cells: [...changes.values()] });
    }, 100);
  };

  const change = (run: StoredRun, cellId: string, values: Partial<CellView>): CellView => {
    const index = run.cells.findIndex((cell) => cell.id === cellId);
    const cell = { ...(run.cells[index] as CellView), ...values };
    run.cells[index] = cell;
    return cell;
  };

  /** Gives a running cell its outcome. */
  const finishCell = (runId: string, cellId: string, outcome?: 'answer' | 'failed' | 'unknown'): void => {
    const run = runs.get(runId);
    const cell = run?.cells.find((each) => each.id === cellId);
    if (!run || !cell || cell.state !== 'running') return;
    const what = outcome ?? outcomeOf(cell);
    const finishedAtMs = now();
    const next =
      what === 'answer'
        ? change(run, cellId, {
            state: 'completed',
            observationId: `o-${cellId}`,
            error: null,
            creditsCharged: run.price,
            finishedAtMs,
          })
        : what === 'failed'
          ? change(run, cellId, {
              state: 'failed',
              finishedAtMs,
              error: {
                code: 'ENGINE_UNAVAILABLE',
                message:
                  'The engine did not answer after three attempts. Nothing was charged; try this market again.',
                requestId: 'req_01JD8Z3W7K4F9Q2M',
              },
            })
          : change(run, cellId, {
              state: 'unknown',
              finishedAtMs,
              error: { code: 'TIMEOUT', message: 'No answer within 330 seconds.', requestId: null },
            });
    settle(run);
    changed(run, [next]);
    pump(run);
  };

  const pump = (run: StoredRun): void => {
    const free = slots - run.cells.filter((cell) => cell.state === 'running').length;
    const starting = run.cells.filter((cell) => cell.state === 'planned').slice(0, free);
    if (starting.length === 0) return;
    const started = starting.map((cell) =>
      change(run, cell.id, { state: 'running', startedAtMs: now(), attempts: cell.attempts + 1 }),
    );
    changed(run, started);
    if (latency !== null)
      for (const cell of started)
        setTimeout(() => finishCell(run.summary.id, cell.id), latency(cell.ordinal));
  };

  const place = (input: AskInput, at: number): StoredRun => {
    const runId = id('run-');
    const markets = input.markets;
    const samples = input.samples ?? 1;
    const price = maximumCost(input.engine, input.options ?? {});
    const run: StoredRun = {
      summary: {
        id: runId,
        question: input.question,
        engine: input.engine,
        connectionId: input.connectionId,
        connectionName: connections.find((each) => each.id === input.connectionId)?.name ?? 'Embedded',
        projectId: 'project-1',
        projectName: 'First project',
        state: 'running',
        createdAtMs: at,
        finishedAtMs: null,
        samples,
      },
      options: input.options ?? {},
      price,
      cells: markets.flatMap((market, position) =>
        Array.from(
          { length: samples },
          (_, sample): CellView => ({
            id: id('cell-'),
            ordinal: position * samples + sample,
            market,
            marketKey:
              market.country === null
                ? '*'
                : market.state
                  ? `${market.country}:${market.state}`
                  : market.country,
            sample: sample + 1,
            state: 'planned',
            observationId: null,
            surface: null,
            error: null,
            startedAtMs: null,
            finishedAtMs: null,
            creditsCharged: null,
            attempts: 0,
          }),
        ),
      ),
    };
    runs.set(runId, run);
    return run;
  };

  const observation = (observationId: string): ObservationDetail | null => {
    for (const run of runs.values()) {
      const cell = run.cells.find((each) => each.observationId === observationId);
      if (!cell) continue;
      const answer = madeUpAnswer(cell.market.country, cell.ordinal);
      return {
        id: observationId,
        runId: run.summary.id,
        cellId: cell.id,
        engine: run.summary.engine,
        question: run.summary.question,
        market: cell.market,
        marketKey: cell.marketKey,
        sample: cell.sample,
        receivedAtMs: cell.finishedAtMs ?? 0,
        text: answer.markdown.replaceAll(/[#*>|]/g, ''),
        markdown: answer.markdown,
        language: answer.language,
        sources: answer.sources.map((source, index) => ({
          ...source,
          position: index + 1,
          description: null,
          domain: new URL(source.url).hostname.replace(/^www\./, ''),
          redirectLink: null,
        })),
        searchQueries: [...answer.searchQueries],
        servedShape: 'default',
        driver: 'sandbox',
        model: 'sandbox-1',
        countryHonoured: 'parameter',
        ...noProvenance,
        imported: false,
        creditsCharged: cell.creditsCharged,
        latencyMs: (cell.finishedAtMs ?? 0) - (cell.startedAtMs ?? 0),
        requestId: 'req_01JD8Z3W7K4F9Q2N',
        request: { prompt: run.summary.question, country: cell.market.country, ...run.options },
        responseHeaders: {
          'content-type': 'application/json',
          'x-request-id': 'req_01JD8Z3W7K4F9Q2N',
          'x-credits-charged': '5',
          'x-concurrent-limit': '100',
        },
        result: { prompt: run.summary.question, text: answer.markdown, sources: answer.sources },
        payloadSha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        pages: [],
        notes: [],
        labels: [],
      };
    }
    return null;
  };

  const compareRun = ({ runId, markets, shownSample, ...marks }: CompareRequest): Comparison => {
    const run = need(runs.get(runId), 'run');
    const chosen = markets ?? [...new Set(run.cells.map((cell) => cell.marketKey))];
    return compareObservations(
      chosen.map((key) => columnOf(run, key)),
      { ...defaultOptions, ...marks, shownSample },
    );
  };

  const columnOf = (run: StoredRun, key: string): CompareColumn => {
    const cells = run.cells.filter((cell) => cell.marketKey === key);
    const { country, ...rest } = cells[0]?.market ?? { country: null };
    return {
      id: key,
      label: key,
      market: { ...rest, country: country ?? '' },
      engine: run.summary.engine,
      prompt: run.summary.question,
      samples: cells.map((cell): CompareSample => {
        const answer = cell.observationId === null ? null : observation(cell.observationId);
        const known = {
          ...noContent,
          observationId: answer?.id ?? cell.id,
          servedShape: answer?.servedShape ?? null,
          driver: answer?.driver ?? null,
          surface: answer?.surface ?? null,
          language: answer?.language ?? null,
          creditsCharged: cell.creditsCharged,
          latencyMs: answer?.latencyMs ?? null,
          at: answer ? new Date(answer.receivedAtMs).toISOString() : null,
          error: cell.error === null ? null : { code: cell.error.code, message: cell.error.message },
        };
        if (answer === null)
          return {
            ...known,
            status: cell.state === 'planned' || cell.state === 'running' ? 'pending' : 'failed',
          };
        return {
          ...known,
          status: 'completed',
          text: answer.text,
          markdown: answer.markdown,
          sources: answer.sources.map(({ position, url, label }) => ({
            position,
            url,
            title: label,
            description: '',
          })),
          searchQueries: answer.searchQueries,
        };
      }),
    };
  };

  const need = <T>(value: T | undefined | null, what: string): T => {
    if (value === undefined || value === null)
      throw new MemoryHostFailure({
        code: 'NOT_FOUND',
        message: `No ${what} with this ID.`,
        retryable: false,
      });
    return value;
  };

  const problemsOf = (input: AskInput): { field: string; message: string }[] => {
    const problems: { field: string; message: string }[] = [];
    if (input.question.trim() === '') problems.push({ field: 'question', message: 'Enter a question.' });
    if (input.question.length > 10_000)
      problems.push({
        field: 'question',
        message: 'The question has more than 10,000 characters: shorten it.',
      });
    if (input.markets.length === 0)
      problems.push({ field: 'markets', message: 'Choose at least one country.' });
    const blocked = input.markets.filter(
      (market) => market.country && !isAvailable(input.engine, market.country),
    );
    if (blocked.length > 0)
      problems.push({
        field: 'markets',
        message: `${input.engine} cannot be asked from ${blocked.map((each) => each.country).join(', ')}: take it out or choose another engine.`,
      });
    return problems;
  };

  const connectionInput = (name: string, baseUrl: string): void => {
    const fields = [
      ...(name.trim() === '' ? [{ field: 'name', message: 'Enter a name for the connection.' }] : []),
      ...(/^https:\/\/\S+$/.test(baseUrl)
        ? []
        : [
            {
              field: 'baseUrl',
              message: 'The address begins with https://, such as https://answers.example.com.',
            },
          ]),
    ];
    if (fields.length > 0)
      throw new MemoryHostFailure({
        code: 'INVALID_INPUT',
        message: 'The connection was not stored.',
        fields,
        retryable: false,
      });
  };
  const putConnection = (connection: ConnectionView): void => {
    connections = connections.some((each) => each.id === connection.id)
      ? connections.map((each) => (each.id === connection.id ? connection : each))
      : [...connections, connection];
    emit('connection.changed', { connection });
  };

  const handlers: Handlers = {
    ...madeUpService(now),
    'brands.get': () => ({ version: 0, madeAtMs: null, brands: [], decisions: [] }),
    'recomputation.status': () => ({ newestRules: 0, current: null, previous: null, next: null }),
    'redirects.status': () => ({
      on: settings.resolveRedirects,
      waiting: 0,
      resolved: 0,
      refused: 0,
      nextTryAtMs: null,
      lastFailure: null,
    }),
    'app.info': () => ({
      version: '0.1.0',
      host: 'browser',
      platform: 'linux',
      dataFolder: '/home/ana/.local/share/parallax',
      movedTo: null,
      readOnlyFile: null,
      embeddedServiceProblem: null,
      historyProblem: null,
      unstored: null,
      spelling: null,
    }),
    'diagnostics.check': () => ({
      checks: [
        { check: 'file access', result: 'ok', details: ['12 files and folders: no access for other users'] },
        {
          check: 'keychain',
          result: 'note',
          details: ['There is no keychain: keys are kept until Parallax ends.'],
        },
      ],
    }),
    'diagnostics.report': () => ({ text: 'Parallax problem report\n' }),
    'updates.state': () => ({
      phase: 'off',
      release: null,
      share: 0,
      checkedAtMs: null,
      problem: 'Parallax is updated by whoever installed it here.',
      file: null,
      installs: false,
    }),
    'app.openExternal': ({ url }) => ({ opened: url.startsWith('https:') }),
    'settings.get': () => settings,
    'settings.update': (changes) => {
      settings = { ...settings, ...changes } as Settings;
      return settings;
    },
    'connections.list': () => ({
      connections,
      keychain: {
        kind: 'secret-service',
        message: 'Keys are stored in the keychain of this computer (Secret Service).',
      },
    }),
    'connections.add': ({ name, baseUrl, engineAliases, deployment, key }) => {
      connectionInput(name, baseUrl);
      const connection: ConnectionView = {
        id: id('con-'),
        name,
        baseUrl,
        embedded: false,
        selected: false,
        engineAliases,
        deployment: deployment ?? null,
        key: key ? { kind: 'keychain', lastFour: key.slice(-4) } : { kind: 'none', lastFour: null },
        reachable: null,
        slots: null,
        credits: null,
      };
      putConnection(connection);
      return { id: connection.id, key: connection.key };
    },
    'connections.update': ({ id: connectionId, name, baseUrl, engineAliases }) => {
      connectionInput(name, baseUrl);
      const known = need(
        connections.find((each) => each.id === connectionId),
        'connection',
      );
      putConnection({ ...known, name, baseUrl, engineAliases });
      return { id: connectionId };
    },
    'connections.remove': ({ id: connectionId }) => {
      connections = connections.filter((each) => each.id !== connectionId || each.embedded);
      emit('connection.removed', { id: connectionId });
      return { removed: true };
    },
    'connections.select': ({ id: connectionId }) => {
      connections = connections.map((each) => ({ ...each, selected: each.id === connectionId }));
      emit('connection.changed', {
        connection: need(
          connections.find((each) => each.selected),
          'connection',
        ),
      });
      return { id: connectionId };
    },
    'connections.setKey': ({ id: connectionId, key }) => {
      if (!/^[A-Za-z0-9_-]{16,}$/.test(key))
        throw new MemoryHostFailure({
          code: 'INVALID_KEY_FORMAT',
          message:
            'This is not a key of the service: copy all of it, without blanks. The key stored before is unchanged.',
          fields: [
            { field: 'key', message: 'This is not a key of the service: copy all of it, without blanks.' },
          ],
          retryable: false,
        });
      const known = need(
        connections.find((each) => each.id === connectionId),
        'connection',
      );
      const state = { kind: 'keychain', lastFour: key.slice(-4) } as const;
      putConnection({ ...known, key: state });
      return state;
    },
    'connections.removeKey': ({ id: connectionId }) => {
      const known = need(
        connections.find((each) => each.id === connectionId),
        'connection',
      );
      const state = { kind: 'none', lastFour: null } as const;
      putConnection({ ...known, key: state });
      return state;
    },
    'connections.test': ({ id: connectionId }) => {
      const known = need(
        connections.find((each) => each.id === connectionId),
        'connection',
      );
      return known.embedded
        ? {
            ok: true,
            message: 'The service answers and accepts the key.',
            code: null,
            steps: [
              { name: 'Address', ok: true, detail: 'answers in 4 ms' },
              { name: 'Service', ok: true, detail: 'is the answer monitoring service' },
              { name: 'Key', ok: true, detail: 'is accepted' },
            ],
          }
        : {
            ok: false,
            message: `${known.baseUrl} could not be reached: no such host. Check the address.`,
            code: 'UNREACHABLE',
            steps: [{ name: 'Address', ok: false, detail: 'no such host' }],
          };
    },
    'connections.refresh': ({ id: connectionId }) =>
      need(
        connections.find((each) => each.id === connectionId),
        'connection',
      ),
    'runs.preview': (input) => ({
      cells: input.markets.length * input.samples,
      maximumCredits: input.markets.length * input.samples * maximumCost(input.engine, input.options),
      balance: connections[0]?.credits?.remaining ?? null,
      slots,
      estimatedSeconds: Math.ceil((input.markets.length * input.samples) / slots) * 3,
      problems: problemsOf(input),
      notices: [],
    }),
    'runs.start': (input) => {
      const fields = problemsOf(input);
      if (fields.length > 0)
        throw new MemoryHostFailure({
          code: 'INVALID_INPUT',
          message: 'The question was not sent.',
          fields,
          retryable: false,
        });
      const run = place(input, now());
      changed(run, run.cells);
      pump(run);
      return { runId: run.summary.id };
    },
    'runs.cancel': ({ runId }) => {
      const run = need(runs.get(runId), 'run');
      const stopped = run.cells.filter((cell) => cell.state === 'planned' || cell.state === 'running');
      run.summary = { ...run.summary, state: 'cancelled' };
      const cells = stopped.map((cell) => change(run, cell.id, { state: 'cancelled', finishedAtMs: now() }));
      settle(run);
      changed(run, cells);
      return { cancelled: cells.length };
    },
    'runs.resume': ({ runId, retryFailed, includeUnknown, cellIds }) => {
      const run = need(runs.get(runId), 'run');
      const wanted = run.cells.filter(
        (cell) =>
          (cellIds === undefined || cellIds.includes(cell.id)) &&
          (cell.state === 'planned' ||
            (retryFailed && (cell.state === 'failed' || cell.state === 'cancelled')) ||
            (includeUnknown && cell.state === 'unknown')),
      );
      const cells = wanted.map((cell) =>
        change(run, cell.id, { state: 'planned', error: null, finishedAtMs: null }),
      );
      run.summary = { ...run.summary, state: 'running', finishedAtMs: null };
      changed(run, cells);
      pump(run);
      return { resumed: cells.length };
    },
    'runs.list': ({ limit, before, text }) => {
      const wanted = text?.toLowerCase() ?? '';
      const all = [...runs.values()]
        .map(summaryOf)
        .filter((run) => wanted === '' || run.question.toLowerCase().includes(wanted))
        .sort((left, right) => right.createdAtMs - left.createdAtMs || (left.id < right.id ? 1 : -1));
      const start = before === undefined ? 0 : all.findIndex((run) => run.id === before.id) + 1;
      return { runs: all.slice(start, start + limit), more: all.length > start + limit };
    },
    'runs.get': ({ runId }) => {
      const run = need(runs.get(runId), 'run');
      return { run: summaryOf(run), options: run.options, cells: run.cells } satisfies RunDetail;
    },
    'trash.list': () => ({ runs: [] }),
    'trash.restore': ({ runId }) => {
      runs.set(runId, need(trashed.get(runId), 'run'));
      trashed.delete(runId);
      emit('run.restored', { runId });
      return { runId };
    },
    'runs.remove': ({ runId }) => {
      const run = runs.get(runId);
      if (run) trashed.set(runId, run);
      const removed = runs.delete(runId);
      if (removed) emit('run.removed', { runId });
      return { removed };
    },
    'observations.get': ({ id: observationId }) => need(observation(observationId), 'answer'),
    'observations.getMany': ({ ids }) => ({ observations: ids.flatMap((each) => observation(each) ?? []) }),
    'comparisons.get': compareRun,
    'comparisons.parts': ({ parts, ...request }) => someTexts(textsOf(compareRun(request)), parts),
    'observations.page': () => ({ html: '<p>A stored page</p>' }),
  };

  const bridge: HostBridge = {
    invoke: async (route, input) => {
      const given = structuredClone(input);
      calls.push({ route, input: given });
      await (options.callMs ? new Promise((done) => setTimeout(done, options.callMs)) : Promise.resolve());
      const handler = (overrides[route as RouteName] ?? handlers[route as RouteName]) as
        | ((parsed: unknown) => unknown)
        | undefined;
      try {
        if (handler === undefined)
          throw new MemoryHostFailure({
            code: 'ROUTE_NOT_FOUND',
            message: `No route ${route}.`,
            retryable: false,
          });
        return structuredClone({
          ok: true,
          data: await handler(withDefaults(route, given)),
        }) as Envelope<unknown>;
      } catch (thrown) {
        if (thrown instanceof MemoryHostFailure) return { ok: false, error: structuredClone(thrown.wire) };
        throw thrown;
      }
    },
    cancel: (callId) => void cancelledCalls.push(callId),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  if (!options.emptyHistory)
    fillHistory((input, at) => {
      const run = place(input, at);
      for (const cell of run.cells) {
        const state = cell.ordinal % 11 === 10 ? 'failed' : 'completed';
        change(run, cell.id, {
          state,
          attempts: state === 'failed' ? 3 : 1,
          startedAtMs: at + 20,
          finishedAtMs: at + 900 + ((cell.ordinal * 331) % 2400),
          ...(state === 'completed'
            ? { observationId: `o-${cell.id}`, creditsCharged: run.price }
            : {
                error: {
                  code: 'ENGINE_UNAVAILABLE',
                  message:
                    'The engine did not answer after three attempts. Nothing was charged; try this market again.',
                  requestId: 'req_01JD8Z3W7K4F9Q2M',
                },
              }),
        });
      }
      run.summary = { ...run.summary, state: 'finished', finishedAtMs: at + 3400 };
    }, now());

  return {
    bridge,
    calls,
    cancelledCalls,
    emit,
    finishCell,
    /** Leaves out sequence numbers, as when events were lost on the way. */
    skipEvents: (count: number) => {
      seq += count;
    },
    /** Answers one route differently from now on. */
    answer: <N extends RouteName>(route: N, handler: NonNullable<Handlers[N]>) => {
      overrides[route] = handler as never;
    },
  };
}

/** The defaults that the core's parser would fill in. */
function withDefaults(route: string, input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input;
  if (route === 'runs.preview' || route === 'runs.start') return { samples: 1, options: {}, ...input };
  if (route === 'runs.list') return { limit: 50, ...input };
  if (route === 'runs.resume') return { retryFailed: false, includeUnknown: false, ...input };
  if (route === 'connections.add' || route === 'connections.update') return { engineAliases: {}, ...input };
  return input;
}

const questions = [
  'Which folding bike locks do people trust?',
  'Welche Fahrraddiebstahlversicherung lohnt sich für Lastenräder im Mehrparteienhaushalt wirklich?',
  '折りたたみ自転車の鍵はどれが信頼できますか',
  'ما هي أفضل أقفال الدراجات القابلة للطي؟',
  'Best running shoes for flat feet 2026',
  'Quelle assurance vélo couvre le vol dans la rue ?',
];
const sets = [
  'US DE JP BR',
  'DE AT CH',
  'US GB JP AE DE FR BR PT EG',
  'US DE FR GB IT ES JP CA AU BR MX IN KR AE SA EG',
  'US',
];

function fillHistory(add: (input: AskInput, at: number) => void, now: number): void {
  for (let index = 0; index < 240; index += 1) {
    const engines = ['assistant-a', 'assistant-b', 'search-ai', 'search/news'] as const;
    add(
      {
        question: questions[index % questions.length] ?? '',
        engine: engines[index % engines.length] ?? 'assistant-a',
        markets: (sets[index % sets.length] ?? 'US').split(' ').map((country) => ({ country })),
        samples: index % 9 === 4 ? 3 : 1,
        options: { include: { markdown: true, searchQueries: true } },
        connectionId: 'embedded',
      },
      now - 60_000 - index * index * 190_000,
    );
  }
}
