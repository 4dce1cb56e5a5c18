import type { Plan } from './plan.ts';

/** Hosts that the plan's own `url` options name; whether they are search hosts, the service decides. */
export function searchHostsOf(plan: Pick<Plan, 'engines'>): readonly string[] {
  return plan.engines.flatMap(({ options }) => {
    const url = typeof options.url === 'string' ? URL.parse(options.url) : null;
    return url ? [url.host] : [];
  });
}
