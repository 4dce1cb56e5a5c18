import { randomUUID } from 'node:crypto';
import type { DriverJob } from '#service/drivers/driver.ts';
import type { Engine } from '#shared/interface/engines.ts';
import { parseEngineRequest } from '#shared/interface/requests/parseRequest.ts';

/** A job as the service makes it: the body checked and normalized first. */
export function driverJob(
  engine: Engine,
  body: Readonly<Record<string, unknown>>,
  options: {
    readonly signal?: AbortSignal;
    readonly attempt?: number;
    readonly queued?: boolean;
    /** Kept by an earlier attempt or run. */
    readonly receipt?: string;
  } = {},
): DriverJob {
  const parsed = parseEngineRequest(engine, body, {
    searchHosts: ['search.example', 'search.sandbox.example'],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  let receipt = options.receipt ?? null;
  return {
    queued: options.queued ?? false,
    receipt: () => receipt,
    keepReceipt: async (next) => {
      receipt = next;
    },
    ...parsed.asked,
    jobId: randomUUID(),
    attempt: options.attempt ?? 1,
    nowMs: 1_795_000_000_000,
    signal: options.signal ?? new AbortController().signal,
  };
}
