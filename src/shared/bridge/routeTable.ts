import type { z } from 'zod';
import type { Route } from './route.ts';
import { accountRoutes } from './routes/accounts.ts';
import { alertRoutes } from './routes/alerts.ts';
import { analysisModelRoutes } from './routes/analysisModel.ts';
import { appRoutes } from './routes/app.ts';
import { brandRoutes } from './routes/brands.ts';
import { comparisonRoutes } from './routes/comparisons.ts';
import { connectionRoutes } from './routes/connections.ts';
import { exportRoutes } from './routes/exports.ts';
import { maintenanceRoutes } from './routes/maintenance.ts';
import { monitorRoutes } from './routes/monitors.ts';
import { observationRoutes } from './routes/observations.ts';
import { planRoutes } from './routes/plans.ts';
import { projectRoutes } from './routes/projects.ts';
import { runRoutes } from './routes/runs.ts';
import { searchRoutes } from './routes/search.ts';
import { serviceRoutes } from './routes/service.ts';
import { translationRoutes } from './routes/translations.ts';
import { trendRoutes } from './routes/trends.ts';

/** The contract between window and core: every call, with its input and output. */
export const routeTable = {
  ...accountRoutes,
  ...alertRoutes,
  ...appRoutes,
  ...brandRoutes,
  ...analysisModelRoutes,
  ...comparisonRoutes,
  ...connectionRoutes,
  ...exportRoutes,
  ...maintenanceRoutes,
  ...observationRoutes,
  ...monitorRoutes,
  ...planRoutes,
  ...projectRoutes,
  ...runRoutes,
  ...searchRoutes,
  ...serviceRoutes,
  ...translationRoutes,
  ...trendRoutes,
};

export type RouteTable = typeof routeTable;
export type RouteName = keyof RouteTable;
/** The caller's input: defaults may be omitted. */
export type RouteInput<N extends RouteName> = z.input<ReturnType<RouteTable[N]['input']>>;
/** The handler's input: validated, with defaults, and with its project. */
export type RouteParsedInput<N extends RouteName> = WithProject<
  z.output<ReturnType<RouteTable[N]['input']>>,
  RouteTable[N]['project']
>;
type WithProject<Input, Scope> = Scope extends 'one'
  ? Omit<Input, 'project'> & { readonly projectId: string }
  : Scope extends 'oneOrAll'
    ? Omit<Input, 'project'> & { readonly projectId: string | undefined }
    : Scope extends 'input'
      ? Omit<Input, 'project'> & { readonly project: string }
      : Input;
export type RouteOutput<N extends RouteName> =
  RouteTable[N] extends Route<z.ZodType, infer Output> ? Output : never;

/** Whether a route of this name changes nothing. */
export const isRead = (route: string): boolean =>
  Object.hasOwn(routeTable, route) && !routeTable[route as RouteName].mutation;
