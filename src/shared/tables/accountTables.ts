import { isEngine } from '../interface/engines.ts';
import { standardTariff } from '../interface/tariff.ts';
import type { CostLine, CreditsView, QueueView } from '../model/account.ts';
import type { ConnectionView } from '../model/connection.ts';
import { percentLabel } from '../percent.ts';
import { isoTime, type Sheet } from './sheet.ts';
import { type ColumnDefinition, column, sheetOf, type TableDefinition, tableOf } from './table.ts';

export const chargeGroups = ['day', 'run', 'project', 'engine', 'provider', 'month'] as const;
export type ChargeGroup = (typeof chargeGroups)[number];

/** Money of several answers. */
export type Money = {
  /** Null if amounts have several currencies. */
  readonly amount: number | null;
  readonly currency: string;
  /** `stated` by the provider, `computed` from a price list, or both. */
  readonly source: string;
  /** Answers without a known price, which are not included in the amount. */
  readonly unpriced: number;
};

export type ChargeLine = {
  /** A day, a month, or the id of what was charged for; null for deleted runs. */
  readonly key: string | null;
  readonly name: string | null;
  readonly answers: number;
  readonly credits: number;
  /** Null if no answer has a known price, or none is grouped this way. */
  readonly money: Money | null;
};

type Charged = Pick<CreditsView, 'charges' | 'costs'>;

const keyOf: Readonly<Partial<Record<ChargeGroup, (line: CostLine) => string>>> = {
  project: ({ projectId }) => projectId,
  engine: ({ engine }) => engine,
  provider: ({ provider }) => provider ?? 'unknown',
  month: ({ month }) => month,
};

function moneyOf(costs: readonly CostLine[]): Money | null {
  const priced = costs.filter(({ currency }) => currency !== null);
  const currencies = [...new Set(priced.map(({ currency }) => currency))].sort();
  if (currencies.length === 0) return null;
  return {
    amount:
      currencies.length > 1 ? null : rounded(priced.reduce((sum, { amount }) => sum + (amount ?? 0), 0)),
    currency: currencies.join(', '),
    source: [...new Set(priced.map(({ source }) => source))].sort().reverse().join(' and '),
    unpriced: costs.reduce((sum, { currency, answers }) => sum + (currency === null ? answers : 0), 0),
  };
}

/** Floating-point sums have digits that no bill has. */
const rounded = (amount: number): number => Math.round(amount * 1e9) / 1e9;

/** Charges by day, run, project, engine, provider or month, with the providers' money where it is known. */
export function chargeLines({ charges, costs }: Charged, by: ChargeGroup): readonly ChargeLine[] {
  const key = keyOf[by];
  const grouped = key === undefined ? new Map<string, CostLine[]>() : Map.groupBy(costs, key);
  const money = (id: string) => moneyOf(grouped.get(id) ?? []);
  switch (by) {
    case 'day':
      return charges.byDay.map(({ atMs, ...line }) => {
        const day = new Date(atMs).toISOString().slice(0, 10);
        return { ...line, key: day, name: day, money: null };
      });
    case 'run':
      return charges.byRun.map(({ runId, ...line }) => ({ ...line, key: runId, money: null }));
    case 'project':
      return charges.byProject.map(({ projectId, ...line }) => ({
        ...line,
        key: projectId,
        money: money(projectId),
      }));
    case 'engine':
      return charges.byEngine.map(({ engine, ...line }) => ({
        ...line,
        key: engine,
        name: engine,
        money: money(engine),
      }));
    case 'provider':
    case 'month':
      return [...grouped]
        .map(([id, lines]) => ({
          key: id,
          name: id,
          answers: lines.reduce((sum, { answers }) => sum + answers, 0),
          credits: lines.reduce((sum, { credits }) => sum + credits, 0),
          money: moneyOf(lines),
        }))
        .sort((one, two) => (by === 'month' ? (one.key < two.key ? 1 : -1) : two.credits - one.credits));
  }
}

/** An amount for display: `0.0480 USD`. */
export function moneyLabel(money: Money | null): string {
  if (money === null) return '';
  const { amount, currency, unpriced } = money;
  const sum = amount === null ? currency : `${amount.toFixed(amount >= 100 ? 2 : 4)} ${currency}`;
  return unpriced === 0 ? sum : `${sum} + ${unpriced} without a price`;
}

const perAnswer = ({ credits, answers }: ChargeLine): number | null =>
  answers === 0 ? null : credits / answers;
/** Standard price of an answer without add-ons; only by engine. */
const standardOf = ({ key }: ChargeLine): number | null =>
  key !== null && isEngine(key) ? standardTariff.base[key] : null;

const chargeColumns = (
  by: ChargeGroup,
  total: number,
): Readonly<Record<string, ColumnDefinition<ChargeLine>>> => ({
  [by]: column.text(chargeGroupLabel[by], ({ key }) => key),
  ...(by === 'run' || by === 'project' ? { name: column.text('Name', ({ name }: ChargeLine) => name) } : {}),
  credits: column.number('Credits', ({ credits }) => credits),
  share: column.number('Share', ({ credits }) => (total === 0 ? null : (credits / total) * 100), {
    text: ({ credits }) => (total === 0 ? '' : percentLabel(credits / total)),
    inFiles: false,
  }),
  answers: column.number('Answers', ({ answers }) => answers),
  each: column.number('Credits per answer', perAnswer, {
    text: (line) => perAnswer(line)?.toFixed(2) ?? '',
    inFiles: false,
  }),
  ...(keyOf[by] === undefined ? {} : costColumns),
  ...(by === 'engine' ? { standard } : {}),
});

const costColumns: Readonly<Record<string, ColumnDefinition<ChargeLine>>> = {
  cost: column.number('Provider cost', ({ money }) => money?.amount ?? null, {
    text: ({ money }) => moneyLabel(money),
  }),
  currency: column.text('Currency', ({ money }) => money?.currency ?? null),
  cost_source: column.text('Cost source', ({ money }) => money?.source ?? null),
  answers_without_price: column.number(
    'Answers without a price',
    ({ money, answers }) => money?.unpriced ?? answers,
  ),
};
const standard = column.number<ChargeLine>('Standard price', standardOf, {
  text: (line) => (standardOf(line) === null ? '' : `from ${standardOf(line)?.toLocaleString('en')}`),
  inFiles: false,
});
const chargesWindow = ['credits', 'share', 'answers', 'each', 'cost', 'standard'];

export const chargeGroupLabel: Readonly<Record<ChargeGroup, string>> = {
  day: 'Day (UTC)',
  run: 'Run',
  project: 'Project',
  engine: 'Engine',
  provider: 'Provider',
  month: 'Month (UTC)',
};

/**
 * What was charged for the answers here, one way or another.
 * @param total credits of all lines, for their shares
 */
export function chargesTable(by: ChargeGroup, total = 0): TableDefinition<ChargeLine> {
  const columns = chargeColumns(by, total);
  return {
    id: `charges-by-${by}`,
    title: `Charges by ${by}`,
    columns,
    window: [by, ...chargesWindow.filter((id) => id in columns)],
  };
}

export const chargesSheet = (charged: Charged, by: ChargeGroup): Sheet =>
  sheetOf(chargesTable(by), chargeLines(charged, by));

/** Unfinished runs of this history on a connection. */
export const ownRunsTable = tableOf<QueueView['own']['runs'][number]>()({
  id: 'queue-runs',
  title: 'Runs in progress',
  columns: {
    run: column.text('Run', ({ runId }) => runId),
    name: column.text('Name', ({ name }) => name),
    mode: column.text('Mode', ({ mode }) => mode),
    state: column.text('State', ({ state }) => state),
    at_the_service: column.number('Pending', ({ waiting }) => waiting),
    to_send: column.number('To send', ({ planned }) => planned),
    priority: column.number('Priority', ({ priority }) => priority, {
      text: ({ mode, priority }) => (mode === 'queued' ? String(priority) : '–'),
    }),
  },
  window: ['run', 'mode', 'state', 'at_the_service', 'to_send', 'priority'],
  terminal: ['run', 'mode', 'state', 'at_the_service', 'to_send', 'priority', 'name'],
});

const queueTable = tableOf<readonly [name: string, value: number | string | null]>()({
  id: 'queue',
  title: 'Queue',
  columns: { figure: ([name]) => name, value: ([, value]) => value },
});

/** The figures of a queue: for all users of the account, and our part of it. */
export const queueSheet = ({ queued, processing, slots, byPriority, own }: QueueView): Sheet =>
  sheetOf(queueTable, [
    ['queued', queued],
    ['processing', processing],
    ['slots_used', slots?.used ?? null],
    ['slots', slots?.limit ?? null],
    ...byPriority.map(({ priority, count }) => [`queued_at_priority_${priority}`, count] as const),
    ['own_waiting', own.waiting],
    ...own.byEngine.map(({ engine, count }) => [`own_waiting_${engine}`, count] as const),
    ['own_answers_a_minute', own.perMinute],
    ['own_oldest_at', isoTime(own.oldestAtMs)],
  ]);

/** Connections, without their keys. */
export const connectionsTable = tableOf<ConnectionView>()({
  id: 'connections',
  title: 'Connections',
  columns: {
    connection: ({ id }) => id,
    name: column.text('Name', ({ name }) => name),
    address: column.text('Address', ({ baseUrl }) => baseUrl),
    selected: column.flag('', ({ selected }) => selected, { text: ({ selected }) => (selected ? '*' : '') }),
  },
});

export const connectionsSheet = (connections: readonly ConnectionView[]): Sheet =>
  sheetOf(connectionsTable, connections);
