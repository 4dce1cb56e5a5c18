import { byForm } from '../form.ts';
import { atLeast, type Row, whole } from '../service/row.ts';
import type { Figures } from '../service/serviceServer.ts';
import {
  fillQueues,
  type Ground,
  onDatabase,
  processorTimeOfServer,
  steadyRate,
  withNodes,
} from './nodes.ts';

const accounts = 20;
const plan = 'hobby';

type Measured = { readonly rate: number; readonly nodeMicros: number; readonly databaseMicros: number };

/** Tasks completed a second by one, two and four nodes, each charged. */
export async function taskRates({ newDatabase }: Ground): Promise<readonly Row[]> {
  const tasks = byForm({ full: 60_000, quick: 20_000, smoke: 1_000 });
  const rounds = byForm({ full: 2, quick: 1, smoke: 1 });
  const best = new Map<number, Measured>();
  // In turns, so that a slow moment of the machine does not hit one of them only; the best round counts.
  for (let round = 0; round < rounds; round += 1) {
    for (const nodes of byForm({ full: [1, 2, 4], quick: [1, 2, 4], smoke: [1, 2] })) {
      const measured = await ownRate(await newDatabase(), nodes, tasks);
      if (measured.rate > (best.get(nodes)?.rate ?? 0)) best.set(nodes, measured);
    }
  }
  const nothing: Measured = { rate: 0, nodeMicros: 0, databaseMicros: 0 };
  const [one = nothing, two = nothing, four = nothing] = [1, 2, 4].map((nodes) => best.get(nodes));
  const times = (of: readonly Measured[]): string =>
    of.map((each) => `${whole(each.nodeMicros)} + ${whole(each.databaseMicros)}`).join(', ');
  return [
    atLeast('one node, tasks completed and charged a second', one.rate, 2_500, '/s'),
    { figure: 'two nodes, four nodes', value: `${whole(two.rate)}, ${whole(four.rate)}` },
    { figure: 'processor time a task, nodes + database, us; 1, 2, 4 nodes', value: times([one, two, four]) },
    atLeast('two nodes / one', two.rate / one.rate, 1),
    atLeast('four nodes / one', four.rate / one.rate, 1),
  ];
}

async function ownRate(store: string, nodes: number, tasks: number): Promise<Measured> {
  await fillQueues(store, { accounts, tasks, plan });
  return onDatabase(store, (client) =>
    withNodes(
      store,
      nodes,
      async (started) => {
        // Engines answer once all nodes are there.
        for (const { child } of started) child.say('go');
        const done = async (): Promise<number> => {
          // Every charge is one row of its account's ledger; the first is the cycle's credits.
          const { rows } = await client.query('SELECT sum(ledger_sequence - 1)::int AS done FROM accounts');
          return Number(rows[0]?.done);
        };
        const cpuMs = async (): Promise<readonly number[]> => {
          let ofNodes = 0;
          for (const { child } of started) {
            child.say('figures');
            ofNodes += ((await child.line()) as Figures).cpuMs;
          }
          return [ofNodes, await processorTimeOfServer(client)];
        };
        const { rate, each } = await steadyRate(tasks, done, cpuMs);
        const [nodeMs = 0, databaseMs = 0] = each;
        return { rate, nodeMicros: nodeMs * 1_000, databaseMicros: databaseMs * 1_000 };
      },
      {},
      'held',
    ),
  );
}
