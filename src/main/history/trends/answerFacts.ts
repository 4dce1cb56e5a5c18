import type { Database } from 'better-sqlite3';
import type { RequestContext, TrendFacts, TrendPlace } from '#shared/model/trendLines.ts';
import { TimeOrder } from '../store/timeOrder.ts';

type AnswerFactsRow = readonly [
  id: number,
  receivedAtMs: number,
  run: number,
  question: number,
  wording: number | null,
  engine: string,
  market: number,
  driver: string | null,
  surface: string | null,
  shape: string | null,
  imported: 0 | 1,
  answerChars: number,
  overview: 0 | 1 | null,
];

type Columns = {
  size: number;
  id: Int32Array;
  at: Float64Array;
  run: Int32Array;
  place: Int32Array;
  context: Int32Array;
  imported: Uint8Array;
  isAnswer: Uint8Array;
  overview: Int8Array;
};

/** Facts of all valid answers, and the data for filters. */
export type AnswerFacts = TrendFacts & {
  readonly id: Int32Array;
  readonly imported: Uint8Array;
  /** 1 for answers with text; 0 for mere lists of search results. */
  readonly isAnswer: Uint8Array;
  /** Whether the result page shows an AI Overview: 1, 0, or -1 if none was asked for. */
  readonly overview: Int8Array;
  /** All answers, earliest first. */
  readonly byTime: Int32Array;
  /** Changes whenever the indexes of answers change their meaning. */
  readonly generation: number;
};

/**
 * Compact facts of every valid answer, in memory column by column (about 40 bytes each), so that a trend is a
 * single scan. Synchronized with the file, whoever writes to it: new rows are appended, and after a deletion
 * everything is read again.
 * @param run row of the only run to read; all answers if absent
 */
export function createAnswerFacts(db: Database, run: number | null = null) {
  const removals = db.prepare<[], { removals: number }>('SELECT removals FROM search_state');
  const rowsAfter = db
    .prepare<{ last: number; most: number; run: number | null }, AnswerFactsRow>(
      `SELECT id, received_at_ms, run_id, question_id, wording_id, engine, market_id, driver, surface, served_shape, imported,
         ifnull(answer_chars, 0), overview
       FROM observations WHERE ${run === null ? '' : 'run_id = @run AND '}id > @last AND (text_chars > 0 OR overview IS NOT NULL) AND ifnull(stop, 'complete') = 'complete' ORDER BY id LIMIT @most`,
    )
    .raw();
  const marketOf = db.prepare<{ market: number }, { key: string; country: string | null }>(
    'SELECT key, country FROM markets WHERE id = @market',
  );
  let columns = emptyColumns();
  let order = new TimeOrder();
  let places: TrendPlace[] = [];
  let contexts: RequestContext[] = [];
  const placeIds = new Map<string, number>();
  const cellIds = new Map<string, number>();
  const contextIds = new Map<string, number>();
  let seenRemovals = -1;
  let generation = 0;

  const numberIn = (ids: Map<string, number>, key: string, add?: () => void): number => {
    const known = ids.get(key);
    if (known !== undefined) return known;
    const next = ids.size;
    ids.set(key, next);
    add?.();
    return next;
  };
  const addRow = (row: AnswerFactsRow): void => {
    const [id, receivedAtMs, run, question, wording, engine, market, driver, surface, shape, imported] = row;
    const [, , , , , , , , , , , answerChars, overview] = row;
    const at = columns.size;
    if (at === columns.id.length) columns = grown(columns, Math.max(1024, at * 2));
    columns.id[at] = id;
    columns.at[at] = receivedAtMs;
    columns.run[at] = run;
    columns.imported[at] = imported;
    columns.isAnswer[at] = answerChars > 0 ? 1 : 0;
    columns.overview[at] = overview ?? -1;
    columns.place[at] = numberIn(placeIds, `${question} ${market} ${engine} ${wording ?? 0}`, () => {
      const { key = '*', country = null } = marketOf.get({ market }) ?? {};
      const cell = numberIn(cellIds, `${question} ${country ?? ''} ${engine}`);
      const place = { question, engine, country: country ?? '', market: key, cell };
      places.push(wording === null ? place : { ...place, wording });
    });
    columns.context[at] = numberIn(contextIds, JSON.stringify([driver, surface, shape]), () => {
      contexts.push({ driver, surface, shape });
    });
    columns.size = at + 1;
  };

  return {
    /**
     * @param most rows read in this call; the next one continues
     * @returns whether everything stored is loaded
     */
    refresh(most: number): boolean {
      const count = removals.get()?.removals ?? 0;
      if (count !== seenRemovals) {
        columns = emptyColumns();
        order = new TimeOrder();
        places = [];
        contexts = [];
        for (const ids of [placeIds, cellIds, contextIds]) ids.clear();
        seenRemovals = count;
        generation += 1;
      }
      const last = columns.size === 0 ? -1 : (columns.id[columns.size - 1] ?? -1);
      let read = 0;
      for (const row of rowsAfter.all({ last, most, run })) {
        addRow(row);
        read += 1;
      }
      return read < most;
    },
    // Member by member: V8 forgets the shape of a spread, and with it the compiled loops that read it.
    get: (): AnswerFacts => ({
      size: columns.size,
      id: columns.id,
      at: columns.at,
      run: columns.run,
      place: columns.place,
      context: columns.context,
      imported: columns.imported,
      isAnswer: columns.isAnswer,
      overview: columns.overview,
      byTime: order.of(columns.at, columns.size),
      places,
      contexts,
      generation,
    }),
  };
}

function emptyColumns(): Columns {
  return {
    size: 0,
    id: new Int32Array(0),
    at: new Float64Array(0),
    run: new Int32Array(0),
    place: new Int32Array(0),
    context: new Int32Array(0),
    imported: new Uint8Array(0),
    isAnswer: new Uint8Array(0),
    overview: new Int8Array(0),
  };
}

function grown(old: Columns, size: number): Columns {
  return {
    ...old,
    id: copied(old.id, new Int32Array(size)),
    at: copied(old.at, new Float64Array(size)),
    run: copied(old.run, new Int32Array(size)),
    place: copied(old.place, new Int32Array(size)),
    context: copied(old.context, new Int32Array(size)),
    imported: copied(old.imported, new Uint8Array(size)),
    isAnswer: copied(old.isAnswer, new Uint8Array(size)),
    overview: copied(old.overview, new Int8Array(size)),
  };
}

/** How many of these have text, and how many are mere lists of search results. */
export function answerCounts(
  { isAnswer }: AnswerFacts,
  answers: Int32Array,
): { readonly answers: number; readonly textless: number } {
  let count = 0;
  for (let at = 0; at < answers.length; at++) count += isAnswer[answers[at] ?? 0] ?? 0;
  return { answers: count, textless: answers.length - count };
}

/** `next` with the numbers of `old` at its beginning. */
export function copied<
  A extends Int32Array | Uint32Array | Uint16Array | Uint8Array | Int8Array | Float64Array,
>(old: A, next: A): A {
  next.set(old);
  return next;
}
