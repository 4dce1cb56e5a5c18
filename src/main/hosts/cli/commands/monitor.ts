import { AppError } from '#shared/model/appError.ts';
import type { MonitorTime, MonitorView } from '#shared/model/monitor.ts';
import type { RunMode } from '#shared/model/plan.ts';
import type { Schedule } from '#shared/model/schedule.ts';
import { monitorsSheet, timesSheet } from '#shared/tables/planSheets.ts';
import { withConnection } from '../connections.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import { type ListFormat, sheetText } from '../flags.ts';
import { jsonLine } from '../storedAnswers.ts';
import { textTable } from '../textTable.ts';

type Format = 'table' | 'json';

export type AddMonitorOptions = {
  readonly name: string;
  readonly plan: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly missed: Schedule['missed'];
  readonly overlap: Schedule['overlap'];
  readonly randomDelay: number;
  readonly mode: RunMode;
  readonly creditLimit?: number;
  readonly connection?: string;
  readonly alertRules: boolean;
  readonly format: Format;
};

export type EditMonitorOptions = Partial<Omit<AddMonitorOptions, 'creditLimit' | 'alertRules' | 'format'>> & {
  readonly monitor: string;
  /** False takes it away. */
  readonly creditLimit?: number | false;
  readonly format: Format;
};

const utc = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

/** Puts a plan on a schedule and says when it runs next. */
export async function addMonitor(context: CommandContext, options: AddMonitorOptions): Promise<ExitCode> {
  const { call, terminal } = context;
  const connection = await withConnection(context, options.connection);
  const monitor = await call('monitors.add', {
    name: options.name,
    plan: options.plan,
    connectionId: connection.id,
    schedule: {
      cron: options.cron,
      timeZone: options.timeZone,
      missed: options.missed,
      overlap: options.overlap,
      jitterSeconds: options.randomDelay,
    },
    mode: options.mode,
    alertRules: options.alertRules,
    ...(options.creditLimit === undefined ? {} : { ceiling: options.creditLimit }),
  });
  terminal.stdout(options.format === 'json' ? jsonLine(monitor) : monitorLabel(monitor));
  return exitCode.everyAnswer;
}

/** Changes what is named and leaves the rest. */
export async function editMonitor(context: CommandContext, options: EditMonitorOptions): Promise<ExitCode> {
  const { call, terminal } = context;
  const { monitor, cron, timeZone, missed, overlap, randomDelay, creditLimit, connection, format, ...named } =
    options;
  const before = await findMonitor(context, monitor);
  const given = { cron, timeZone, missed, overlap, jitterSeconds: randomDelay };
  const schedule = {
    ...before.schedule,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
  const edited = await call('monitors.edit', {
    monitor: before.id,
    ...named,
    schedule,
    ...(creditLimit === undefined ? {} : { ceiling: creditLimit === false ? null : creditLimit }),
    ...(connection === undefined ? {} : { connectionId: (await withConnection(context, connection)).id }),
  });
  terminal.stdout(format === 'json' ? jsonLine(edited) : monitorLabel(edited));
  return exitCode.everyAnswer;
}

export async function pauseMonitor(
  { call, terminal }: CommandContext,
  monitor: string,
  paused: boolean,
  format: Format,
): Promise<ExitCode> {
  const changed = await call('monitors.pause', { monitor, paused });
  if (format === 'json') {
    terminal.stdout(jsonLine(changed));
    return exitCode.everyAnswer;
  }
  const { name, nextTimesMs } = changed;
  const next = nextTimesMs[0] === undefined ? '' : ` Next: ${utc(nextTimesMs[0])} UTC.`;
  terminal.stdout(paused ? `"${name}" paused.\n` : `"${name}" resumed.${next}\n`);
  return exitCode.everyAnswer;
}

/** @throws AppError NOT_FOUND */
async function findMonitor({ call }: CommandContext, name: string): Promise<MonitorView> {
  const { monitors } = await call('monitors.list', {});
  const found = monitors.find(
    (each) => each.id === name || each.name.toLocaleLowerCase() === name.toLocaleLowerCase(),
  );
  if (found) return found;
  throw new AppError('NOT_FOUND', `No monitor "${name}". List monitors with "parallax monitor list".`);
}

function monitorLabel(monitor: MonitorView): string {
  return [
    `"${monitor.name}" runs the plan "${monitor.planName}": ${monitor.words} (${monitor.schedule.timeZone}).`,
    'Next (UTC):',
    ...monitor.nextTimesMs.map((ms) => `  ${utc(ms)}`),
    'Monitors run while Parallax is open, with "parallax monitor daemon", or from cron with "parallax monitor run".',
    '',
  ].join('\n');
}

export async function listMonitors(
  { call, terminal }: CommandContext,
  format: ListFormat,
): Promise<ExitCode> {
  const { monitors } = await call('monitors.list', {});
  const file = sheetText(format, () => monitorsSheet(monitors));
  if (file !== null) terminal.stdout(file);
  else if (format === 'json') for (const monitor of monitors) terminal.stdout(jsonLine(monitor));
  else if (monitors.length === 0)
    terminal.stderr('No monitors yet. Create one with "parallax monitor create".\n');
  else {
    terminal.stdout(
      textTable(
        ['MONITOR', 'PLAN', 'WHEN', 'TIME ZONE', 'NEXT (UTC)', 'LAST RUN'],
        monitors.map((monitor) => [
          monitor.name,
          monitor.planName,
          monitor.words,
          monitor.schedule.timeZone,
          monitor.pausedAtMs !== null ? 'paused' : utc(monitor.nextTimesMs[0] ?? 0),
          monitor.lastRunId === null ? '' : `${monitor.lastRunId} ${monitor.lastRunState ?? ''}`,
        ]),
        terminal.columns(),
      ),
    );
  }
  return exitCode.everyAnswer;
}

/** Scheduled times, newest first, each with its run or why there is none. */
export async function monitorHistory(
  { call, terminal }: CommandContext,
  options: { readonly name: string; readonly limit: number; readonly format: ListFormat },
): Promise<ExitCode> {
  const { times } = await call('monitors.times', { monitor: options.name, limit: options.limit });
  const file = sheetText(options.format, () => timesSheet(times));
  if (file !== null) terminal.stdout(file);
  else if (options.format === 'json') for (const time of times) terminal.stdout(jsonLine(time));
  else if (times.length === 0) terminal.stderr('No runs yet.\n');
  else
    terminal.stdout(
      textTable(
        ['SCHEDULED (UTC)', 'OUTCOME', 'RUN', 'ANSWERED', 'CREDITS', 'ALERTS'],
        times.map(timeColumns),
        terminal.columns(),
      ),
    );
  return exitCode.everyAnswer;
}

function timeColumns({ scheduledAtMs, outcome, note, run }: MonitorTime): string[] {
  const why = note === null ? '' : `: ${note}`;
  const became = outcome === 'run' ? (run?.state ?? 'deleted') : `${outcome.replace('-', ' ')}${why}`;
  if (run === null) return [utc(scheduledAtMs), became, '', '', '', ''];
  const { id, completed, cells, creditsCharged, alerts } = run;
  return [
    utc(scheduledAtMs),
    became,
    id,
    `${completed} of ${cells}`,
    String(creditsCharged),
    alerts === 0 ? '' : String(alerts),
  ];
}

export async function deleteMonitor(
  { call, terminal }: CommandContext,
  monitor: string,
  format: Format,
): Promise<ExitCode> {
  await call('monitors.remove', { monitor });
  terminal.stdout(
    format === 'json'
      ? jsonLine({ monitor, deleted: true })
      : `Monitor "${monitor}" deleted. Its runs and answers are kept.\n`,
  );
  return exitCode.everyAnswer;
}
