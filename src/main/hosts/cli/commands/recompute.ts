import type { BrandShiftView, RecomputationStatus, RecomputationView } from '#shared/model/recomputation.ts';
import { shiftsSheet } from '#shared/tables/projectSheets.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { type ListFormat, sheetText } from '../flags.ts';
import { jsonLine } from '../storedAnswers.ts';
import { fitted, textTable } from '../textTable.ts';

export type RecomputationOptions = {
  readonly status: boolean;
  readonly cancel: boolean;
  readonly changes: boolean;
  readonly format: ListFormat;
};

const number = (value: number): string => value.toLocaleString('en');

/** Recomputes the brand facts of the whole history by the latest rules, or prints or stops the progress. */
export async function recompute(context: CommandContext, options: RecomputationOptions): Promise<ExitCode> {
  if (options.format !== 'table' && options.format !== 'json' && !options.changes)
    throw new UsageError(`--format ${options.format} needs --changes.`);
  if (options.changes) return ruleChanges(context, options.format);
  const status = options.cancel
    ? await context.call('recomputation.cancel', {})
    : options.status
      ? await context.call('recomputation.status', {})
      : await finish(context);
  context.terminal.stdout(options.format === 'json' ? jsonLine(status) : statusText(status));
  return exitCode.everyAnswer;
}

/** The rules the stored facts are made by, in one line. */
export function factsLine({ newestRules, current, next }: RecomputationStatus): string {
  if (newestRules === 0) return 'No brand rules yet.';
  const now =
    current === null ? 'No complete version yet' : `The history uses version ${current.rulesVersion}`;
  if (next === null)
    return current?.rulesVersion === newestRules
      ? `${now}.`
      : `${now}. Apply version ${newestRules} with "parallax recompute".`;
  const how = next.state === 'running' ? 'running' : 'stopped; resume with "parallax recompute"';
  return `${now}; version ${next.rulesVersion} is ${how} (${share(next)}).`;
}

async function finish({
  call,
  subscribe,
  terminal,
  interrupted,
}: CommandContext): Promise<RecomputationStatus> {
  const unsubscribe = subscribe((event) => {
    if (event.name !== 'recomputation.changed' || event.payload.next === null) return;
    const { next } = event.payload;
    const line = `Version ${next.rulesVersion}: ${number(next.answers)} of ${number(next.of)} answers · Ctrl+C stops`;
    terminal.liveLine(fitted(line, terminal.columns() - 1));
  });
  try {
    await call('recomputation.resume', {});
    return await call('recomputation.finish', {}, interrupted);
  } finally {
    unsubscribe();
    terminal.liveLine('');
  }
}

async function ruleChanges(
  { call, terminal }: CommandContext,
  format: RecomputationOptions['format'],
): Promise<ExitCode> {
  const change = await call('recomputation.change', {});
  if (change === null) {
    terminal.stderr('No two complete versions to compare yet.\n');
    return exitCode.everyAnswer;
  }
  const { before, after, shifts } = change;
  const file = sheetText(format, () => shiftsSheet(change));
  if (file !== null) terminal.stdout(file);
  else if (format === 'json')
    for (const shift of shifts)
      terminal.stdout(jsonLine({ rulesBefore: before, rulesAfter: after, ...shift }));
  else if (shifts.length === 0) terminal.stdout(`No differences between versions ${before} and ${after}.\n`);
  else
    terminal.stdout(
      textTable(
        ['BRAND', 'MARKET', `VERSION ${before}`, `VERSION ${after}`],
        shifts.map((shift) => [shift.name, shift.market, ...sidesOf(shift)]),
        terminal.columns(),
      ),
    );
  return exitCode.everyAnswer;
}

function sidesOf({ before, beforeOf, after, afterOf }: BrandShiftView): readonly [string, string] {
  return [`${number(before)} of ${number(beforeOf)}`, `${number(after)} of ${number(afterOf)}`];
}

function statusText(status: RecomputationStatus): string {
  const rows = [status.next, status.current, status.previous].filter((row) => row !== null);
  const table =
    rows.length === 0
      ? ''
      : `\n${textTable(
          ['RULES', 'FORMULAE', 'STATE', 'ANSWERS', 'FINISHED (UTC)'],
          rows.map((row) => [
            String(row.rulesVersion),
            row.analysisRules,
            row.state,
            `${number(row.answers)} of ${number(row.of)}`,
            row.finishedAtMs === null
              ? ''
              : new Date(row.finishedAtMs).toISOString().slice(0, 16).replace('T', ' '),
          ]),
          200,
        )}`;
  return `${factsLine(status)}\n${table}`;
}

function share({ answers, of }: RecomputationView): string {
  return `${number(answers)} of ${number(of)} answers`;
}
