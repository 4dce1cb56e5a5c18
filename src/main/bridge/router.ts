import type { Logger } from '#platform/log.ts';
import type { BridgeEvent, EventSink } from '#shared/bridge/events.ts';
import type { Envelope } from '#shared/bridge/hostBridge.ts';
import type { ProjectScope } from '#shared/bridge/route.ts';
import {
  type RouteInput,
  type RouteName,
  type RouteOutput,
  type RouteParsedInput,
  type RouteTable,
  routeTable,
} from '#shared/bridge/routeTable.ts';
import { parseInput, problemText } from '#shared/interface/parseInput.ts';
import { allProjects } from '#shared/model/allProjects.ts';
import { AppError } from '#shared/model/appError.ts';
import { expectedError } from '../client/appErrors.ts';
import type {
  OperationInput,
  OperationName,
  OperationOutput,
  Operations,
} from '../history/store/operations/table.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';

export type CallContext = {
  /** Aborted when the caller cancels. */
  readonly signal: AbortSignal;
  /** The caller's id of this call, for the log. */
  readonly callId: string;
};

type Immutable<T> = T extends readonly (infer E)[]
  ? readonly Immutable<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T;

/**
 * Reads without a handler: the history has an operation with the same name, input and output as the route. A
 * new read consists of its SQL and its route.
 */
type HistoryRoute = {
  [N in RouteName & OperationName]: true extends
    | RouteTable[N]['mutation']
    | (Operations[N]['kind'] extends 'read' ? never : true)
    ? never
    : RouteParsedInput<N> extends OperationInput<N>
      ? OperationOutput<N> extends Immutable<RouteOutput<N>>
        ? N
        : never
      : never;
}[RouteName & OperationName];

type Handler<N extends RouteName> = (
  input: RouteParsedInput<N>,
  context: CallContext,
) => Immutable<RouteOutput<N>> | Promise<Immutable<RouteOutput<N>>>;

/**
 * A handler for every other route; a missing or wrongly typed one does not compile. A history read may also
 * have one, if something has to happen first.
 */
export type Handlers = {
  readonly [N in Exclude<RouteName, HistoryRoute>]: Handler<N>;
} & { readonly [N in HistoryRoute]?: Handler<N> };

/** The methods of a use case as handlers of `domain.name`; methods without a route are never called. */
export function routesOf<Domain extends string, UseCase extends object>(
  domain: Domain,
  useCase: UseCase,
): { readonly [K in keyof UseCase & string as `${Domain}.${K}`]: UseCase[K] } {
  const named = Object.entries(useCase).map(([name, value]) => [`${domain}.${name}`, value]);
  // Object.fromEntries loses the types of individual keys.
  return Object.fromEntries(named) as ReturnType<typeof routesOf<Domain, UseCase>>;
}

export type Router = {
  /** Never rejects: every outcome is an envelope. */
  readonly call: (
    route: string,
    input: unknown,
    context?: Partial<CallContext>,
  ) => Promise<Envelope<unknown>>;
  /**
   * The same for callers in this process, typed by route.
   * @throws AppError
   */
  readonly invoke: <N extends RouteName>(
    route: N,
    input: RouteInput<N>,
    context?: Partial<CallContext>,
  ) => Promise<RouteOutput<N>>;
};

export function createRouter(options: {
  readonly handlers: Handlers;
  readonly history: HistoryCalls;
  /**
   * Id of a project by id or name; by default the current one.
   * @throws AppError NOT_FOUND
   */
  readonly projectId: (project: string | undefined) => Promise<string>;
  readonly log: Logger;
  /** Throws if calls, or calls of this route, are not accepted. */
  readonly admit: (route: RouteName) => void;
}): Router {
  const { history, log } = options;
  // The table pairs each route's schema with its handler; TypeScript cannot infer that for a variable name.
  const handlers = options.handlers as unknown as Readonly<
    Record<string, ((input: unknown, context: CallContext) => unknown) | undefined>
  >;
  const read = history.call as (operation: string, input: unknown) => Promise<unknown>;

  const answer = async (route: string, input: unknown, context: CallContext): Promise<unknown> => {
    if (!isRoute(route))
      throw new AppError('ROUTE_NOT_FOUND', `Unknown request "${route.slice(0, 80)}". Reload the window.`);
    options.admit(route);
    const parsed = parseInput(routeTable[route].input(), input);
    if (!parsed.success)
      throw new AppError('INVALID_INPUT', problemText(parsed.problems), { fields: parsed.problems });
    context.signal.throwIfAborted();
    const scope: ProjectScope | null = routeTable[route].project;
    const work = async (): Promise<unknown> => {
      const found = scope === null ? parsed.data : await withProject(parsed.data, scope, options.projectId);
      const handler = handlers[route];
      return handler === undefined ? read(route, found) : handler(found, context);
    };
    return await untilAborted(work(), context.signal);
  };

  const errorOf = (error: unknown, route: string, context: CallContext): AppError => {
    if (context.signal.aborted) return new AppError('CANCELLED', 'Cancelled.');
    const expected = expectedError(error);
    if (expected) return expected;
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log('error', 'A call failed unexpectedly', { route, callId: context.callId, reason });
    return new AppError('INTERNAL', 'An unexpected error occurred. Nothing else was changed. Try again.');
  };

  const contextOf = (given: Partial<CallContext> = {}): CallContext => ({
    signal: given.signal ?? new AbortController().signal,
    callId: given.callId ?? '',
  });

  return {
    async call(route, input, given) {
      const context = contextOf(given);
      try {
        return { ok: true, data: await answer(route, input, context) };
      } catch (error) {
        return { ok: false, error: errorOf(error, route, context).toWire() };
      }
    },
    async invoke(route, input, given) {
      const context = contextOf(given);
      try {
        return (await answer(route, input, context)) as RouteOutput<typeof route>;
      } catch (error) {
        throw errorOf(error, route, context);
      }
    },
  };
}

/** Fields of a route's input that may name a project. */
type Named = { readonly project?: string; readonly [member: string]: unknown };

async function withProject(
  input: Named,
  scope: ProjectScope,
  projectId: (project: string | undefined) => Promise<string>,
): Promise<unknown> {
  const { project, ...rest } = input;
  if (scope === 'one') return { ...rest, projectId: await projectId(project) };
  if (scope === 'oneOrAll')
    return { ...rest, projectId: project === allProjects ? undefined : await projectId(project) };
  if (scope === 'input') return { ...rest, project: await projectId(project) };
  const member = input[scope] as Named;
  if (scope === 'query') return { ...input, query: { ...member, project: await projectId(member.project) } };
  const { project: named, ...filter } = member;
  if (named === undefined || named === allProjects) return { ...input, filter };
  return { ...input, filter: { ...filter, project: await projectId(named) } };
}

function isRoute(name: string): name is RouteName {
  return Object.hasOwn(routeTable, name);
}

/**
 * Responds immediately to a cancelled call; a handler that ignores the signal finishes with its result
 * discarded.
 */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

type EventHub = {
  readonly publish: EventSink;
  /** Returns an unsubscribe function. */
  readonly subscribe: (listener: (event: BridgeEvent) => void) => () => void;
};

/** Numbers every event and passes it to every listener; one that throws does not stop the others. */
export function createEventHub(log: Logger): EventHub {
  const listeners = new Set<(event: BridgeEvent) => void>();
  /** Queue of events: what a listener publishes is delivered after the current event, to all listeners. */
  const waiting: BridgeEvent[] = [];
  let telling = false;
  let seq = 0;
  const tell = (event: BridgeEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        log('error', 'An event listener failed', { event: event.name, reason: String(error) });
      }
    }
  };
  return {
    publish(name, payload) {
      seq += 1;
      // The signature of `EventSink` ensures that name and payload match.
      waiting.push({ name, seq, payload } as BridgeEvent);
      if (telling) return;
      telling = true;
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) tell(next);
      telling = false;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
