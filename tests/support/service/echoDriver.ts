import { setTimeout as delay } from 'node:timers/promises';
import type { Driver, DriverJob, DriverOutcome } from '#service/drivers/driver.ts';
import type { DriverDefinition } from '#service/drivers/driverDefinition.ts';
import { readDirectives } from '#service/drivers/sandbox/directives.ts';
import { engines } from '#shared/interface/engines.ts';

/**
 * A driver that repeats the question, for tests of the service around it. It obeys the sandbox's directives;
 * without a latency it answers at once.
 */
export function echoDriver(watch: EchoWatch = {}): DriverDefinition {
  const capability = {
    fields: ['text'],
    country: 'parameter',
    state: 'parameter',
    language: 'none',
  } as const;
  const capabilities = Object.fromEntries(
    engines.map((engine) => [engine, capability]),
  ) as Driver['capabilities'];
  const record = { id: 'sandbox', displayName: 'Echo', service: 'echo', capabilities };
  return {
    ...record,
    summary: 'Repeats the question.',
    settings: [],
    suggestedFor: [],
    create: () => ({
      ...record,
      readiness: () => ({ ready: true }),
      answer: async (job) => {
        watch.started?.(job);
        try {
          return await answer(job);
        } finally {
          watch.ended?.(job);
        }
      },
    }),
  };
}

export type EchoWatch = {
  readonly started?: (job: DriverJob) => void;
  readonly ended?: (job: DriverJob) => void;
};

async function answer(job: DriverJob): Promise<DriverOutcome> {
  const asked = String(job.request.prompt ?? job.request.query ?? job.request.url);
  const { question, directives } = readDirectives(asked);
  const { latencyMs = 0, errors, outcome } = directives;
  if (outcome === 'hang') await delay(3_600_000, undefined, { signal: job.signal });
  else if (latencyMs > 0) await delay(latencyMs, undefined, { signal: job.signal });
  if (job.attempt <= errors) return { kind: 'retry', reason: 'ordered failure' };
  if (outcome === 'fatal') return { kind: 'fatal', reason: 'rejected', message: 'ordered to fail for good' };
  const include = (job.request.include ?? {}) as Record<string, unknown>;
  const clusters =
    include.expandProducts === true ? { productResults: [{ title: 'a' }, { title: 'b' }] } : {};
  return {
    kind: 'answer',
    result: { text: question, sources: [], ...clusters },
    provenance: {
      driver: 'sandbox',
      country: { requested: String(job.request.country ?? ''), honoured: 'parameter' },
    },
    ...(include.html === true ? { pages: [{ html: `<p>${question}</p>` }] } : {}),
  };
}
