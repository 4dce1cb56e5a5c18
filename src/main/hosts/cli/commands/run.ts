import type { WantedMode } from '#shared/model/plan.ts';
import type { FailureGroup, RunSummary } from '#shared/model/run.ts';
import { failuresSheet } from '#shared/tables/planSheets.ts';
import { withConnection } from '../connections.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import { type ListFormat, sheetText } from '../flags.ts';
import { createProgressLine } from '../progressLine.ts';
import { jsonLine } from '../storedAnswers.ts';
import { textTable } from '../textTable.ts';
import { quoteLabel, quoteOf } from './plan.ts';

type Format = 'table' | 'json';

export type RunPlanOptions = {
  readonly plan: string;
  readonly version?: number;
  readonly mode: WantedMode;
  readonly creditLimit?: number;
  readonly priority: number;
  readonly dryRun: boolean;
  readonly connection?: string;
  readonly format: Format;
};

const number = (value: number): string => value.toLocaleString('en');

/** Runs a plan and waits for its end. With `dryRun` it prints the price and sends nothing. */
export async function runPlan(context: CommandContext, options: RunPlanOptions): Promise<ExitCode> {
  const { call, terminal } = context;
  const found = {
    plan: options.plan,
    ...(options.version === undefined ? {} : { version: options.version }),
  };
  if (options.dryRun) {
    const quote = await quoteOf(context, {
      ...found,
      ...(options.connection === undefined ? {} : { connection: options.connection }),
    });
    const limit = Math.min(
      options.creditLimit ?? Number.POSITIVE_INFINITY,
      quote.balance ?? Number.POSITIVE_INFINITY,
    );
    const fits = quote.maximumCredits <= limit && quote.refusedGroups === 0;
    if (options.format === 'json') terminal.stdout(jsonLine({ ...quote, fits, sent: 0 }));
    else {
      terminal.stdout(quoteLabel(quote, terminal.columns()));
      terminal.stdout(
        fits ? 'Nothing was sent.\n' : 'Nothing was sent. The run may stop early with these credits.\n',
      );
    }
    return fits ? exitCode.everyAnswer : exitCode.someFailed;
  }
  const connection = await withConnection(context, options.connection);
  const follower = followRun(context);
  try {
    const { runId, mode, cells } = await call('plans.run', {
      ...found,
      connectionId: connection.id,
      mode: options.mode,
      priority: options.priority,
      ...(options.creditLimit === undefined ? {} : { ceiling: options.creditLimit }),
    });
    terminal.stderr(`Run ${runId}: ${number(cells)} requests, ${mode}.\n`);
    return await report(context, await follower.untilOver(runId), options.format);
  } finally {
    follower.stop();
  }
}

export type ResumeRunOptions = {
  readonly run: string;
  readonly retryFailed: boolean;
  readonly includeUnknown: boolean;
  readonly cause: readonly string[];
  readonly creditLimit?: number;
  readonly format: Format;
};

/** Resumes a run: unsent requests, pending tasks at the service, and what the user wants to retry. */
export async function resumeRun(context: CommandContext, options: ResumeRunOptions): Promise<ExitCode> {
  const { call, terminal } = context;
  const before = await call('runs.status', { runId: options.run });
  await withConnection(context, before.connectionId);
  const follower = followRun(context);
  try {
    const { resumed, collecting = 0 } = await call('runs.resume', {
      runId: options.run,
      retryFailed: options.retryFailed,
      includeUnknown: options.includeUnknown,
      ...(options.cause.length === 0 ? {} : { causes: [...options.cause] }),
      ...(options.creditLimit === undefined ? {} : { ceiling: options.creditLimit }),
    });
    const waiting = collecting > 0 ? `, ${number(collecting)} to collect` : '';
    terminal.stderr(`Run ${options.run}: ${number(resumed)} to send${waiting}.\n`);
    return await report(context, await follower.untilOver(options.run), options.format);
  } finally {
    follower.stop();
  }
}

/** Cancels a run; work that the service has started is collected, because it is paid for. */
export async function cancelRun(
  context: CommandContext,
  options: { readonly run: string; readonly format: Format },
): Promise<ExitCode> {
  const { call } = context;
  const before = await call('runs.status', { runId: options.run });
  // Tasks waiting at the service are removed from its queue, which needs the key.
  if (before.plan?.mode === 'queued' && before.counts.running > 0)
    await withConnection(context, before.connectionId);
  const follower = followRun(context);
  try {
    await call('runs.cancel', { runId: options.run });
    const run = await follower.untilOver(options.run);
    await print(context, run, options.format);
    return exitCode.everyAnswer;
  } finally {
    follower.stop();
  }
}

export async function pauseRun(
  context: CommandContext,
  options: { readonly run: string; readonly format: Format },
): Promise<ExitCode> {
  await context.call('runs.pause', { runId: options.run });
  await print(context, await context.call('runs.status', { runId: options.run }), options.format);
  return exitCode.everyAnswer;
}

/** Status of a run, with the run's exit code. */
export async function runStatus(
  context: CommandContext,
  options: { readonly run: string; readonly format: ListFormat },
): Promise<ExitCode> {
  return report(context, await context.call('runs.status', { runId: options.run }), options.format);
}

async function report(context: CommandContext, run: RunSummary, format: ListFormat): Promise<ExitCode> {
  await print(context, run, format);
  return worstOf([run]);
}

/** 3 if one stopped before its end, otherwise 1 if some failed, otherwise 0. */
export function worstOf(runs: readonly RunSummary[]): ExitCode {
  if (runs.some(({ state }) => state !== 'finished' && state !== 'cancelled')) return exitCode.unfinished;
  const complete = runs.every(({ counts }) => counts.completed === counts.total);
  return complete ? exitCode.everyAnswer : exitCode.someFailed;
}

async function print({ call, terminal }: CommandContext, run: RunSummary, format: ListFormat): Promise<void> {
  const { failures } = await call('runs.failures', { runId: run.id });
  const file = sheetText(format, () => failuresSheet(failures));
  if (file !== null) return terminal.stdout(file);
  const { strip: _, ...facts } = run;
  if (format === 'json') return terminal.stdout(jsonLine({ ...facts, failures }));
  terminal.stdout(statusLabel(run, failures, terminal.columns()));
}

const holdLabel = {
  'ceiling-run': 'its credit limit is reached; resume with a higher --credit-limit',
  'ceiling-day': 'the daily credit limit is reached; resume tomorrow, or raise the limit',
  'ceiling-month': 'the monthly credit limit is reached; resume next month, or raise the limit',
  person: 'resume at any time',
} as const;

function statusLabel(run: RunSummary, failures: readonly FailureGroup[], columns: number): string {
  const { counts, plan } = run;
  const name = plan ? `${plan.name}, version ${plan.version}, ${plan.mode}` : run.question;
  const hold = plan?.holdReason ? `: ${holdLabel[plan.holdReason]}` : '';
  const estimate = plan ? ` of at most ${number(plan.maximumCredits)} planned` : '';
  const ceiling = plan?.ceiling != null ? `, credit limit ${number(plan.ceiling)}` : '';
  const open = counts.planned + counts.running;
  const lines = [
    `Run ${run.id} (${name}) is ${run.state}${run.state === 'paused' ? hold : ''}.`,
    `${number(counts.completed)} of ${number(counts.total)} answered, ${number(counts.failed)} failed, ${number(counts.unknown)} unknown, ${number(counts.cancelled)} cancelled${open > 0 ? `, ${number(open)} pending` : ''}.`,
    `${number(run.creditsCharged)} credits charged${estimate}${ceiling}.`,
  ];
  if (failures.length > 0) {
    lines.push(
      '',
      textTable(
        ['STATE', 'CAUSE', 'REQUESTS', 'MAX. CREDITS TO RETRY', 'MESSAGE'],
        failures.map((group) => [
          group.state,
          group.code,
          number(group.cells),
          `${number(group.maximumCredits)} credits`,
          group.message,
        ]),
        columns,
      ).trimEnd(),
      '',
      `Retry with "parallax run resume ${run.id} --cause CODE". Unknown requests may have been charged already.`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Subscribes before the run starts, so that no change before the first read is lost. */
export function followRun({ call, subscribe, terminal, clock, interrupted }: CommandContext) {
  const progress = createProgressLine(terminal);
  const startedAtMs = clock.now();
  let wake = Promise.withResolvers<void>();
  const nudge = (): void => {
    wake.resolve();
    wake = Promise.withResolvers<void>();
  };
  const stopListening = subscribe((event) => {
    if (event.name === 'run.changed') nudge();
  });
  // A run executed by another program sends no events here.
  const ticking = setInterval(nudge, 1000);

  return {
    /** Resolves when the run is finished, paused, or left to its service after Ctrl+C. */
    async untilOver(runId: string): Promise<RunSummary> {
      let leave = false;
      const interrupt = async (): Promise<void> => {
        const run = await call('runs.status', { runId });
        if (run.plan?.mode === 'queued') leave = true;
        else await call('runs.pause', { runId });
        nudge();
      };
      const onInterrupt = (): void => void interrupt().catch(nudge);
      if (interrupted.aborted) onInterrupt();
      else interrupted.addEventListener('abort', onInterrupt, { once: true });
      for (;;) {
        const changed = wake.promise;
        const run = await call('runs.status', { runId });
        const over = run.state === 'interrupted' || (run.state !== 'running' && run.counts.running === 0);
        if (over || leave) {
          progress.clear();
          if (leave && !over)
            terminal.stderr(
              `The run continues at its service. Collect the answers with "parallax run resume ${runId}".\n`,
            );
          return run;
        }
        progress.show(run.counts, clock.now() - startedAtMs);
        await changed;
      }
    },
    stop(): void {
      clearInterval(ticking);
      stopListening();
      progress.clear();
    },
  };
}
