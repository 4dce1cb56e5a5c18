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
    repeat: 'free',
    suggestedFor: [],
    create: () => ({
      ...record,
      readiness: () => ({ ready: true }),
      answer: async (job) => {
        watch.started?.(job);
        try {
          return await answer(job, watch.busyUntil);
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
  /** Questions that begin with "busy" are answered once this resolves. */
  readonly busyUntil?: Promise<void>;
};

async function answer(job: DriverJob, busyUntil: Promise<void> | undefined): Promise<DriverOutcome> {
  const asked = questionOf(job);
  if (busyUntil !== undefined && asked.startsWith('busy')) await untilEither(busyUntil, job.signal);
  const { question, directives } = readDirectives(asked);
  const { latencyMs = 0, errors, outcome } = directives;
  if (outcome === 'hang') await delay(3_600_000, undefined, { signal: job.signal });
  else if (latencyMs > 0) await delay(latencyMs, undefined, { signal: job.signal });
  if (job.attempt <= errors) return { kind: 'retry', cause: 'trouble', reason: 'ordered failure' };
  if (outcome === 'fatal') return { kind: 'fatal', reason: 'rejected', message: 'ordered to fail for good' };
  const { html } = job.request.include;
  const clusters =
    job.engine === 'search-ai' && job.request.include.expandProducts
      ? { productResults: [{ title: 'a' }, { title: 'b' }] }
      : {};
  return {
    kind: 'answer',
    result: { text: question, sources: [], ...clusters },
    provenance: {
      driver: 'sandbox',
      country: { requested: String(job.request.country ?? ''), honoured: 'parameter' },
    },
    ...(html ? { pages: [{ html: `<p>${question}</p>` }] } : {}),
  };
}

function untilEither(done: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([done, aborted]);
}

/** What a job asks, whichever engine it is for. */
export function questionOf({ request }: DriverJob): string {
  return 'prompt' in request
    ? request.prompt
    : (request.query ?? ('url' in request ? String(request.url) : ''));
}
