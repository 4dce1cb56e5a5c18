import { AppError } from '#shared/model/appError.ts';
import {
  type BrandShiftView,
  type RecomputationStatus,
  type RecomputationView,
  unfinishedOf,
} from '#shared/model/recomputation.ts';
import { shiftsSheet } from '#shared/tables/projectTables.ts';
import type { CommandContext, Declare } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { type ListFormat, listFormat } from '../flags.ts';
import { number, print, printList, tableText, utcMinute } from '../print.ts';
import { fitted, textTable } from '../textTable.ts';

/** Recomputes the brand facts of the whole history by the latest rules, or prints or stops the progress. */
export const recompute: Declare = (command, { withCore }) =>
  command
    .option('--status', 'Show the status only', false)
    .option('--cancel', 'Stop a recomputation, also of another program', false)
    .option('--changes', 'Show the effect of the last rule change, by brand and market', false)
    .addOption(listFormat())
    .action(
      withCore(async (context, { status: only, cancel, changes, format }) => {
        if (changes) return ruleChanges(context, format);
        if (format !== 'table' && format !== 'json')
          throw new UsageError(`--format ${format} needs --changes.`);
        const running = () => (only ? context.call('recomputation.status', {}) : finish(context));
        const status = cancel ? await context.call('recomputation.cancel', {}) : await running();
        return print(context, format, status, () => statusText(status));
      }),
    );

/** The rules the stored facts are made by, in one line. */
export function factsLine({ newestRules, current, next }: RecomputationStatus): string {
  if (newestRules === 0) return 'No brand list yet.';
  const now =
    current === null ? 'No complete version yet' : `The history uses version ${current.rulesVersion}`;
  if (next === null)
    return current?.rulesVersion === newestRules
      ? `${now}.`
      : `${now}. Apply version ${newestRules} with "parallax recompute".`;
  const how = next.state === 'running' ? 'running' : 'stopped; resume with "parallax recompute"';
  return `${now}; version ${next.rulesVersion} is ${how} (${share(next)}).`;
}

/** More answers than this take too long to wait for: the figures then say how many are missing. */
const maxToWaitFor = 20_000;

/**
 * Searches answers for brands that are not searched yet, so that figures of brands do not say "none" for what was only
 * not computed. A recomputation that somebody stopped stays stopped.
 * @throws AppError CANCELLED at Ctrl+C
 */
export async function searchForBrands(context: CommandContext): Promise<void> {
  const left = unfinishedOf(await context.call('recomputation.status', {}));
  if (left === null || left.stopped || left.of - left.answers > maxToWaitFor) return;
  await finish(context).catch(unlessReadOnly);
}

/** A project file of somebody else is only read, as it is. */
function unlessReadOnly(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'HISTORY_READ_ONLY') throw error;
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
    const line = `Version ${next.rulesVersion}: ${number(next.answers)} of ${number(next.of)} results · Ctrl+C stops`;
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

async function ruleChanges(context: CommandContext, format: ListFormat): Promise<ExitCode> {
  const change = await context.call('recomputation.change', {});
  if (change === null) {
    context.terminal.stderr('No two complete versions to compare yet.\n');
    return exitCode.everyAnswer;
  }
  const { before, after, shifts } = change;
  const columns = {
    BRAND: ({ name }: BrandShiftView) => name,
    MARKET: ({ market }: BrandShiftView) => market,
    [`VERSION ${before}`]: (shift: BrandShiftView) => `${number(shift.before)} of ${number(shift.beforeOf)}`,
    [`VERSION ${after}`]: (shift: BrandShiftView) => `${number(shift.after)} of ${number(shift.afterOf)}`,
  };
  return printList(context, format, { columns, sheet: () => shiftsSheet(change) }, shifts, {
    json: (shift) => ({ rulesBefore: before, rulesAfter: after, ...shift }),
    text: () =>
      shifts.length === 0
        ? `No differences between versions ${before} and ${after}.\n`
        : tableText(context, columns, shifts),
  });
}

function statusText(status: RecomputationStatus): string {
  const rows = [status.next, status.current, status.previous].filter((row) => row !== null);
  const table = textTable(
    ['RULES', 'FORMULAE', 'STATE', 'RESULTS', 'FINISHED (UTC)'],
    rows.map((row) => [
      String(row.rulesVersion),
      row.analysisRules,
      row.state,
      share(row),
      row.finishedAtMs === null ? '' : utcMinute(row.finishedAtMs),
    ]),
    200,
  );
  return `${factsLine(status)}\n${rows.length === 0 ? '' : `\n${table}`}`;
}

function share({ answers, of }: RecomputationView): string {
  return `${number(answers)} of ${number(of)} results`;
}
