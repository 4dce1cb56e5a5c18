import { describe, expect, it } from 'vitest';
import type { Driver, DriverJob, DriverOutcome } from '#service/drivers/driver.ts';
import type { JobRules } from '#service/parts/settings.ts';
import { type JobHooks, type JobOutcome, runJob } from '#service/tasks/runJob.ts';
import { type EngineRequest, parseEngineRequest } from '#shared/interface/requests/parseRequest.ts';
import { echoDriver } from '#tests/support/service/echoDriver.ts';
import { handClock } from '#tests/support/service/handClock.ts';

const rules: JobRules = {
  maximumAttempts: 5,
  attemptWindowMs: 300_000,
  retryBaseMs: 1_000,
  maxWaitMs: 30_000,
  collectWindowMs: 3_600_000,
};

/** Answers by a script, one entry an attempt; the last one goes on. */
function scripted(outcomes: readonly (DriverOutcome | ((job: DriverJob) => Promise<DriverOutcome>))[]): {
  readonly driver: Driver;
  readonly attempts: number[];
} {
  const attempts: number[] = [];
  const base = echoDriver().create({});
  return {
    attempts,
    driver: {
      ...base,
      answer: async (job) => {
        attempts.push(job.attempt);
        const next = outcomes[Math.min(attempts.length, outcomes.length) - 1];
        if (next === undefined) throw new Error('an empty script');
        return typeof next === 'function' ? next(job) : next;
      },
    },
  };
}

const retry = { kind: 'retry', cause: 'trouble', reason: 'busy' } satisfies DriverOutcome;
const answer: DriverOutcome = {
  kind: 'answer',
  result: { text: 'yes' },
  provenance: { driver: 'script', country: { requested: 'US', honoured: 'parameter' } },
};

const asked = ((): EngineRequest => {
  const parsed = parseEngineRequest('assistant-a', { prompt: 'hello', country: 'US' }, { searchHosts: [] });
  if (!parsed.ok) throw new Error('the request is not valid');
  return parsed.asked;
})();

function begin(
  driver: Driver | undefined,
  options: {
    readonly failedAttempts?: number;
    readonly queued?: boolean;
    readonly receipt?: string;
    readonly rules?: Partial<JobRules>;
    readonly random?: number;
  } & Partial<JobHooks> = {},
) {
  const clock = handClock();
  const outcome: Promise<JobOutcome> = runJob(
    {
      id: 'job',
      asked,
      failedAttempts: options.failedAttempts ?? 0,
      queued: options.queued ?? true,
      receipt: options.receipt ?? null,
    },
    { ...rules, ...options.rules },
    { clock, random: () => options.random ?? 0.5, driverFor: () => driver },
    { stop: new AbortController().signal, ...options },
  );
  return { clock, outcome };
}

async function runThrough({ clock, outcome }: ReturnType<typeof begin>): Promise<JobOutcome> {
  let ended = false;
  outcome.finally(() => {
    ended = true;
  });
  while (!ended) await clock.advance(1_000);
  return outcome;
}

describe('a job', () => {
  it('is tried up to five times, each time with the next number', async () => {
    const { driver, attempts } = scripted([retry]);
    const outcome = await runThrough(begin(driver));
    expect(outcome).toMatchObject({ kind: 'exhausted', attempts: 5 });
    expect(attempts).toEqual([1, 2, 3, 4, 5]);
  });

  it('waits a random part of a ceiling that doubles', async () => {
    const { driver } = scripted([retry]);
    const run = begin(driver, { random: 0.75 });
    await runThrough(run);
    expect(run.clock.waits).toEqual([750, 1_500, 3_000, 6_000]);
  });

  it('waits at least as long as the provider asked', async () => {
    const { driver } = scripted([{ ...retry, retryAfterMs: 9_000 }, answer]);
    const run = begin(driver, { random: 0 });
    expect(await runThrough(run)).toMatchObject({ kind: 'answer', attempts: 2 });
    expect(run.clock.waits).toEqual([9_000]);
  });

  it('starts no attempt after the window', async () => {
    const { driver, attempts } = scripted([{ ...retry, retryAfterMs: 200_000 }]);
    expect(await runThrough(begin(driver))).toMatchObject({ kind: 'exhausted', attempts: 2 });
    expect(attempts).toEqual([1, 2]);
  });

  it('ends an attempt that never answers shortly after the window', async () => {
    let aborted = false;
    const { driver } = scripted([
      (job) =>
        new Promise((_resolve, reject) => {
          job.signal.addEventListener('abort', () => {
            aborted = true;
            reject(job.signal.reason);
          });
        }),
    ]);
    const { outcome, clock } = begin(driver, { rules: { attemptWindowMs: 40 } });
    await clock.advance(50);
    expect(await outcome).toMatchObject({ kind: 'exhausted', attempts: 1 });
    expect(aborted).toBe(true);
  });

  it('fails immediately if a retry would not help', async () => {
    const { driver } = scripted([{ kind: 'fatal', reason: 'quota', message: 'no money' }]);
    expect(await begin(driver).outcome).toEqual({
      kind: 'fatal',
      attempts: 1,
      service: 'echo',
      reason: 'quota',
      message: 'no money',
    });
  });

  it('continues with the failed attempts from before a restart', async () => {
    const { driver, attempts } = scripted([retry]);
    expect(await runThrough(begin(driver, { failedAttempts: 3 }))).toMatchObject({
      kind: 'exhausted',
      attempts: 5,
    });
    expect(attempts).toEqual([4, 5]);
    expect(await begin(driver, { failedAttempts: 5 }).outcome).toMatchObject({
      kind: 'exhausted',
      attempts: 5,
    });
  });

  it('stops on request and does not count the aborted attempt', async () => {
    const stop = new AbortController();
    const { driver } = scripted([retry, () => new Promise(() => undefined)]);
    const run = begin(driver, { stop: stop.signal, random: 0 });
    await run.clock.advance(0);
    await run.clock.advance(1);
    stop.abort();
    expect(await run.outcome).toEqual({ kind: 'stopped', attempts: 1 });
  });

  it('is not retried for a disconnected caller, but a running attempt is finished', async () => {
    const abandon = new AbortController();
    const { driver } = scripted([retry]);
    const waiting = begin(driver, { abandon: () => abandon.signal });
    await waiting.clock.advance(0);
    abandon.abort();
    expect(await waiting.outcome).toMatchObject({ kind: 'stopped', attempts: 1 });
    const running = begin(scripted([async () => answer]).driver, { abandon: () => abandon.signal });
    expect(await running.outcome).toMatchObject({ kind: 'answer', attempts: 1 });
  });

  it('survives a driver that throws, by trying again', async () => {
    const { driver } = scripted([() => Promise.reject(new TypeError('its own mistake')), answer]);
    expect(await runThrough(begin(driver))).toMatchObject({ kind: 'answer', attempts: 2 });
  });

  it('is unavailable when no driver is bound any more', async () => {
    expect(await begin(undefined).outcome).toEqual({ kind: 'unavailable', attempts: 0 });
  });
});

describe('work a provider does for a job', () => {
  const pending: DriverOutcome = { kind: 'pending', checkAfterMs: 60_000 };

  it('is waited for beyond the window of the attempts, without using any up', async () => {
    const { driver, attempts } = scripted([...Array.from({ length: 20 }, () => pending), answer]);
    const outcome = await runThrough(begin(driver));
    expect(outcome).toMatchObject({ kind: 'answer', attempts: 1 });
    expect(new Set(attempts)).toEqual(new Set([1]));
  });

  it('is kept with the job before it is waited for, and handed to the next look', async () => {
    const kept: (string | null)[] = [];
    const seen: (string | null)[] = [];
    const { driver } = scripted([
      async (job) => {
        seen.push(job.receipt());
        await job.keepReceipt('number 7');
        return pending;
      },
      async (job) => {
        seen.push(job.receipt());
        return answer;
      },
    ]);
    const onReceipt = async (receipt: string | null): Promise<void> => void kept.push(receipt);
    expect(await runThrough(begin(driver, { onReceipt, receipt: 'number 6' }))).toMatchObject({
      kind: 'answer',
    });
    expect(kept).toEqual(['number 7']);
    expect(seen).toEqual(['number 6', 'number 7']);
  });

  it('that never comes is called lost, for a caller after the window, and not ordered again', async () => {
    const { driver } = scripted([pending]);
    const outcome = await runThrough(begin(driver, { queued: false, receipt: 'number 7' }));
    expect(outcome).toMatchObject({ kind: 'fatal', reason: 'lost' });
  });

  it('that was never taken is only a lack of room', async () => {
    const { driver } = scripted([pending]);
    expect(await runThrough(begin(driver, { queued: false }))).toMatchObject({
      kind: 'exhausted',
      attempts: 0,
    });
  });
});
