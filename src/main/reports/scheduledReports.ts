import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import type { EventSink } from '#shared/bridge/events.ts';
import type { RouteOutput, RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { AppError } from '#shared/model/appError.ts';
import type { KeptReport, ReportChannelsView } from '#shared/model/scheduledReport.ts';
import { addressProblem } from '../alerts/webhook.ts';
import type { Downloads } from '../exports/downloads.ts';
import type { DueReport, DueReportDelivery } from '../history/store/operations/reports.ts';
import type { HistoryCalls } from '../history/threads/reopeningHistory.ts';
import type { SecretStore } from '../ports.ts';
import { keepBoundSecret, readBoundSecret } from '../secrets/boundSecret.ts';
import type { AppSettings } from '../settings/settings.ts';
import { passwordName, postMessage, sendMail, serverOrigin, webhookNames } from './reportPost.ts';
import type { Reports } from './reports.ts';

const lookEveryMs = 15_000;
/** A program that died while it wrote or sent leaves it to others after this. */
const leaseMs = 10 * 60_000;
const firstWaitMs = 30_000;
const maxWaitMs = 6 * 3_600_000;
/** The waits double up to six hours: about a day in all. */
const maxAttempts = 12;

/** Reports after the runs of monitors: written, kept in the data folder, and sent. */
export function createScheduledReports(deps: {
  readonly history: HistoryCalls;
  readonly reports: Pick<Reports, 'write'>;
  readonly settings: Pick<AppSettings, 'reportChannels' | 'setReportChannels'>;
  readonly secrets: SecretStore;
  readonly files: Pick<Downloads, 'make'>;
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly publish: EventSink;
}) {
  const { history, settings, secrets, clock, log, publish } = deps;
  const folder = join(deps.dataFolder, 'reports');
  const fileOf = (id: string, format: string): string => join(folder, `${id}.${format}`);
  const post = createPost({ settings, secrets, fileOf });
  let wake = Promise.withResolvers<void>();
  let settling: Promise<void> | null = null;

  /** When to try again; null when it was tried often enough, which is told. */
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
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(fileOf(id, format), made.bytes, { mode: 0o600 });
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

  const settleOnce = async (signal: AbortSignal): Promise<void> => {
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
  };
  /** Writes and sends what is due. One at a time; who comes meanwhile gets the next. */
  const settle = async (signal: AbortSignal): Promise<void> => {
    await settling?.catch(() => {});
    settling ??= settleOnce(signal).finally(() => {
      settling = null;
    });
    return settling;
  };

  const channels = async (): Promise<ReportChannelsView> => ({
    ...settings.reportChannels(),
    hasPassword: (await secrets.get(passwordName)) !== null,
    hasSlack: (await secrets.get(webhookNames.slack)) !== null,
    hasTeams: (await secrets.get(webhookNames.teams)) !== null,
  });

  return {
    settle: async (
      _: Readonly<Record<string, never>>,
      { signal }: { readonly signal: AbortSignal },
    ): Promise<RouteOutput<'reports.settle'>> => {
      await settle(signal);
      return {};
    },
    /** A run has ended: looks at once. */
    nudge: (): void => wake.resolve(),
    /** Looks again and again until the signal aborts. */
    async watch(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await settle(signal).catch((error: unknown) =>
          log('debug', 'The scheduled reports cannot be read', { reason: String(error) }),
        );
        await Promise.race([clock.wait(lookEveryMs, signal).catch(() => {}), wake.promise]);
        wake = Promise.withResolvers<void>();
      }
    },
    schedule: async ({ monitor }: RouteParsedInput<'reports.schedule'>) => ({
      schedule: await history.call('reports.schedule', { monitor }),
    }),
    /** @throws AppError INVALID_INPUT, NOT_FOUND */
    async setSchedule({ monitor, schedule }: RouteParsedInput<'reports.setSchedule'>) {
      if (schedule?.folder != null && !isAbsolute(schedule.folder))
        refuse('folder', 'Enter the whole path of the folder.');
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
    channels,
    /** What is absent stays. @throws AppError INVALID_INPUT for an address that may not be reached */
    async setChannels(input: RouteParsedInput<'reports.setChannels'>): Promise<ReportChannelsView> {
      const { password, slackWebhook, teamsWebhook, ...changes } = input;
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const next = { ...settings.reportChannels(), ...given };
      for (const [field, address] of Object.entries({ slackWebhook, teamsWebhook })) {
        const problem = address == null ? null : addressProblem(address, next.allowPrivate);
        if (problem !== null) refuse(field, problem);
      }
      if (password != null && next.smtp === null) refuse('smtp', 'Enter the mail server first.');
      settings.setReportChannels(next);
      if (password === null) await secrets.remove(passwordName);
      else if (password !== undefined && next.smtp !== null)
        await keepBoundSecret(secrets, passwordName, password, [serverOrigin(next.smtp)]);
      for (const [kind, address] of [
        ['slack', slackWebhook],
        ['teams', teamsWebhook],
      ] as const) {
        if (address === null) await secrets.remove(webhookNames[kind]);
        else if (address !== undefined) await secrets.set(webhookNames[kind], address);
      }
      return channels();
    },
    /** Sends a message that says it is a test, at once. */
    async test(
      { channel, to }: RouteParsedInput<'reports.test'>,
      { signal }: { readonly signal: AbortSignal },
    ) {
      const problem = await post.test(channel, to, signal);
      return { problem };
    },
  };
}

/** The ways a report goes out; each says what went wrong, or null. */
function createPost(parts: {
  readonly settings: Pick<AppSettings, 'reportChannels'>;
  readonly secrets: SecretStore;
  readonly fileOf: (id: string, format: string) => string;
}) {
  const { settings, secrets, fileOf } = parts;

  const mail = async (message: Parameters<typeof sendMail>[3]): Promise<string | null> => {
    const { smtp, allowPrivate } = settings.reportChannels();
    if (smtp === null) return 'no mail server is set';
    const kept = smtp.user === '' ? null : await readBoundSecret(secrets, passwordName);
    if (kept !== null && !kept.addresses.includes(serverOrigin(smtp)))
      return 'the password was entered for another mail server: enter it again';
    return sendMail(smtp, kept?.secret ?? null, allowPrivate, message);
  };
  const webhook = async (
    kind: 'slack' | 'teams',
    text: string,
    signal: AbortSignal,
  ): Promise<string | null> => {
    const address = await secrets.get(webhookNames[kind]);
    if (address === null) return 'no webhook is set';
    return postMessage(kind, address, text, settings.reportChannels().allowPrivate, signal);
  };

  const send = async (delivery: DueReportDelivery, signal: AbortSignal): Promise<string | null> => {
    const { id, channel, schedule, name, title, summary } = delivery;
    const file = fileOf(id, schedule.format);
    if (channel === 'email')
      return mail({
        to: schedule.emails,
        subject: `${title}: report`,
        text: `${summary}\n\nThe report is attached.\n`,
        attachment: { name, bytes: await readFile(file) },
      });
    if (channel !== 'folder') return webhook(channel, `${title}\n${summary}`, signal);
    if (schedule.folder === null) return 'no folder is set';
    await mkdir(schedule.folder, { recursive: true });
    await copyFile(file, join(schedule.folder, `${name.replace(/(\.\w+)$/, '')}-${id}.${schedule.format}`));
    return null;
  };
  const test = (channel: 'email' | 'slack' | 'teams', to: readonly string[], signal: AbortSignal) => {
    const text = 'This is a test message of Parallax. Reports arrive here.';
    return channel === 'email'
      ? mail({ to, subject: 'Test message of Parallax', text, attachment: null })
      : webhook(channel, text, signal);
  };
  return Object.assign(
    (delivery: DueReportDelivery, signal: AbortSignal): Promise<string | null> =>
      send(delivery, signal).catch((error: unknown) =>
        error instanceof Error ? error.message : String(error),
      ),
    { test },
  );
}

function refuse(field: string, message: string): never {
  throw new AppError('INVALID_INPUT', message, { fields: [{ field, message }] });
}
