import { z } from 'zod';
import type { RouteInput, RouteName, RouteOutput } from '#shared/bridge/routeTable.ts';
import { routeTable } from '#shared/bridge/routeTable.ts';

/** Adds the project of --project to every call that concerns a project and does not name one. */
export function callInProject(call: Caller, project: string | undefined): Caller {
  if (project === undefined) return call;
  return (route, input, signal) => call(route, placed(route, input, project), signal);
}

/** The project is in the input, or in the query if that is all it has. */
function placed<Input extends object>(route: keyof typeof routeTable, input: Input, project: string): Input {
  const fields = fieldsOf(routeTable[route].input());
  if ('project' in fields) return within(input, project);
  if (!('project' in fieldsOf(fields.query))) return input;
  return { ...input, query: within('query' in input ? (input.query as object) : {}, project) };
}

const within = <Input extends { readonly project?: string }>(input: Input, project: string): Input => ({
  ...input,
  project: input.project ?? project,
});

function fieldsOf(schema: unknown): Readonly<Record<string, unknown>> {
  if (schema instanceof z.ZodLazy) return fieldsOf(schema.unwrap());
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** Calls one route of the core. Rejects with the `AppError` that the window would show. */
export type Caller = <N extends RouteName>(
  route: N,
  input: RouteInput<N>,
  signal?: AbortSignal,
) => Promise<RouteOutput<N>>;
