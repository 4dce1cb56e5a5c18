import type { CreditsView, QueueView } from '#shared/model/account.ts';
import {
  type ChargeGroup,
  chargeLines,
  chargesSheet,
  moneyLabel,
  queueSheet,
} from '#shared/tables/accountSheets.ts';
import { withConnection } from '../connections.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { type ListFormat, sheetText } from '../flags.ts';
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

/** Prints a connection's queue, or clears it. */
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
      `This removes ${tasks(view.queued)} of all users on the account of "${view.connectionName}"; up to ${number(Math.min(view.queued, view.own.waiting))} of them belong to runs here, whose requests are cancelled. Add --yes to confirm.`,
    );
  }
  const done = await call('queue.clear', { connectionId });
  if (options.format === 'json') terminal.stdout(jsonLine(done));
  else {
    const paused = done.pausedRuns === 0 ? '' : ` Paused runs: ${number(done.pausedRuns)}.`;
    terminal.stdout(
      `Removed ${tasks(done.cleared)}; they were not charged. Cancelled requests here: ${number(done.cancelled)}; still running: ${number(done.collecting)}.${paused}\n`,
    );
  }
  return exitCode.everyAnswer;
}

function printQueue({ terminal, clock }: CommandContext, view: QueueView): void {
  const { own, slots } = view;
  const busy = slots ? `, ${slots.used} of ${slots.limit} slots busy` : '';
  terminal.stdout(
    `"${view.connectionName}": ${number(view.queued)} queued, ${number(view.processing)} running${busy}.\n`,
  );
  for (const { priority, count } of view.byPriority)
    terminal.stdout(`  priority ${priority}: ${number(count)}\n`);
  if (own.oldestAtMs !== null) {
    const minutes = Math.round((clock.now() - own.oldestAtMs) / 60_000);
    terminal.stdout(`Oldest pending task: ${number(minutes)} min.\n`);
  }
  if (own.runs.length === 0) return;
  terminal.stdout(
    textTable(
      ['RUN', 'MODE', 'STATE', 'PENDING', 'TO SEND', 'PRIORITY', 'NAME'],
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

/** Prints the balance, the cycle, and charges by day, month, run, project, engine or provider. */
export async function showCredits(context: CommandContext, options: CreditsOptions): Promise<ExitCode> {
  const { call, terminal } = context;
  const { id: connectionId } = await withConnection(context, options.connection);
  const view = await call('credits.get', { connectionId, period: options.all ? 'all' : 'cycle' });
  const file =
    options.format === 'json'
      ? jsonLine(view)
      : sheetText(options.format, () => chargesSheet(view, options.by));
  if (file !== null) {
    terminal.stdout(file);
    return exitCode.everyAnswer;
  }
  const { perCycle, cycleResetsAt, charges, service, ceilings } = view;
  const cycle = perCycle === null ? '' : ` of ${number(perCycle)} per cycle`;
  const resets = cycleResetsAt === null ? '' : `, next cycle ${cycleResetsAt.slice(0, 10)}`;
  const plan = view.plan === null ? '' : `; plan ${view.plan}`;
  terminal.stdout(
    `"${view.connectionName}": ${number(view.remaining)} credits left${cycle}${resets}${plan}.\n`,
  );
  const since = charges.sinceMs === null ? '' : ` since ${day(charges.sinceMs)}`;
  const held =
    charges.held === 0
      ? ''
      : `, and ${number(charges.held)} reserved for requests in progress or with unknown outcome`;
  terminal.stdout(
    `Charged here${since}: ${number(charges.credits)} credits for ${number(charges.answers)} answers${held}.\n`,
  );
  if (service !== null && service.credits !== service.own) terminal.stdout(`${differenceLabel(service)}\n`);
  for (const [name, ceiling, spent] of [
    ['Daily', ceilings.day, ceilings.spentToday],
    ['Monthly', ceilings.month, ceilings.spentThisMonth],
  ] as const)
    if (ceiling !== null)
      terminal.stdout(`${name} credit limit: ${number(spent)} of ${number(ceiling)} credits.\n`);
  const lines = chargeLines(view, options.by);
  if (lines.length > 0) {
    const priced = lines.some(({ money }) => money !== null);
    terminal.stdout(
      textTable(
        ['CREDITS', 'ANSWERS', ...(priced ? ['COST', 'COST SOURCE'] : []), options.by.toUpperCase()],
        lines.map(({ key, name, credits, answers, money }) => [
          number(credits),
          number(answers),
          ...(priced ? [moneyLabel(money), money?.source ?? ''] : []),
          options.by === 'run' ? (key === null ? 'deleted runs' : `${key}  ${name ?? ''}`) : (name ?? ''),
        ]),
        terminal.columns(),
      ),
    );
  }
  return exitCode.everyAnswer;
}

function differenceLabel({ from, credits, own }: NonNullable<CreditsView['service']>): string {
  const source = from === 'ledger' ? 'The service’s ledger' : 'The balance of this cycle';
  const difference = Math.abs(credits - own);
  return credits > own
    ? `${source} shows ${number(credits)}: ${number(difference)} more were charged by other programs, or for answers that never arrived here.`
    : `${source} shows ${number(credits)}: ${number(difference)} fewer than counted here; credits were added or refunded there.`;
}

const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
