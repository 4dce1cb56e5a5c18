import type { Engine } from '../interface/engines.ts';
import { parseRequest } from '../interface/requests/parseRequest.ts';
import { cellRequest } from './cells.ts';
import type { Plan } from './plan.ts';

/** `aioverview` is an object in the interface; naming it requests its Markdown. */
const entry = (name: string): readonly [string, unknown] =>
  name === 'aioverview' ? [name, { markdown: true }] : [name, true];

/** Whether an engine supports this `include` flag. */
export function takesInclude(engine: Engine, name: string): boolean {
  const request = cellRequest({
    engine,
    question: { text: 'x', tags: [], values: {} },
    market: { country: 'US' },
    options: { include: Object.fromEntries([entry(name)]) },
  });
  const parsed = parseRequest(engine, request, { searchHosts: [] });
  return (
    parsed.ok ||
    parsed.issues.every(({ field }) => !field.startsWith(`include.${name}`) && field !== 'include')
  );
}

/** Request options of an engine for these parts, as far as it supports them. */
export function includeOptions(engine: Engine, include: readonly string[]): Record<string, unknown> {
  const known = include.filter((name) => takesInclude(engine, name));
  return known.length === 0 ? {} : { include: Object.fromEntries(known.map(entry)) };
}

/** Hosts that the plan's own `url` options name; whether they are search hosts, the service decides. */
export function searchHostsOf(plan: Pick<Plan, 'engines'>): readonly string[] {
  return plan.engines.flatMap(({ options }) => {
    const url = typeof options.url === 'string' ? URL.parse(options.url) : null;
    return url ? [url.host] : [];
  });
}
