import { join } from 'node:path';
import Database from 'better-sqlite3';

export type StoredCells = {
  readonly cells: number;
  /** Cells by their state. */
  readonly states: Readonly<Record<string, number>>;
  /** Cells with more than one answer, or with an answer they do not own up to. */
  readonly wrong: number;
};

/** What the history file says by itself, read without any code of ours. */
export function storedCells(dataFolder: string): StoredCells {
  const file = new Database(join(dataFolder, 'history.db'), { readonly: true });
  try {
    const rows = file
      .prepare(
        `select state, (select count(*) from observations where cell_id = cells.id) as answers from cells`,
      )
      .all() as { readonly state: string; readonly answers: number }[];
    const states: Record<string, number> = {};
    for (const { state } of rows) states[state] = (states[state] ?? 0) + 1;
    const wrong = rows.filter(({ state, answers }) => answers !== (state === 'completed' ? 1 : 0)).length;
    return { cells: rows.length, states, wrong };
  } finally {
    file.close();
  }
}
