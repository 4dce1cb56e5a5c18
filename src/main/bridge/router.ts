import type { z } from 'zod';
import type { Logger } from '#main/ports.ts';
import type { Envelope } from '#shared/bridge/envelope.ts';
import {
  type RouteInput,
  type RouteName,
  type RouteOutput,
  type RouteParsedInput,
  routeTable,
} from '#shared/bridge/routeTable.ts';
import type { FieldProblem } from '#shared/model/appError.ts';
import { AppError } from '#shared/model/appError.ts';
import { expectedError } from '../client/appErrors.ts';

export type CallContext = {
  /** Aborted when the caller gives up. */
  readonly signal: AbortSignal;
  /** The caller's own id of this call, for the log. */
  readonly callId: string;
};

/** One function per route: a route without a handler, or with the wrong types, does not compile. */
export type Handlers = {
  readonly [N in RouteName]: (
    input: RouteParsedInput<N>,
    context: CallContext,
  ) => RouteOutput<N> | Promise<RouteOutput<N>>;
};

export type Router = {
  /** Never rejects: every outcome is an envelope. */
  readonly call: (
    route: string,
    input: unknown,
    context?: Partial<CallContext>,
  ) => Promise<Envelope<unknown>>;
  /** The same for callers in this process that know the route. @throws AppError */
  readonly invoke: <N extends RouteName>(
    route: N,
    input: RouteInput<N>,
    context?: Partial<CallContext>,
  ) => Promise<RouteOutput<N>>;
};

export function createRouter(options: {
  readonly handlers: Handlers;
  readonly log: Logger;
  /** Throws when calls, or calls of this route, are not taken. */
  readonly admit: (route: RouteName) => void;
}): Router {
  const { handlers, log } = options;

  const answer = async (route: string, input: unknown, context: CallContext): Promise<unknown> => {
    if (!isRoute(route)) {
      throw new AppError('ROUTE_NOT_FOUND', `There is no call "${route.slice(0, 80)}": reload the window.`);
    }
    options.admit(route);
    const parsed = routeTable[route].input.safeParse(input);
    if (!parsed.success) throw invalidInput(parsed.error);
    context.signal.throwIfAborted();
    // The table pairs each route's schema with its handler; TypeScript cannot follow that through a variable name.
    const handler = handlers[route] as (input: unknown, context: CallContext) => unknown;
    return await untilAborted(Promise.resolve(handler(parsed.data, context)), context.signal);
  };

  const errorOf = (error: unknown, route: string, context: CallContext): AppError => {
    if (context.signal.aborted) return new AppError('CANCELLED', 'Cancelled.');
    const expected = expectedError(error);
    if (expected) return expected;
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log('error', 'A call failed unexpectedly', { route, callId: context.callId, reason });
    return new AppError('INTERNAL', 'Something unexpected went wrong; nothing more was changed. Try again.');
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

function isRoute(name: string): name is RouteName {
  return Object.hasOwn(routeTable, name);
}

function invalidInput(error: z.ZodError): AppError {
  const fields: FieldProblem[] = error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
  }));
  const words = fields.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`));
  return new AppError('INVALID_INPUT', words.join(' '), { fields });
}

/** Answers a caller who gives up at once; a handler that does not listen to the signal ends by itself, unheard. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
