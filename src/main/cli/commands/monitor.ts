import type { MonitorView } from '#shared/bridge/routes/monitors.ts';
import type { RunMode } from '#shared/bridge/routes/plans.ts';
import type { Schedule } from '#shared/planning/schedule.ts';
import { withConnection } from '../connections.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import { jsonLine } from '../storedAnswers.ts';
import { textTable } from '../textTable.ts';
import { followRun, worstOf } from './run.ts';

type Format = 'table' | 'json';

export type AddMonitorOptions = {
  readonly name: string;
  readonly plan: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly missed: Schedule['missed'];
  readonly overlap: Schedule['overlap'];
  readonly jitter: number;
  readonly mode: RunMode;
  readonly ceiling?: number;
  readonly connection?: string;
  readonly format: Format;
};

const lookEveryMs = 20_000;
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
      jitterSeconds: options.jitter,
    },
    mode: options.mode,
    ...(options.ceiling === undefined ? {} : { ceiling: options.ceiling }),
  });
  terminal.stdout(options.format === 'json' ? jsonLine(monitor) : monitorWords(monitor));
  return exitCode.everyAnswer;
}

function monitorWords(monitor: MonitorView): string {
  return [
    `"${monitor.name}" runs the plan "${monitor.planName}": ${monitor.words} (${monitor.schedule.timeZone}).`,
    'Next (UTC):',
    ...monitor.nextTimesMs.map((ms) => `  ${utc(ms)}`),
    'It runs while Parallax is open, or with "parallax monitor daemon" or, from cron, "parallax monitor run".',
    '',
  ].join('\n');
}

export async function listMonitors({ call, terminal }: CommandContext, format: Format): Promise<ExitCode> {
  const { monitors } = await call('monitors.list', {});
  if (format === 'json') for (const monitor of monitors) terminal.stdout(jsonLine(monitor));
  else if (monitors.length === 0)
    terminal.stderr('There are no monitors. "parallax monitor add --help" says how.\n');
  else {
    terminal.stdout(
      textTable(
        ['MONITOR', 'PLAN', 'WHEN', 'TIME ZONE', 'NEXT (UTC)', 'LAST RUN'],
        monitors.map((monitor) => [
          monitor.name,
          monitor.planName,
          monitor.words,
          monitor.schedule.timeZone,
          monitor.nextTimesMs[0] === undefined ? '' : utc(monitor.nextTimesMs[0]),
          monitor.lastRunId === null ? '' : `${monitor.lastRunId} ${monitor.lastRunState ?? ''}`,
        ]),
        terminal.columns(),
      ),
    );
  }
  return exitCode.everyAnswer;
}

export async function removeMonitor({ call, terminal }: CommandContext, monitor: string): Promise<ExitCode> {
  await call('monitors.remove', { monitor });
  terminal.stdout(`"${monitor}" is removed; its runs and their answers stay.\n`);
  return exitCode.everyAnswer;
}

/** Runs what is due now and waits for its end; fit for cron. */
export async function runMonitors(context: CommandContext, format: Format): Promise<ExitCode> {
  const follower = followRun(context);
  try {
    const { runIds } = await context.call('monitors.tick', {});
    const runs = [];
    for (const runId of runIds) runs.push(await follower.untilOver(runId));
    for (const { strip: _, ...run } of runs) {
      context.terminal.stdout(
        format === 'json'
          ? jsonLine(run)
          : `Run ${run.id} (${run.plan?.name ?? ''}) is ${run.state}: ${run.counts.completed} of ${run.counts.total} answered, ${run.creditsCharged} credits.\n`,
      );
    }
    if (runs.length === 0 && format === 'table') context.terminal.stderr('Nothing is due.\n');
    return worstOf(runs);
  } finally {
    follower.stop();
  }
}

/** Runs what is due, again and again, until Ctrl+C. One line for each run that begins. */
export async function monitorDaemon(context: CommandContext, format: Format): Promise<ExitCode> {
  const { call, terminal, clock, interrupted } = context;
  terminal.stderr('Watching the monitors. Ctrl+C ends it.\n');
  while (!interrupted.aborted) {
    const { runIds } = await call('monitors.tick', {});
    for (const runId of runIds) {
      const line = { runId, startedAt: new Date(clock.now()).toISOString() };
      terminal.stdout(format === 'json' ? jsonLine(line) : `${line.startedAt} run ${runId} began\n`);
    }
    await clock.wait(lookEveryMs, interrupted).catch(() => {});
  }
  return exitCode.everyAnswer;
}
