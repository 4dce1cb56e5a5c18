import { join } from 'node:path';
import Database from 'better-sqlite3';

export type StoredCells = {
  readonly cells: number;
  /** Cells by their state. */
  readonly states: Readonly<Record<string, number>>;
  /** Cells with more than one answer, or with an answer they do not own up to. */
  readonly wrong: number;
  /** Cells of which the task at the service is known. */
  readonly tasks: number;
  /** Credits charged for all of them. */
  readonly credits: number;
};

/** What the history file says by itself, read without any code of ours. */
export function storedCells(dataFolder: string): StoredCells {
  const file = new Database(join(dataFolder, 'history.db'), { readonly: true });
  try {
    const rows = file
      .prepare(
        `select state, task_id as task, ifnull(credits_charged, 0) as credits,
          (select count(*) from observations where cell_id = cells.id) as answers from cells`,
      )
      .all() as { state: string; task: string | null; credits: number; answers: number }[];
    const states: Record<string, number> = {};
    for (const { state } of rows) states[state] = (states[state] ?? 0) + 1;
    const wrong = rows.filter(({ state, answers }) => answers !== (state === 'completed' ? 1 : 0)).length;
    const tasks = rows.filter(({ task }) => task !== null).length;
    const credits = rows.reduce((sum, row) => sum + row.credits, 0);
    return { cells: rows.length, states, wrong, tasks, credits };
  } finally {
    file.close();
  }
}
