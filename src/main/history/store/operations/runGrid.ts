import type { Database } from 'better-sqlite3';
import { type Engine, isEngine } from '#shared/interface/engines.ts';
import type { CellState, FailureGroup, RunCounts, RunGrid } from '#shared/model/run.ts';
import { mustHave, noRun } from '../failures.ts';
import { reads } from './operation.ts';

type PlacedRow = readonly [questionId: number, engine: string, marketId: number];

/** Position of each cell of a run in its grid; cells never move, so it is computed once. */
type Layout = {
  readonly runRow: number;
  readonly axes: Pick<RunGrid, 'questions' | 'engines' | 'markets'>;
  readonly rows: number;
  /** Row x columns + column, by the cells' order. */
  readonly places: Int32Array;
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

/** Letters of the grid; with several samples, the first of these is shown. */
const letters: Readonly<Record<CellState, string>> = {
  running: 'r',
  planned: 'p',
  unknown: 'u',
  failed: 'f',
  cancelled: 'c',
  completed: 'd',
};
/** Precedence with several samples: by letter code, the lowest first. */
const ranks = new Uint8Array(128).fill(255);
Object.values(letters).forEach((letter, rank) => {
  ranks[letter.charCodeAt(0)] = rank;
});
const nothing = '.'.charCodeAt(0);

/** A run as a whole, in formats compact enough for 80,000 cells. */
export function createRunGridOperations(db: Database) {
  const runRow = db.prepare<{ uid: string }, { id: number }>('SELECT id FROM runs WHERE uid = @uid');
  const cells = db
    .prepare<{ id: number }>(
      'SELECT question_id, engine, market_id FROM cells WHERE run_id = @id ORDER BY ordinal',
    )
    .raw();
  // One text instead of 80,000 rows, because it is read repeatedly during a run.
  const cases = Object.entries(letters).map(([state, letter]) => `WHEN '${state}' THEN '${letter}'`);
  const states = db
    .prepare<{ id: number }, string | null>(
      `SELECT group_concat(CASE state ${cases.join(' ')} END, '' ORDER BY ordinal) FROM cells WHERE run_id = @id`,
    )
    .pluck();
  const question = db.prepare<{ each: number }, { text: string }>(
    'SELECT text FROM questions WHERE id = @each',
  );
  const market = db.prepare<{ each: number }, { key: string }>('SELECT key FROM markets WHERE id = @each');
  const failures = db.prepare<{ runId: number }, FailureRow>(
    `SELECT state, ifnull(error_code, '') AS code, ifnull(min(error_message), '') AS message, count(*) AS cells,
       sum(maximum_credits) AS credits, group_concat(DISTINCT engine) AS engines,
       count(DISTINCT market_id) AS markets
     FROM cells WHERE run_id = @runId AND state IN ('failed', 'unknown')
     GROUP BY state, error_code ORDER BY count(*) DESC, code`,
  );
  const mustFind = (uid: string): number => mustHave(runRow.get({ uid }), noRun(uid)).id;

  let known: Layout | null = null;
  const layoutOf = (id: number, count: number): Layout => {
    if (known?.runRow === id && known.places.length === count) return known;
    const questions = createPlaces<number>();
    const engines = createPlaces<string>();
    const markets = createPlaces<number>();
    const placed = (cells.all({ id }) as PlacedRow[]).map(
      ([questionId, engine, marketId]) =>
        [questions.of(questionId), engines.of(engine), markets.of(marketId)] as const,
    );
    const { length: across } = markets.known;
    const { length: deep } = engines.known;
    known = {
      runRow: id,
      axes: {
        questions: questions.known.map((each) => question.get({ each })?.text ?? ''),
        engines: engines.known.filter(isEngine),
        markets: markets.known.map((each) => market.get({ each })?.key ?? ''),
      },
      rows: questions.known.length * deep,
      places: Int32Array.from(placed, ([row, engine, column]) => (row * deep + engine) * across + column),
    };
    return known;
  };

  return {
    'runs.grid': reads((input: { readonly runId: string }): RunGrid => {
      const id = mustFind(input.runId);
      const text = states.get({ id }) ?? '';
      const { axes, rows, places } = layoutOf(id, text.length);
      const { length: across } = axes.markets;
      const deep = axes.engines.length;
      const grid = Buffer.alloc(rows * across, nothing);
      const byEngine = axes.engines.map(createLetterCounts);
      const byMarket = axes.markets.map(createLetterCounts);
      for (let cell = 0; cell < text.length; cell += 1) {
        const letter = text.charCodeAt(cell);
        const place = places[cell] ?? 0;
        if (rank(letter) < rank(grid[place])) grid[place] = letter;
        count(byEngine[Math.floor(place / across) % deep], letter);
        count(byMarket[place % across], letter);
      }
      return {
        ...axes,
        rows: Array.from({ length: rows }, (_, row) =>
          grid.toString('latin1', row * across, (row + 1) * across),
        ),
        byEngine: byEngine.map(countsOf),
        byMarket: byMarket.map(countsOf),
      };
    }),
    'runs.failures': reads(
      (input: { readonly runId: string }): { readonly failures: readonly FailureGroup[] } => ({
        failures: failures.all({ runId: mustFind(input.runId) }).map((row) => ({
          state: row.state,
          code: row.code,
          message: row.message,
          cells: row.cells,
          maximumCredits: row.credits,
          engines: row.engines.split(',').filter((name): name is Engine => isEngine(name)),
          markets: row.markets,
        })),
      }),
    ),
  };
}

function rank(letter: number | undefined): number {
  return ranks[letter ?? nothing] ?? 255;
}

/** How often each letter occurs, by its code: 80,000 cells are counted on every read. */
type LetterCounts = Uint32Array;

const createLetterCounts = (): LetterCounts => new Uint32Array(128);

function count(counts: LetterCounts | undefined, letter: number): void {
  if (counts) counts[letter] = (counts[letter] ?? 0) + 1;
}

function countsOf(counts: LetterCounts): RunCounts {
  const of = (state: CellState): number => counts[letters[state].charCodeAt(0)] ?? 0;
  return {
    total: counts.reduce((sum, each) => sum + each, 0),
    planned: of('planned'),
    running: of('running'),
    completed: of('completed'),
    failed: of('failed'),
    cancelled: of('cancelled'),
    unknown: of('unknown'),
  };
}

/** Numbers items in order of first occurrence. */
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
