import { routeTable } from '#shared/bridge/routeTable.ts';
import type { Caller } from './caller.ts';

/** Names the project of --project in every call that is about one and does not say which. */
export function callInProject(call: Caller, project: string | undefined): Caller {
  if (project === undefined) return call;
  return (route, input, signal) => call(route, takesProject(route) ? { project, ...input } : input, signal);
}

function takesProject(route: keyof typeof routeTable): boolean {
  return 'project' in routeTable[route].input.shape;
}
