import type { RouteInput, RouteName, RouteOutput } from '#shared/bridge/routeTable.ts';

/** Calls one route of the core. Rejects with the `AppError` that the window would show. */
export type Caller = <N extends RouteName>(
  route: N,
  input: RouteInput<N>,
  signal?: AbortSignal,
) => Promise<RouteOutput<N>>;
