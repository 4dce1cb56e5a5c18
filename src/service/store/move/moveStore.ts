import { createHash, type Hash } from 'node:crypto';
import type { MoveContract, MovePlan, MoveProgress, MoveReport } from '#shared/interface/operator/control.ts';
import { StoreError } from '../storeError.ts';
import { type Cell, type MovedRow, type MoveSource, openMoveSource } from './moveSource.ts';
import { type MovedTable, movedTables } from './moveTables.ts';
import { type MoveTarget, openMoveTarget } from './moveTarget.ts';

type MoveOutcome = ReturnType<MoveContract['calls']['move']>;

/** A service's file and the empty database to move it into; nothing is written before `move`. */
export type StoreMove = {
  readonly plan: MovePlan;
  /**
   * Copies every row, reads every row back, and only then lets nodes start on the database. If interrupted, the
   * next call continues.
   */
  readonly move: (told: (progress: MoveProgress) => void) => Promise<MoveOutcome>;
  readonly close: () => Promise<void>;
};

/** @throws StoreError if the file is missing, in use or inconsistent, or the database contains anything else */
export async function openStoreMove(file: string, address: string, now: () => number): Promise<StoreMove> {
  const source = openMoveSource(file);
  try {
    const target = openMoveTarget(address, source);
    try {
      const { unsound } = source.sums();
      if (unsound > 0)
        throw new StoreError(
          'STORE_DAMAGED',
          `In ${file} the ledger of ${unsound} account${unsound === 1 ? '' : 's'} does not add up to the balance. Nothing was moved`,
        );
      const state = await target.look();
      const plan = {
        file,
        target: target.shownAddress,
        state,
        tables: movedTables.map((table) => ({ name: table.name, rows: source.count(table) })),
        requeued: source.processing(),
      };
      return {
        plan,
        move: (told) => move(source, target, plan, told, now),
        close: async () => {
          source.close();
          await target.close();
        },
      };
    } catch (error) {
      await target.close();
      throw error;
    }
  } catch (error) {
    source.close();
    throw error;
  }
}

async function move(
  source: MoveSource,
  target: MoveTarget,
  plan: MovePlan,
  told: (progress: MoveProgress) => void,
  now: () => number,
): Promise<MoveOutcome> {
  const progress = await target.begin();
  for (const table of plan.state === 'finished' ? [] : movedTables) {
    let { key, rows } = progress[table.name] ?? { key: null, rows: 0 };
    for (;;) {
      const batch = source.rowsAfter(table, key);
      const last = batch.at(-1);
      if (last === undefined) break;
      key = keyOf(table, last);
      rows += batch.length;
      await target.write(table, batch, { key, rows });
      told({ step: 'copy', table: table.name, rows, of: rowsOf(plan, table) });
    }
  }
  let tables: MoveReport['tables'] = [];
  // After a finished move, nodes may have changed what was verified.
  if (plan.state !== 'finished') {
    const checked = await check(source, target, plan, told);
    if (typeof checked === 'string') return { kind: 'differs', what: checked };
    tables = checked;
    await target.finish(source.nextNumbers());
  }
  const sums = source.sums();
  return { kind: 'moved', tables, sums, movedTo: source.setAside(now()) };
}

/** Compares every row with its copy: returns checksums, or the first difference. */
async function check(
  source: MoveSource,
  target: MoveTarget,
  plan: MovePlan,
  told: (progress: MoveProgress) => void,
): Promise<MoveReport['tables'] | string> {
  const tables: { name: string; rows: number; sha256: string }[] = [];
  for (const table of movedTables) {
    const here = createHash('sha256');
    const there = createHash('sha256');
    let key: MovedRow | null = null;
    let rows = 0;
    for (;;) {
      const batch: readonly MovedRow[] = source.rowsAfter(table, key);
      const last = batch.at(-1);
      if (last === undefined) break;
      key = keyOf(table, last);
      const stored = await target.read(table, batch);
      for (const [index, row] of batch.entries()) {
        const copy = stored[index] ?? null;
        if (copy === null || add(here, row) !== add(there, copy))
          return `row ${keyOf(table, row).join(', ')} of ${table.name}`;
      }
      rows += batch.length;
      told({ step: 'check', table: table.name, rows, of: rowsOf(plan, table) });
    }
    const counted = await target.count(table);
    if (counted !== rows) return `${counted} rows of ${table.name} instead of ${rows}`;
    const sha256 = here.digest('hex');
    if (there.digest('hex') !== sha256) return `the checksum of ${table.name}`;
    tables.push({ name: table.name, rows, sha256 });
  }
  const [expected, found] = [source.sums(), await target.sums()];
  for (const [name, value] of Object.entries(expected))
    if (found[name as keyof typeof found] !== value) return `the sum of ${name}`;
  return tables;
}

const rowsOf = ({ tables }: MovePlan, table: MovedTable): number =>
  tables.find(({ name }) => name === table.name)?.rows ?? 0;

const keyOf = (table: MovedTable, row: MovedRow): MovedRow =>
  table.key.map((key) => row[table.columns.findIndex(([column]) => column === key)] as Cell);

/** Adds a row to a checksum; returns the row as it was added. */
function add(hash: Hash, row: MovedRow): string {
  const text = JSON.stringify(
    row.map((cell) =>
      Buffer.isBuffer(cell) ? { sha256: createHash('sha256').update(cell).digest('hex') } : cell,
    ),
  );
  hash.update(text).update('\n');
  return text;
}
