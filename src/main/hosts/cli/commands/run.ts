import type { FailureGroup, RunSummary } from '#shared/model/run.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { chargeDifference, failuresSheet } from '#shared/tables/planTables.ts';
import { engineNamesOf, withConnection } from '../connections.ts';
import type { CommandContext, Declare } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import {
  acting,
  collect,
  connectionOption,
  groupOf,
  type ListFormat,
  leaf,
  listing,
  maxCredits,
  modeOption,
  tableOrJson,
  wholeNumber,
} from '../flags.ts';
import { importFiles, recordsOf } from '../importFiles.ts';
import { quoteLabel, quoteOf } from '../planQuote.ts';
import { lines, number, print } from '../print.ts';
import { createProgressLine } from '../progressLine.ts';
import { textTable } from '../textTable.ts';

/** Runs a plan and waits for its end. With `--dry-run` it prints the price and sends nothing. */
const start: Declare = (group, { withCore }) =>
  group
    .command('start', { isDefault: true })
    .description('Run a plan and wait until it ends')
    .argument('<plan>')
    .option('--plan-version <n>', 'Earlier version', wholeNumber(1, 1_000_000))
    .addOption(modeOption())
    .option('--credit-limit <n>', 'Credit limit of this run', wholeNumber(0, maxCredits))
    .option('--priority <n>', 'Priority of queued tasks, 10 starts first', wholeNumber(1, 10), 1)
    .option('--dry-run', 'Show the price estimate and send nothing', false)
    .addOption(connectionOption())
    .addOption(tableOrJson())
    .action(
      withCore(async (context, plan, { planVersion: version, mode, creditLimit, priority, ...flags }) => {
        const { call, terminal } = context;
        const { dryRun, connection, format } = flags;
        if (dryRun) {
          const { quote, ...priced } = await quoteOf(context, plan, version, connection, mode);
          const none = Number.POSITIVE_INFINITY;
          const limit = Math.min(creditLimit ?? none, quote.balance ?? none);
          const fits = quote.maximumCredits <= limit && quote.refusedGroups === 0;
          const warning = fits ? '' : ' The run may stop early with these credits.';
          const text = () =>
            `${quoteLabel(quote, priced.connection, terminal.columns())}Nothing was sent.${warning}\n`;
          print(context, format, { ...quote, fits, sent: 0 }, text);
          return fits ? exitCode.everyAnswer : exitCode.someFailed;
        }
        const { id: connectionId } = await withConnection(context, connection);
        const follower = followRun(context);
        try {
          const input = { plan, version, connectionId, mode, priority, ceiling: creditLimit };
          const begun = await call('plans.run', input);
          terminal.stderr(`Run ${begun.runId}: ${counted(begun.cells, 'request')}, ${begun.mode}.\n`);
          const run = await follower.untilOver(begun.runId);
          await printRun(context, run, format);
          return worstOf([run]);
        } finally {
          follower.stop();
        }
      }),
    );

/** Resumes a run: unsent requests, pending tasks at the service, and what the user wants to retry. */
const resume: Declare = (group, { withCore }) =>
  leaf(group, 'resume', 'Resume a run, or retry parts of it')
    .argument('<run>')
    .option('--retry-failed', 'Retry failed requests', false)
    .option('--include-unknown', 'Retry requests with unknown outcome (may be charged twice)', false)
    .option('--cause <code>', 'Retry only requests with this error code (repeatable)', collect, [])
    .option('--credit-limit <n>', 'New credit limit of the run', wholeNumber(0, maxCredits))
    .addOption(tableOrJson())
    .action(
      withCore(async (context, runId, { retryFailed, includeUnknown, cause, creditLimit, format }) => {
        const { call, terminal } = context;
        const before = await call('runs.status', { runId });
        await withConnection(context, before.connectionId);
        const follower = followRun(context);
        try {
          const { resumed, collecting = 0 } = await call('runs.resume', {
            runId,
            retryFailed,
            includeUnknown,
            causes: cause.length === 0 ? undefined : cause,
            ceiling: creditLimit,
          });
          const waiting = collecting > 0 ? `, ${number(collecting)} to collect` : '';
          terminal.stderr(`Run ${runId}: ${number(resumed)} to send${waiting}.\n`);
          const run = await follower.untilOver(runId);
          await printRun(context, run, format);
          return worstOf([run]);
        } finally {
          follower.stop();
        }
      }),
    );

/** Status of a run, with the run's exit code. */
const status: Declare = (group, { withCore }) =>
  listing(group, 'status', 'Show the progress of a run; the exit code is that of the run')
    .argument('<run>')
    .action(
      withCore(async (context, runId, { format }) => {
        const run = await context.call('runs.status', { runId });
        await printRun(context, run, format);
        return worstOf([run]);
      }),
    );

const pause: Declare = (group, { withCore }) =>
  acting(group, 'pause', 'Pause a run')
    .argument('<run>')
    .action(
      withCore(async (context, runId, { format }) => {
        await context.call('runs.pause', { runId });
        return printRun(context, await context.call('runs.status', { runId }), format);
      }),
    );

/** Cancels a run; work that the service has started is collected, because it is paid for. */
const cancel: Declare = (group, { withCore }) =>
  acting(group, 'cancel', 'Cancel a run; running requests are still collected')
    .argument('<run>')
    .action(
      withCore(async (context, runId, { format }) => {
        const { call } = context;
        const { plan, counts, connectionId } = await call('runs.status', { runId });
        // Tasks waiting at the service are removed from its queue, which needs the key.
        if (plan?.mode === 'queued' && counts.running > 0) await withConnection(context, connectionId);
        const follower = followRun(context);
        try {
          await call('runs.cancel', { runId });
          return await printRun(context, await follower.untilOver(runId), format);
        } finally {
          follower.stop();
        }
      }),
    );

/** Settles requests of unknown outcome by tasks that the user knows: their ids, or stored webhook bodies. */
const collectAnswers: Declare = (group, { withCore }) =>
  leaf(group, 'collect', 'Collect answers of requests with unknown outcome; sends nothing that costs')
    .argument('<run>')
    .option('--task <id>', 'Id of a task at the service (repeatable)', collect, [])
    .option('--file <path>', 'Webhook bodies or tasks: .json, .jsonl or a folder (repeatable)', collect, [])
    .addOption(tableOrJson())
    .action(
      withCore(async (context, runId, { task: taskIds, file: files, format }) => {
        const { call } = context;
        if (taskIds.length + files.length === 0)
          throw new UsageError('Enter the id of a task with --task, or a file with --file.');
        const { connectionId } = await call('runs.status', { runId });
        if (taskIds.length > 0) await withConnection(context, connectionId);
        const records: string[] = [];
        const places: string[] = [];
        for (const path of files)
          for (const each of await importFiles(path))
            for await (const record of recordsOf(each)) {
              if (!record.ok) throw new UsageError(`${each.name}: ${record.message}`);
              records.push(record.text);
              places.push(`${each.name} ${record.place}`.trim());
            }
        const { outcomes } = await call('runs.collect', { runId, taskIds, records });
        const named = outcomes.map((outcome) =>
          outcome.state === 'refused' && /^\d{1,3}$/.test(outcome.task)
            ? { ...outcome, task: places[Number(outcome.task) - 1] ?? outcome.task }
            : outcome,
        );
        print(context, format, { runId, outcomes: named }, () =>
          lines(
            named.map(
              ({ task, state, message, creditsCharged }) =>
                `${task}: ${message ?? (state === 'waiting' ? `not ended yet; "parallax run resume ${runId}" collects it` : `${state}, ${number(creditsCharged ?? 0)} credits charged`)}`,
            ),
          ),
        );
        return named.every(({ state }) => state === 'completed') ? exitCode.everyAnswer : exitCode.someFailed;
      }),
    );

export const run = groupOf(start, resume, collectAnswers, status, pause, cancel);

/** 3 if one stopped before its end, otherwise 1 if some failed, otherwise 0. */
export function worstOf(runs: readonly RunSummary[]): ExitCode {
  if (runs.some(({ state }) => state !== 'finished' && state !== 'cancelled')) return exitCode.unfinished;
  const complete = runs.every(({ counts }) => counts.completed === counts.total);
  return complete ? exitCode.everyAnswer : exitCode.someFailed;
}

async function printRun(context: CommandContext, run: RunSummary, format: ListFormat): Promise<ExitCode> {
  const { failures } = await context.call('runs.failures', { runId: run.id });
  const { strip: _, ...facts } = run;
  const engineNames = await engineNamesOf(context, run);
  const text = () => statusLabel(run, engineNames, failures, context.terminal.columns());
  return print(context, format, { ...facts, engineNames, failures }, text, () => failuresSheet(failures));
}

const holdLabel = {
  'ceiling-run': 'its credit limit is reached; resume with a higher --credit-limit',
  'ceiling-day': 'the daily credit limit is reached; resume tomorrow, or raise the limit',
  'ceiling-month': 'the monthly credit limit is reached; resume next month, or raise the limit',
  person: 'resume at any time',
} as const;

function statusLabel(
  run: RunSummary,
  engineNames: readonly string[],
  failures: readonly FailureGroup[],
  columns: number,
): string {
  const { counts, plan, limits = plan } = run;
  const name = plan ? `${plan.name}, version ${plan.version}, ${plan.mode}` : run.question;
  const hold = limits?.holdReason ? `: ${holdLabel[limits.holdReason]}` : '';
  const estimate = limits
    ? ` of at most ${number(limits.maximumCredits)} planned${chargeDifference(run)}`
    : '';
  const ceiling = limits?.ceiling != null ? `, credit limit ${number(limits.ceiling)}` : '';
  const open = counts.planned + counts.running;
  const lines = [
    `Run ${run.id} (${name}) is ${run.state}${run.state === 'paused' ? hold : ''}.`,
    `${engineNames.length === 1 ? 'Engine' : 'Engines'}: ${engineNames.join(', ')}.`,
    `${number(counts.completed)} of ${counted(counts.total, 'request')} completed, ${number(counts.failed)} failed, ${number(counts.unknown)} unknown, ${number(counts.cancelled)} cancelled${open > 0 ? `, ${number(open)} pending` : ''}.`,
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
export function followRun(context: CommandContext) {
  const { call, subscribe, terminal, clock, interrupted, unstorable } = context;
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
      unstorable.addEventListener('abort', nudge);
      for (;;) {
        unstorable.throwIfAborted();
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
