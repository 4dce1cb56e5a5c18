import type { CostLine, CreditsView, QueueView } from '../model/account.ts';
import type { ConnectionView } from '../model/connection.ts';
import { isoTime, listSheet, type Sheet } from './sheet.ts';

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

/** What was charged for the answers here, one way or another. */
export function chargesSheet(charged: Charged, by: ChargeGroup): Sheet {
  const named = by === 'run' || by === 'project';
  const priced = keyOf[by] !== undefined;
  return listSheet(`charges-by-${by}`, `Charges by ${by}`, chargeLines(charged, by), {
    [by]: ({ key }) => key,
    ...(named ? { name: ({ name }: ChargeLine) => name } : {}),
    credits: ({ credits }) => credits,
    answers: ({ answers }) => answers,
    ...(priced
      ? {
          cost: ({ money }: ChargeLine) => money?.amount ?? null,
          currency: ({ money }: ChargeLine) => money?.currency ?? null,
          cost_source: ({ money }: ChargeLine) => money?.source ?? null,
          answers_without_price: ({ money, answers }: ChargeLine) => money?.unpriced ?? answers,
        }
      : {}),
  });
}

/** Unfinished runs of this history on a connection. */
export function ownRunsSheet(runs: readonly QueueView['own']['runs'][number][]): Sheet {
  return listSheet('queue-runs', 'Runs in progress', runs, {
    run: ({ runId }) => runId,
    name: ({ name }) => name,
    mode: ({ mode }) => mode,
    state: ({ state }) => state,
    at_the_service: ({ waiting }) => waiting,
    to_send: ({ planned }) => planned,
    priority: ({ priority }) => priority,
  });
}

/** The figures of a queue: for all users of the account, and our part of it. */
export function queueSheet({ queued, processing, slots, byPriority, own }: QueueView): Sheet {
  const figures: readonly (readonly [string, number | string | null])[] = [
    ['queued', queued],
    ['processing', processing],
    ['slots_used', slots?.used ?? null],
    ['slots', slots?.limit ?? null],
    ...byPriority.map(({ priority, count }) => [`queued_at_priority_${priority}`, count] as const),
    ['own_waiting', own.waiting],
    ...own.byEngine.map(({ engine, count }) => [`own_waiting_${engine}`, count] as const),
    ['own_answers_a_minute', own.perMinute],
    ['own_oldest_at', isoTime(own.oldestAtMs)],
  ];
  return listSheet('queue', 'Queue', figures, { figure: ([name]) => name, value: ([, value]) => value });
}

/** Connections, without their keys. */
export function connectionsSheet(connections: readonly ConnectionView[]): Sheet {
  return listSheet('connections', 'Connections', connections, {
    connection: ({ id }) => id,
    name: ({ name }) => name,
    address: ({ baseUrl }) => baseUrl,
    selected: ({ selected }) => (selected ? 1 : 0),
  });
}
