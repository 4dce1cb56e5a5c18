import type { Rules } from '../rule.ts';

const retries = 'interface: Retry rules';

export const client = {
  'CLI-1': {
    text: 'an idempotency key is data: keys such as batch, . and .. are looked up as any other',
    source: 'interface: Resources, Async task; gap-fill 0 idempotencyKey',
  },
  'CLI-2': {
    text: 'every entry of a list gets its result, whatever its key is; no entry ends the list',
    source: 'interface: Async endpoints',
  },
  'CLI-3': {
    text: 'batches are bounded by 16 MiB as well as by 500 tasks',
    source: 'interface: Limits; gap-fill 10.4',
  },
  'CLI-4': {
    text: 'an option that cannot be used is named before anything is sent',
    source: `${retries} 4`,
  },
} as const satisfies Rules;
