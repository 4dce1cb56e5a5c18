import { type ChargeGroup, chargesSheet, queueSheet } from '#shared/exports/accountSheets.ts';
import type { CreditsView, QueueView } from '#shared/model/account.ts';
import { withConnection } from '../connections.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { type ListFormat, sheetText } from '../listFormats.ts';
import { jsonLine } from '../storedAnswers.ts';
import { textTable } from '../textTable.ts';

export type QueueOptions = {
  readonly connection?: string;
  readonly clear: boolean;
  readonly yes: boolean;
  readonly format: ListFormat;
};

const number = (value: number): string => value.toLocaleString('en');
const tasks = (count: number): string => `${number(count)} ${count === 1 ? 'task' : 'tasks'}`;

/** Says what waits in a connection's queue, or empties it. */
export async function showQueue(context: CommandContext, options: QueueOptions): Promise<ExitCode> {
  const { call, terminal } = context;
  const { id: connectionId } = await withConnection(context, options.connection);
  const view = await call('queue.get', { connectionId });
  if (!options.clear) {
    const file = sheetText(options.format, () => queueSheet(view));
    if (file !== null) terminal.stdout(file);
    else if (options.format === 'json') terminal.stdout(jsonLine(view));
    else printQueue(context, view);
    return exitCode.everyAnswer;
  }
  if (!options.yes) {
    throw new UsageError(
      `This removes ${tasks(view.queued)} of everybody on the account of "${view.connectionName}"; up to ${number(Math.min(view.queued, view.own.waiting))} of them are of runs here, whose cells would be cancelled. Add --yes to do it.`,
    );
  }
  const done = await call('queue.clear', { connectionId });
  if (options.format === 'json') terminal.stdout(jsonLine(done));
  else {
    const paused = done.pausedRuns === 0 ? '' : ` Paused runs: ${number(done.pausedRuns)}.`;
    terminal.stdout(
      `Removed ${tasks(done.cleared)}; nothing was charged for them. Cells here that are cancelled: ${number(done.cancelled)}; still being answered: ${number(done.collecting)}.${paused}\n`,
    );
  }
  return exitCode.everyAnswer;
}

function printQueue({ terminal, clock }: CommandContext, view: QueueView): void {
  const { own, slots } = view;
  const busy = slots ? `, ${slots.used} of ${slots.limit} slots busy` : '';
  terminal.stdout(
    `"${view.connectionName}": ${number(view.queued)} queued, ${number(view.processing)} being answered${busy}.\n`,
  );
  for (const { priority, count } of view.byPriority)
    terminal.stdout(`  priority ${priority}: ${number(count)}\n`);
  if (own.oldestAtMs !== null) {
    const minutes = Math.round((clock.now() - own.oldestAtMs) / 60_000);
    terminal.stdout(`Oldest task of ours: handed over ${number(minutes)} min ago.\n`);
  }
  if (own.runs.length === 0) return;
  terminal.stdout(
    textTable(
      ['RUN', 'HOW', 'STATE', 'AT THE SERVICE', 'TO SEND', 'PRIORITY', 'NAME'],
      own.runs.map((run) => [
        run.runId,
        run.mode,
        run.state,
        number(run.waiting),
        number(run.planned),
        String(run.priority),
        run.name,
      ]),
      terminal.columns(),
    ),
  );
}

export type CreditsOptions = {
  readonly connection?: string;
  readonly by: ChargeGroup;
  readonly all: boolean;
  readonly format: ListFormat;
};

/** Says the balance, the cycle, and what was charged by day, run, project or engine. */
export async function showCredits(context: CommandContext, options: CreditsOptions): Promise<ExitCode> {
  const { call, terminal } = context;
  const { id: connectionId } = await withConnection(context, options.connection);
  const view = await call('credits.get', { connectionId, period: options.all ? 'all' : 'cycle' });
  const file =
    options.format === 'json'
      ? jsonLine(view)
      : sheetText(options.format, () => chargesSheet(view.charges, options.by));
  if (file !== null) {
    terminal.stdout(file);
    return exitCode.everyAnswer;
  }
  const { perCycle, cycleResetsAt, charges, service, ceilings } = view;
  const cycle = perCycle === null ? '' : ` of ${number(perCycle)} a cycle`;
  const resets = cycleResetsAt === null ? '' : `, new ones on ${cycleResetsAt.slice(0, 10)}`;
  const plan = view.plan === null ? '' : `; plan ${view.plan}`;
  terminal.stdout(
    `"${view.connectionName}": ${number(view.remaining)} credits left${cycle}${resets}${plan}.\n`,
  );
  const since = charges.sinceMs === null ? '' : ` since ${day(charges.sinceMs)}`;
  const held =
    charges.held === 0 ? '' : `, and ${number(charges.held)} held for what is under way or unknown`;
  terminal.stdout(
    `Charged here${since}: ${number(charges.credits)} credits for ${number(charges.answers)} answers${held}.\n`,
  );
  if (service !== null && service.credits !== service.own) terminal.stdout(`${differenceLabel(service)}\n`);
  for (const [name, ceiling, spent] of [
    ['day', ceilings.day, ceilings.spentToday],
    ['month', ceilings.month, ceilings.spentThisMonth],
  ] as const)
    if (ceiling !== null)
      terminal.stdout(`Ceiling of the ${name}: ${number(spent)} of ${number(ceiling)} credits.\n`);
  const lines = linesBy[options.by](charges);
  if (lines.length > 0) {
    terminal.stdout(
      textTable(
        ['CREDITS', 'ANSWERS', options.by.toUpperCase()],
        lines.map(({ credits, answers, name }) => [number(credits), number(answers), name]),
        terminal.columns(),
      ),
    );
  }
  return exitCode.everyAnswer;
}

type Line = { readonly name: string; readonly answers: number; readonly credits: number };

const linesBy: Readonly<Record<ChargeGroup, (charges: CreditsView['charges']) => readonly Line[]>> = {
  day: ({ byDay }) => byDay.map(({ atMs, ...line }) => ({ name: day(atMs), ...line })),
  run: ({ byRun }) =>
    byRun.map(({ runId, name, ...line }) => ({
      name: runId === null ? 'runs that were removed' : `${runId}  ${name ?? ''}`,
      ...line,
    })),
  project: ({ byProject }) => byProject,
  engine: ({ byEngine }) => byEngine.map(({ engine, ...line }) => ({ name: engine, ...line })),
};

function differenceLabel({ from, credits, own }: NonNullable<CreditsView['service']>): string {
  const source = from === 'ledger' ? 'The ledger of the service' : 'The balance of the cycle';
  const difference = Math.abs(credits - own);
  return credits > own
    ? `${source} says ${number(credits)}: ${number(difference)} more went to other programs, or to answers that never arrived here.`
    : `${source} says ${number(credits)}: ${number(difference)} less than counted here, as credits were added or refunded there.`;
}

const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
