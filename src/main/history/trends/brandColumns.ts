import type { Database } from 'better-sqlite3';
import type { BrandColumn, BrandColumns } from '#shared/figures/definitions/brandFigures.ts';
import { createChangeStamp } from '../store/timeOrder.ts';
import { type AnswerFacts, copied } from './answerFacts.ts';

/**
 * Columns of one brand's mentions, each a JSON list: transferring row by row would take longer than reading.
 */
type Mentions = {
  readonly answers: string;
  readonly ranks: string;
  readonly listRanks: string;
  readonly depths: string;
};

type Loaded = {
  readonly generation: number;
  /** Version of the file at the last check. */
  stamp: string;
  /** The project's runs at that time, and the newest run of all projects. */
  runs: string;
  lastRun: number;
  /** Id of the last answer whose brands are loaded. */
  through: number;
  searched: Uint8Array;
  readonly brands: Map<string, { column: BrandColumn; through: number }>;
  /** How many of some brands each answer names, by id; for the last requested list. */
  named: { readonly of: string; counts: Uint16Array; through: number } | null;
};

/** Versions in memory: the current rules and the previous ones. */
const keptVersions = 2;

/** Answers by id: after `after`, up to and including `last`. */
type Span = { readonly rules: number; readonly after: number; readonly last: number };

/**
 * Stored brand mentions by version of the rules, as columns parallel to those of the answers. Answers are searched in
 * the order of their ids, so that only those after the ones searched before are read again. Only the range between the
 * first and last answer is read, which is small for a single run.
 */
export function createBrandColumns(db: Database) {
  const reached = db
    .prepare<{ rules: number }, number>('SELECT through_id FROM replays WHERE rules_version = @rules')
    .pluck();
  const newestRun = db.prepare<[], number>('SELECT ifnull(max(id), 0) FROM runs').pluck();
  const runsUpTo = db
    .prepare<{ rules: number; lastRun: number }, string>(
      `SELECT json_group_array(id) FROM (SELECT id FROM runs
         WHERE project_id = (SELECT project_id FROM replays WHERE rules_version = @rules) AND id <= @lastRun ORDER BY id)`,
    )
    .pluck();
  const searchedIds = db
    .prepare<Span, string>(
      `SELECT json_group_array(id) FROM (SELECT observation_id AS id FROM brand_searches
         WHERE rules_version = @rules AND observation_id > @after AND observation_id <= @last ORDER BY observation_id)`,
    )
    .pluck();
  const mentions = db.prepare<Span & { readonly brand: string }, Mentions>(
    `SELECT json_group_array(observation_id) AS answers, json_group_array(rank) AS ranks,
       json_group_array(ifnull(list_rank, 0)) AS listRanks, json_group_array(depth) AS depths
     FROM (SELECT * FROM brand_mentions
       WHERE rules_version = @rules AND brand_key = (SELECT id FROM brand_keys WHERE uid = @brand)
         AND observation_id > @after AND observation_id <= @last ORDER BY observation_id)`,
  );
  const naming = db
    .prepare<Span & { readonly brand: string }, string>(
      `SELECT json_group_array(id) FROM (SELECT observation_id AS id FROM brand_mentions
         WHERE rules_version = @rules AND brand_key = (SELECT id FROM brand_keys WHERE uid = @brand)
           AND observation_id > @after AND observation_id <= @last ORDER BY observation_id)`,
    )
    .pluck();
  const stamp = createChangeStamp(db);
  const kept = new Map<number, Loaded>();

  const load = (rules: number, facts: AnswerFacts): Loaded => {
    const now = stamp();
    const first = (facts.id[0] ?? 0) - 1;
    const through = reached.get({ rules }) ?? 0;
    const known = kept.get(rules);
    // Answers before those loaded change only when a run that existed then is moved to or from another project.
    const fits =
      known?.generation === facts.generation &&
      known.through <= through &&
      (known.stamp === now || runsUpTo.get({ rules, lastRun: known.lastRun }) === known.runs);
    const loaded: Loaded =
      known && fits
        ? known
        : {
            generation: facts.generation,
            stamp: now,
            runs: '',
            lastRun: 0,
            through: first,
            searched: new Uint8Array(0),
            brands: new Map(),
            named: null,
          };
    if (loaded !== known || known.stamp !== now) {
      loaded.stamp = now;
      loaded.lastRun = newestRun.get() ?? 0;
      loaded.runs = runsUpTo.get({ rules, lastRun: loaded.lastRun }) ?? '';
    }
    const last = Math.min(through, facts.id[facts.size - 1] ?? 0);
    if (last > loaded.through) {
      loaded.searched = fitting(loaded.searched, facts, Uint8Array);
      const place = placesIn(facts, loaded.through);
      for (const id of listed(searchedIds.get({ rules, after: loaded.through, last }))) {
        const answer = place(id);
        if (answer !== -1) loaded.searched[answer] = 1;
      }
      loaded.through = last;
    }
    if (loaded !== known) {
      kept.delete(rules);
      kept.set(rules, loaded);
      for (const version of kept.keys()) if (kept.size > keptVersions) kept.delete(version);
    }
    return loaded;
  };
  const columnOf = (loaded: Loaded, rules: number, brand: string, facts: AnswerFacts): BrandColumn => {
    const start = (facts.id[0] ?? 0) - 1;
    const known = loaded.brands.get(brand) ?? { column: noBrand, through: start };
    if (known.through === loaded.through) return known.column;
    const column = {
      rank: fitting(known.column.rank, facts, Uint16Array),
      listRank: fitting(known.column.listRank, facts, Uint16Array),
      depth: fitting(known.column.depth, facts, Float64Array),
    };
    const place = placesIn(facts, known.through);
    const found = mentions.get({ rules, brand, after: known.through, last: loaded.through });
    const ranks = listed(found?.ranks);
    const listRanks = listed(found?.listRanks);
    const depths = listed(found?.depths);
    for (const [at, id] of listed(found?.answers).entries()) {
      const answer = place(id);
      if (answer === -1) continue;
      column.rank[answer] = ranks[at] ?? 0;
      column.listRank[answer] = listRanks[at] ?? 0;
      column.depth[answer] = depths[at] ?? 0;
    }
    loaded.brands.set(brand, { column, through: loaded.through });
    return column;
  };
  /** For competitors, only their presence is read: a quarter of their columns. */
  const namedIn = (
    loaded: Loaded,
    rules: number,
    brands: ReadonlySet<string>,
    facts: AnswerFacts,
  ): Uint16Array => {
    const of = JSON.stringify([...brands].sort());
    const start = (facts.id[0] ?? 0) - 1;
    const known = loaded.named?.of === of ? loaded.named : { of, counts: new Uint16Array(0), through: start };
    if (known.through === loaded.through) return known.counts;
    known.counts = fitting(known.counts, facts, Uint16Array);
    for (const brand of brands) {
      const place = placesIn(facts, known.through);
      for (const id of listed(naming.get({ rules, brand, after: known.through, last: loaded.through }))) {
        const answer = place(id);
        if (answer !== -1) known.counts[answer] = (known.counts[answer] ?? 0) + 1;
      }
    }
    known.through = loaded.through;
    loaded.named = known;
    return known.counts;
  };

  return {
    /** How many of these answers are waiting to be searched with these rules. */
    unsearched(rules: number, facts: AnswerFacts, answers: Int32Array): number {
      const { searched, through } = load(rules, facts);
      let count = 0;
      for (let at = 0; at < answers.length; at++) {
        const answer = answers[at] ?? 0;
        if (searched[answer] !== 1 && facts.isAnswer[answer] === 1 && (facts.id[answer] ?? 0) > through)
          count += 1;
      }
      return count;
    },
    /** @param brands ids of all listed brands: share of voice is a share among them */
    get(
      rules: number,
      brand: string,
      brands: readonly string[],
      facts: AnswerFacts,
      withRivals: boolean,
    ): BrandColumns {
      const loaded = load(rules, facts);
      const all = new Set([brand, ...brands]);
      return {
        rules,
        searched: loaded.searched,
        brand: columnOf(loaded, rules, brand, facts),
        named: withRivals ? namedIn(loaded, rules, all, facts) : noBrand.rank,
        brands: all.size,
      };
    },
  };
}

const noBrand: BrandColumn = {
  rank: new Uint16Array(0),
  listRank: new Uint16Array(0),
  depth: new Float64Array(0),
};

/** The column with room for all answers. It is copied only when the columns of the answers were, which double each time. */
function fitting<A extends Uint8Array | Uint16Array | Float64Array>(
  column: A,
  { id }: AnswerFacts,
  Column: new (size: number) => A,
): A {
  return column.length >= id.length ? column : copied(column, new Column(id.length));
}

/** The index of an answer by id; ids must be requested in ascending order, all after `after`. -1 for none. */
function placesIn({ id: ids, size }: AnswerFacts, after: number): (id: number) => number {
  let answer = firstAfter(after, ids, size);
  return (id) => {
    while (answer < size && (ids[answer] ?? 0) < id) answer += 1;
    return ids[answer] === id && answer < size ? answer : -1;
  };
}

/** The first of the answers with a greater id. */
function firstAfter(id: number, ids: Int32Array, size: number): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? 0) <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Numbers from a list that SQLite wrote as JSON. */
function listed(json: string | undefined): readonly number[] {
  return JSON.parse(json ?? '[]');
}
