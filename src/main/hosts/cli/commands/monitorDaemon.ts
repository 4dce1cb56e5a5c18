import type { AlertView } from '#shared/model/alert.ts';
import type { RunSummary } from '#shared/model/run.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import { jsonLine } from '../storedAnswers.ts';
import { followRun, worstOf } from './run.ts';

type Format = 'table' | 'json';

const lookEveryMs = 20_000;

/** Runs what is due now, or one monitor whether due or not, and waits for the end; fit for cron. */
export async function runMonitors(
  context: CommandContext,
  monitor: string | null,
  format: Format,
): Promise<ExitCode> {
  const { call, terminal } = context;
  const follower = followRun(context);
  try {
    const begun =
      monitor === null ? await call('monitors.tick', {}) : await call('monitors.runNow', { monitor });
    const runIds = 'runId' in begun ? [begun.runId] : [...begun.runIds, ...begun.resumed];
    const runs: RunSummary[] = [];
    for (const runId of runIds) runs.push(await follower.untilOver(runId));
    for (const run of runs) terminal.stdout(endedLine(run, format));
    const { alerts } = await call('alerts.settle', {});
    for (const alert of alerts) terminal.stdout(format === 'json' ? jsonLine(alert) : alertLine(alert));
    await call('reports.settle', {}, context.interrupted);
    if (runs.length === 0 && format === 'table') terminal.stderr('No monitor is due.\n');
    return worstOf(runs);
  } finally {
    follower.stop();
  }
}

/** One alert as a line for people. */
export function alertLine({ kind, monitor, engine, text }: AlertView): string {
  const where = [monitor, engine].filter(Boolean).join(', ');
  return `${kind.toUpperCase()} ${where === '' ? '' : `(${where}) `}${text}\n`;
}

function endedLine({ strip: _, ...run }: RunSummary, format: Format): string {
  if (format === 'json') return jsonLine(run);
  const { counts, creditsCharged } = run;
  return `Run ${run.id} (${run.plan?.name ?? ''}) is ${run.state}: ${counts.completed} of ${counts.total} answered, ${creditsCharged} credits.\n`;
}

/**
 * Runs what is due, again and again, until it is ended. One line for each thing that happens: a run begins, goes on
 * after its program died, ends, or gives reason to an alert.
 */
export async function monitorDaemon(context: CommandContext, format: Format): Promise<ExitCode> {
  const { call, subscribe, terminal, clock, interrupted } = context;
  const at = (): string => new Date(clock.now()).toISOString();
  const say = (event: string, facts: Readonly<Record<string, unknown>>, words: string): void =>
    terminal.stdout(format === 'json' ? jsonLine({ event, at: at(), ...facts }) : `${at()} ${words}\n`);
  const followed = new Set<string>();
  // A history that is busy or away for a moment is no reason to end, nor to leave out the rest.
  const attempt = (work: () => Promise<unknown>): Promise<unknown> =>
    work().catch((error: unknown) => {
      if (interrupted.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      say('problem', { message }, message);
    });
  const evaluate = (): Promise<unknown> => attempt(() => call('alerts.settle', {}));
  const settle = (run: RunSummary): void => {
    if (run.state === 'running' || run.counts.running > 0 || !followed.delete(run.id)) return;
    const { strip: _, ...facts } = run;
    say('run-ended', { run: facts }, endedLine(run, 'table').trimEnd());
    evaluate();
  };
  const end = subscribe((event) => {
    if (event.name === 'run.changed') settle(event.payload.run);
    else if (event.name === 'alert.raised') {
      const { alert } = event.payload;
      say('alert', { alert }, alertLine(alert).trimEnd());
    }
  });
  const begin = async (): Promise<void> => {
    const { runIds, resumed } = await call('monitors.tick', {});
    for (const runId of runIds) say('run-began', { runId }, `run ${runId} started`);
    for (const runId of resumed) say('run-resumed', { runId }, `run ${runId} resumed`);
    for (const runId of [...runIds, ...resumed]) {
      followed.add(runId);
      // It may have ended before it was followed.
      settle(await call('runs.status', { runId }));
    }
  };
  terminal.stderr('Waiting for monitors to become due. Press Ctrl+C to stop.\n');
  try {
    while (!interrupted.aborted) {
      await attempt(() => call('monitors.collect', {}));
      await attempt(begin);
      await evaluate();
      await attempt(() => call('reports.settle', {}, interrupted));
      await clock.wait(lookEveryMs, interrupted).catch(() => {});
    }
    return exitCode.everyAnswer;
  } finally {
    end();
  }
}
