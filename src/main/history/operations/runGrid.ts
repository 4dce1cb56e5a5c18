import type { Database } from 'better-sqlite3';
import type { CellState, FailureGroup, RunGrid } from '#shared/bridge/routes/runs.ts';
import { type Engine, isEngine } from '#shared/interface/engines.ts';
import { HistoryFailure } from '../failures.ts';

type GridRow = {
  readonly question_id: number;
  readonly engine: string;
  readonly market_id: number;
  readonly state: CellState;
};

type FailureRow = {
  readonly state: 'failed' | 'unknown';
  readonly code: string;
  readonly message: string;
  readonly cells: number;
  readonly credits: number;
  readonly engines: string;
  readonly markets: number;
};

/** Letters of the grid, the one that is shown for several samples first. */
const letters: Readonly<Record<CellState, string>> = {
  running: 'r',
  planned: 'p',
  unknown: 'u',
  failed: 'f',
  cancelled: 'c',
  completed: 'd',
};
const order = Object.values(letters).join('');

/** A run as a whole, in shapes small enough for 80,000 cells. */
export function createRunGridOperations(db: Database) {
  const runId = db.prepare<[string], { id: number }>('SELECT id FROM runs WHERE uid = ?');
  const cells = db.prepare<[number], GridRow>(
    'SELECT question_id, engine, market_id, state FROM cells WHERE run_id = ? ORDER BY ordinal',
  );
  const question = db.prepare<[number], { text: string }>('SELECT text FROM questions WHERE id = ?');
  const market = db.prepare<[number], { key: string }>('SELECT key FROM markets WHERE id = ?');
  const failures = db.prepare<[number], FailureRow>(
    `SELECT state, ifnull(error_code, '') AS code, ifnull(min(error_message), '') AS message, count(*) AS cells,
       sum(maximum_credits) AS credits, group_concat(DISTINCT engine) AS engines,
       count(DISTINCT market_id) AS markets
     FROM cells WHERE run_id = ? AND state IN ('failed', 'unknown')
     GROUP BY state, error_code ORDER BY count(*) DESC, code`,
  );
  const mustFind = (uid: string): number => {
    const row = runId.get(uid);
    if (row) return row.id;
    throw new HistoryFailure('NOT_FOUND', `There is no run ${uid} in the history.`);
  };

  return {
    'runs.grid': (input: { readonly runUid: string }): RunGrid => {
      const questions = createPlaces<number>();
      const engines = createPlaces<string>();
      const markets = createPlaces<number>();
      const placed = cells.all(mustFind(input.runUid)).map((cell) => ({
        question: questions.of(cell.question_id),
        engine: engines.of(cell.engine),
        market: markets.of(cell.market_id),
        letter: letters[cell.state],
      }));
      const { length: across } = markets.known;
      const { length: deep } = engines.known;
      const rows = Array.from({ length: questions.known.length * deep }, () => Array(across).fill('.'));
      for (const cell of placed) {
        const row = rows[cell.question * deep + cell.engine];
        if (row) row[cell.market] = firstOf(row[cell.market], cell.letter);
      }
      return {
        questions: questions.known.map((id) => question.get(id)?.text ?? ''),
        engines: engines.known.filter(isEngine),
        markets: markets.known.map((id) => market.get(id)?.key ?? ''),
        rows: rows.map((row) => row.join('')),
      };
    },
    'runs.failures': (input: { readonly runUid: string }): readonly FailureGroup[] =>
      failures.all(mustFind(input.runUid)).map((row) => ({
        state: row.state,
        code: row.code,
        message: row.message,
        cells: row.cells,
        maximumCredits: row.credits,
        engines: row.engines.split(',').filter((name): name is Engine => isEngine(name)),
        markets: row.markets,
      })),
  };
}

function firstOf(known: string, next: string): string {
  if (known === '.') return next;
  return order.indexOf(next) < order.indexOf(known) ? next : known;
}

/** Numbers things in the order they are first met. */
function createPlaces<Key>() {
  const known: Key[] = [];
  const places = new Map<Key, number>();
  return {
    known,
    of(key: Key): number {
      const place = places.get(key) ?? known.length;
      if (place === known.length) {
        places.set(key, place);
        known.push(key);
      }
      return place;
    },
  };
}
