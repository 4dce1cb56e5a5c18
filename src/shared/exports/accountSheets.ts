import type { ChargesView, QueueView } from '../model/account.ts';
import type { ConnectionView } from '../model/connection.ts';
import { isoTime, listSheet, type Sheet } from '../report/sheet.ts';

export const chargeGroups = ['day', 'run', 'project', 'engine'] as const;
export type ChargeGroup = (typeof chargeGroups)[number];

type ChargeLine = {
  /** A day, or the id of what was charged for; null for runs that were removed. */
  readonly key: string | null;
  readonly name: string | null;
  readonly answers: number;
  readonly credits: number;
};

function chargeLines(charges: ChargesView, by: ChargeGroup): readonly ChargeLine[] {
  switch (by) {
    case 'day':
      return charges.byDay.map(({ atMs, ...line }) => {
        const day = new Date(atMs).toISOString().slice(0, 10);
        return { ...line, key: day, name: day };
      });
    case 'run':
      return charges.byRun.map(({ runId, ...line }) => ({ ...line, key: runId }));
    case 'project':
      return charges.byProject.map(({ projectId, ...line }) => ({ ...line, key: projectId }));
    case 'engine':
      return charges.byEngine.map(({ engine, ...line }) => ({ ...line, key: engine, name: engine }));
  }
}

/** What was charged for the answers here, one way or another. */
export function chargesSheet(charges: ChargesView, by: ChargeGroup): Sheet {
  const named = by === 'run' || by === 'project';
  return listSheet(`charges-by-${by}`, `Charges by ${by}`, chargeLines(charges, by), {
    [by]: ({ key }) => key,
    ...(named ? { name: ({ name }: ChargeLine) => name } : {}),
    credits: ({ credits }) => credits,
    answers: ({ answers }) => answers,
  });
}

/** Runs of this history that are not at their end on a connection. */
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

/** The figures of a queue: of everybody on the account, and what of it is ours. */
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
