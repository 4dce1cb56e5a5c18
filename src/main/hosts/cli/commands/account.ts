import { Option } from 'commander';
import type { CreditsView, QueueView } from '#shared/model/account.ts';
import {
  type ChargeGroup,
  chargeGroups,
  chargeLines,
  chargesSheet,
  moneyLabel,
  ownRunsTable,
  queueSheet,
} from '#shared/tables/accountTables.ts';
import { terminalColumns } from '#shared/tables/table.ts';
import { withConnection } from '../connections.ts';
import type { CommandContext, Declare } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { connectionOption, listFormat } from '../flags.ts';
import { lines, number, print, tableText, utcDay } from '../print.ts';

const tasks = (count: number): string => `${number(count)} ${count === 1 ? 'task' : 'tasks'}`;

/** Prints a connection's queue, or clears it. */
export const queue: Declare = (command, { withCore }) =>
  command
    .addOption(connectionOption())
    .option('--clear', 'Remove all tasks of the account that have not started', false)
    .option('--yes', 'Confirm --clear, including tasks of other programs', false)
    .addOption(listFormat())
    .action(
      withCore(async (context, { connection, clear, yes, format }) => {
        const { id: connectionId } = await withConnection(context, connection);
        const view = await context.call('queue.get', { connectionId });
        const text = () => queueText(context, view);
        if (!clear) return print(context, format, view, text, () => queueSheet(view));
        if (!yes)
          throw new UsageError(
            `This removes ${tasks(view.queued)} of all users on the account of "${view.connectionName}"; up to ${number(Math.min(view.queued, view.own.waiting))} of them belong to runs here, whose requests are cancelled. Add --yes to confirm.`,
          );
        const done = await context.call('queue.clear', { connectionId });
        const paused = done.pausedRuns === 0 ? '' : ` Paused runs: ${number(done.pausedRuns)}.`;
        const said = `Removed ${tasks(done.cleared)}; they were not charged. Cancelled requests here: ${number(done.cancelled)}; still running: ${number(done.collecting)}.${paused}\n`;
        return print(context, format, done, said);
      }),
    );

function queueText(context: CommandContext, view: QueueView): string {
  const { own, slots, byPriority } = view;
  const busy = slots ? `, ${slots.used} of ${slots.limit} slots busy` : '';
  const said = [
    `"${view.connectionName}": ${number(view.queued)} queued, ${number(view.processing)} running${busy}.`,
    ...byPriority.map(({ priority, count }) => `  priority ${priority}: ${number(count)}`),
  ];
  if (own.oldestAtMs !== null) {
    const minutes = Math.round((context.clock.now() - own.oldestAtMs) / 60_000);
    said.push(`Oldest pending task: ${number(minutes)} min.`);
  }
  if (own.runs.length === 0) return lines(said);
  const table = tableText(context, terminalColumns(ownRunsTable), own.runs);
  return lines(said) + table;
}

/** Prints the balance, the cycle, and charges by day, month, run, project, engine or provider. */
export const credits: Declare = (command, { withCore }) =>
  command
    .addOption(connectionOption())
    .addOption(
      new Option('--by <group>', 'Group charges by').choices(chargeGroups).default('day' as ChargeGroup),
    )
    .option('--all', 'All time, not only this cycle', false)
    .addOption(listFormat())
    .action(
      withCore(async (context, { connection, by, all, format }) => {
        const { id: connectionId } = await withConnection(context, connection);
        const period = all ? 'all' : 'cycle';
        const view = await context.call('credits.get', { connectionId, period });
        const text = () => lines(creditLines(view)) + chargesTable(context, view, by);
        return print(context, format, view, text, () => chargesSheet(view, by));
      }),
    );

function creditLines(view: CreditsView): readonly string[] {
  const { connectionName, remaining, perCycle, cycleResetsAt, charges, service, ceilings } = view;
  const cycle = perCycle === null ? '' : ` of ${number(perCycle)} per cycle`;
  const resets = cycleResetsAt === null ? '' : `, next cycle ${cycleResetsAt.slice(0, 10)}`;
  const plan = view.plan === null ? '' : `; plan ${view.plan}`;
  const since = charges.sinceMs === null ? '' : ` since ${utcDay(charges.sinceMs)}`;
  const held =
    charges.held === 0
      ? ''
      : `, and ${number(charges.held)} reserved for requests in progress or with unknown outcome`;
  const limit = (name: string, ceiling: number | null, spent: number) =>
    ceiling === null ? [] : [`${name} credit limit: ${number(spent)} of ${number(ceiling)} credits.`];
  return [
    `"${connectionName}": ${number(remaining)} credits left${cycle}${resets}${plan}.`,
    `Charged here${since}: ${number(charges.credits)} credits for ${number(charges.answers)} answers${held}.`,
    ...(service !== null && service.credits !== service.own ? [differenceLabel(service)] : []),
    ...limit('Daily', ceilings.day, ceilings.spentToday),
    ...limit('Monthly', ceilings.month, ceilings.spentThisMonth),
  ];
}

function chargesTable(context: CommandContext, view: CreditsView, by: ChargeGroup): string {
  const charges = chargeLines(view, by);
  if (charges.length === 0) return '';
  type Charge = (typeof charges)[number];
  const priced = charges.some(({ money }) => money !== null);
  const cost = {
    COST: ({ money }: Charge) => moneyLabel(money),
    'COST SOURCE': ({ money }: Charge) => money?.source ?? '',
  };
  const runName = ({ key, name }: Charge) => (key === null ? 'deleted runs' : `${key}  ${name ?? ''}`);
  return tableText<Charge>(
    context,
    {
      CREDITS: (charge) => number(charge.credits),
      ANSWERS: ({ answers }) => number(answers),
      ...(priced ? cost : {}),
      [by.toUpperCase()]: (charge) => (by === 'run' ? runName(charge) : (charge.name ?? '')),
    },
    charges,
  );
}

function differenceLabel({ from, credits, own }: NonNullable<CreditsView['service']>): string {
  const source = from === 'ledger' ? 'The service’s ledger' : 'The balance of this cycle';
  const difference = Math.abs(credits - own);
  return credits > own
    ? `${source} shows ${number(credits)}: ${number(difference)} more were charged by other programs, or for answers that never arrived here.`
    : `${source} shows ${number(credits)}: ${number(difference)} fewer than counted here; credits were added or refunded there.`;
}
