import type { Clock } from '#platform/clock.ts';
import type { OperationErrorCode } from '#shared/interface/operator/operations.ts';
import type { DriverRegistry } from '../drivers/registry.ts';
import type { Capacity } from '../store/capacity.ts';
import type { ServiceStore } from '../store/serviceStore.ts';

export type RunningNotice = {
  readonly baseUrl: string;
  readonly startedAt: number;
  readonly processId: number;
};

/** What operators work on: a data folder, and its service if that runs in this process. */
export type OperatorContext = {
  readonly dataFolder: string;
  readonly store: ServiceStore;
  readonly clock: Clock;
  readonly registry: DriverRegistry;
  readonly defaultAccount: string;
  /** Null if the service runs in another process, whose memory is not accessible. */
  readonly live: { readonly capacity: Capacity; readonly queueLimit: number } | null;
  /** URL of the service, in this process or another; null if none runs on the folder. */
  readonly running: () => Promise<RunningNotice | null>;
  /** Makes a service in this process reload what was just written. */
  readonly changed: () => Promise<void>;
};

export const runningNotice = 'running';

/**
 * Reads the notice of a running service; one left by a dead process is ignored.
 * @param shared the store itself knows which of its processes are alive; they may be on other machines
 */
export async function readRunningNotice(store: ServiceStore, shared: boolean): Promise<RunningNotice | null> {
  const text = await store.notice(runningNotice);
  if (text === null) return null;
  const notice = JSON.parse(text) as RunningNotice;
  return shared || isAlive(notice.processId) ? notice : null;
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** An operation that failed for a reason the operator can fix. */
export type Refusal = { readonly refused: OperationErrorCode; readonly message: string };

export function refusal(refused: OperationErrorCode, message: string): Refusal {
  return { refused, message };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value;
}
