import { copyFile, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { RouteOutput, RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { AppError, invalidInput } from '#shared/model/appError.ts';
import type { KeptReport } from '#shared/model/scheduledReport.ts';
import type { CoreParts } from '../coreParts.ts';
import type { Downloads } from '../exports/downloads.ts';
import { makeFolder, writeWhole } from '../exports/writeWhole.ts';
import type { DueReport, DueReportDelivery } from '../history/store/operations/reports.ts';
import type { SecretStore } from '../ports.ts';
import type { AppSettings } from '../settings/settings.ts';
import { createWatch, oneAtATime } from '../watching.ts';
import { createReportChannels } from './reportChannels.ts';
import type { Reports } from './reports.ts';

const lookEveryMs = 15_000;
/** If a program dies while writing or sending, others can claim the work after this. */
const leaseMs = 10 * 60_000;
const firstWaitMs = 30_000;
const maxWaitMs = 6 * 3_600_000;
/** Delays double up to six hours: about a day in all. */
const maxAttempts = 12;

/** Reports after the runs of monitors: written, stored in the data folder, and sent. */
export function createScheduledReports(
  deps: Pick<CoreParts, 'history' | 'clock' | 'log' | 'publish'> & {
    readonly reports: Pick<Reports, 'write'>;
    readonly settings: Pick<AppSettings, 'reportChannels' | 'setReportChannels'>;
    readonly secrets: SecretStore;
    readonly files: Pick<Downloads, 'make'>;
    readonly dataFolder: string;
  },
) {
  const { history, clock, log, publish } = deps;
  const folder = join(deps.dataFolder, 'reports');
  const fileOf = (id: string, format: string): string => join(folder, `${id}.${format}`);
  const { post, ...channels } = createReportChannels({ ...deps, fileOf });

  /** Time of the next try; null after the last one, which is reported. */
  const againAt = (attempt: number, problem: string | null, what: string): number | null => {
    if (problem === null) return null;
    log('warn', 'A report was not delivered', { what, attempt, problem });
    if (attempt < maxAttempts) return clock.now() + Math.min(maxWaitMs, firstWaitMs * 2 ** (attempt - 1));
    publish('notice', { level: 'error', message: `${what}: ${problem}. No more attempts.` });
    return null;
  };

  const write = async ({ id, runId, schedule, attempt }: DueReport, signal: AbortSignal): Promise<void> => {
    try {
      const { format } = schedule;
      const made = await deps.reports.write({ runId, format, settings: {} }, signal);
      await makeFolder(folder, 0o700);
      await writeWhole(fileOf(id, format), (draft) => writeFile(draft, made.bytes, { mode: 0o600 }));
      const { name, title, summary } = made;
      const file = { name, title, summary, bytes: made.bytes.length };
      await history.call('reports.written', { id, problem: null, againAtMs: null, nowMs: clock.now(), file });
    } catch (error) {
      if (signal.aborted) return;
      const problem = error instanceof Error ? error.message : String(error);
      const againAtMs = againAt(attempt, problem, 'The report of a monitor was not written');
      await history.call('reports.written', { id, problem, againAtMs, nowMs: clock.now(), file: null });
    }
  };

  const deliver = async (delivery: DueReportDelivery, signal: AbortSignal): Promise<void> => {
    const { id, channel, attempt, monitor } = delivery;
    const problem = await post(delivery, signal);
    if (signal.aborted && problem !== null) return;
    const againAtMs = againAt(attempt, problem, `The report of “${monitor}” was not sent (${channel})`);
    await history.call('reports.delivered', { id, channel, problem, againAtMs, nowMs: clock.now() });
  };

  /** Writes and sends what is due. */
  const settle = oneAtATime(async (signal: AbortSignal): Promise<void> => {
    let worked = false;
    const nowMs = clock.now();
    const lease = { leaseUntilMs: nowMs + leaseMs, nowMs };
    for (const due of await history.call('reports.claimDue', lease)) {
      await write(due, signal);
      worked = true;
    }
    const deliveries = await history.call('reports.claimDeliveries', { ...lease, nowMs: clock.now() });
    await Promise.all(deliveries.map((delivery) => deliver(delivery, signal)));
    if (worked || deliveries.length > 0) publish('monitors.changed', {});
  });

  return {
    ...channels,
    settle: async (
      _: Readonly<Record<string, never>>,
      { signal }: { readonly signal: AbortSignal },
    ): Promise<RouteOutput<'reports.settle'>> => {
      await settle(signal);
      return {};
    },
    ...createWatch(clock, lookEveryMs, settle, (error) =>
      log('debug', 'The scheduled reports cannot be read', { reason: String(error) }),
    ),
    schedule: async ({ monitor }: RouteParsedInput<'reports.schedule'>) => ({
      schedule: await history.call('reports.schedule', { monitor }),
    }),
    /** @throws AppError INVALID_INPUT, NOT_FOUND */
    async setSchedule({ monitor, schedule }: RouteParsedInput<'reports.setSchedule'>) {
      if (schedule?.folder != null && !isAbsolute(schedule.folder))
        throw invalidInput('folder', 'Enter the whole path of the folder.');
      await history.call('reports.setSchedule', { monitor, schedule, nowMs: clock.now() });
      publish('monitors.changed', {});
      return { schedule };
    },
    list: async (input: RouteParsedInput<'reports.list'>): Promise<{ reports: KeptReport[] }> => ({
      reports: [...(await history.call('reports.list', input))],
    }),
    /** @throws AppError NOT_FOUND */
    async open({ id }: RouteParsedInput<'reports.open'>): Promise<RouteOutput<'reports.open'>> {
      const { name, format, bytes } = await history.call('reports.get', { id });
      if (name === null || bytes === null) throw new AppError('NOT_FOUND', 'This report is not written yet.');
      const { fileId } = await deps.files.make(`.${format}`, (file) => copyFile(fileOf(id, format), file));
      return { fileId, name, bytes };
    },
  };
}
