import type { RouteOutput } from '#shared/bridge/routeTable.ts';
import type { AlertView } from '#shared/model/alert.ts';
import type { RunSummary } from '#shared/model/run.ts';
import { translationLabel } from '#shared/tables/planTables.ts';
import type { CommandContext, Declare } from '../context.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import { acting } from '../flags.ts';
import { print } from '../print.ts';
import { followRun, worstOf } from './run.ts';

const lookEveryMs = 20_000;

/** Runs what is due now, or one monitor whether due or not, and waits for the end; fit for cron. */
export const runDue: Declare = (group, { withCore }) =>
  acting(group, 'run', 'Run all due monitors and wait; exit codes as for "parallax run"')
    .argument('[name]', 'Run this monitor now, due or not')
    .action(
      withCore(async (context, monitor, { format }) => {
        const { call, terminal, interrupted } = context;
        const follower = followRun(context);
        try {
          const begun =
            monitor === undefined
              ? await call('monitors.tick', {})
              : await call('monitors.runNow', { monitor });
          const runIds = 'runId' in begun ? [begun.runId] : [...begun.runIds, ...begun.resumed];
          const runs: RunSummary[] = [];
          for (const runId of runIds) runs.push(await follower.untilOver(runId));
          for (const run of runs) print(context, format, factsOf(run), endedLine(run));
          const { alerts } = await call('alerts.settle', {});
          for (const alert of alerts) print(context, format, alert, alertLine(alert));
          const { translated } = await call('monitors.translate', {}, interrupted);
          for (const each of translated) print(context, format, each, `${translatedLine(each)}\n`);
          await call('reports.settle', {}, interrupted);
          if (runs.length === 0 && format === 'table') terminal.stderr('No monitor is due.\n');
          return worstOf(runs);
        } finally {
          follower.stop();
        }
      }),
    );

/** What became of translating a run's answers, as a line for people. */
const translatedLine = ({
  runId,
  translation,
}: RouteOutput<'monitors.translate'>['translated'][number]): string =>
  `Run ${runId}: answers translated: ${translationLabel(translation)}`;

/** One alert as a line for people. */
export function alertLine({ kind, monitor, engine, text }: AlertView): string {
  const where = [monitor, engine].filter(Boolean).join(', ');
  return `${kind.toUpperCase()} ${where === '' ? '' : `(${where}) `}${text}\n`;
}

const factsOf = ({ strip: _, ...facts }: RunSummary) => facts;

const endedLine = ({ id, plan, state, counts, creditsCharged }: RunSummary): string =>
  `Run ${id} (${plan?.name ?? ''}) is ${state}: ${counts.completed} of ${counts.total} completed, ${creditsCharged} credits.\n`;

/**
 * Runs what is due, again and again, until it is ended. One line for each thing that happens: a run begins, goes on
 * after its program died, ends, or gives reason to an alert.
 */
export const daemon: Declare = (group, { withCore }) =>
  acting(group, 'daemon', 'Run monitors when they are due, until Ctrl+C').action(
    withCore((context, { format }) => runDaemon(context, format)),
  );

async function runDaemon(context: CommandContext, format: 'table' | 'json'): Promise<ExitCode> {
  const { call, subscribe, terminal, clock, interrupted } = context;
  const at = (): string => new Date(clock.now()).toISOString();
  const say = (event: string, facts: Readonly<Record<string, unknown>>, words: string): void =>
    void print(context, format, { event, at: at(), ...facts }, () => `${at()} ${words}\n`);
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
    say('run-ended', { run: factsOf(run) }, endedLine(run).trimEnd());
    evaluate();
  };
  const end = subscribe((event) => {
    if (event.name === 'run.changed') settle(event.payload.run);
    else if (event.name === 'alert.raised') {
      const { alert } = event.payload;
      say('alert', { alert }, alertLine(alert).trimEnd());
    }
  });
  // Not waited for: a translation takes minutes, and other monitors become due.
  let translating: Promise<unknown> | null = null;
  const translate = async (): Promise<void> => {
    const { translated } = await call('monitors.translate', {}, interrupted);
    for (const each of translated) say('translated', each, translatedLine(each));
  };
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
      translating ??= attempt(translate).finally(() => {
        translating = null;
      });
      await attempt(() => call('reports.settle', {}, interrupted));
      await clock.wait(lookEveryMs, interrupted).catch(() => {});
    }
    await translating;
    return exitCode.everyAnswer;
  } finally {
    end();
  }
}
