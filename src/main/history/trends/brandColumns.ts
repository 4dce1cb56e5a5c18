import type { Database } from 'better-sqlite3';
import type { BrandColumn, BrandColumns } from '#shared/analysis/trends/brandValues.ts';
import { createChangeStamp } from '../store/timeOrder.ts';
import type { AnswerFacts } from './answerFacts.ts';

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
  readonly size: number;
  readonly count: number;
  /** Version of the file at the last check. */
  stamp: string;
  readonly searched: Uint8Array;
  readonly brands: Map<string, BrandColumn>;
  /** How many of some brands each answer names, by id; for the last requested list. */
  named: { readonly of: string; readonly counts: Uint16Array } | null;
};

/** Versions in memory: the current rules and the previous ones. */
const keptVersions = 2;

/** First and last of the answers whose brands are loaded. */
type Span = { readonly rules: number; readonly first: number; readonly last: number };

/**
 * Stored brand mentions by version of the rules, as columns parallel to those of the answers. Only the range
 * between the first and last answer is read, which is small for a single run.
 */
export function createBrandColumns(db: Database) {
  const searches = db.prepare<Span, { count: number }>(
    `SELECT count(*) AS count FROM brand_searches
     WHERE rules_version = @rules AND observation_id BETWEEN @first AND @last`,
  );
  const searchedIds = db.prepare<Span, { ids: string }>(
    `SELECT json_group_array(id) AS ids FROM (SELECT observation_id AS id FROM brand_searches
       WHERE rules_version = @rules AND observation_id BETWEEN @first AND @last ORDER BY observation_id)`,
  );
  const reached = db
    .prepare<{ rules: number }, number>('SELECT through_id FROM replays WHERE rules_version = @rules')
    .pluck();
  const mentions = db.prepare<Span & { readonly brand: string }, Mentions>(
    `SELECT json_group_array(observation_id) AS answers, json_group_array(rank) AS ranks,
       json_group_array(ifnull(list_rank, 0)) AS listRanks, json_group_array(depth) AS depths
     FROM (SELECT * FROM brand_mentions
       WHERE rules_version = @rules AND brand_key = (SELECT id FROM brand_keys WHERE uid = @brand)
         AND observation_id BETWEEN @first AND @last ORDER BY observation_id)`,
  );
  const naming = db.prepare<Span & { readonly brand: string }, { answers: string }>(
    `SELECT json_group_array(id) AS answers FROM (SELECT observation_id AS id FROM brand_mentions
       WHERE rules_version = @rules AND brand_key = (SELECT id FROM brand_keys WHERE uid = @brand)
         AND observation_id BETWEEN @first AND @last ORDER BY observation_id)`,
  );
  const stamp = createChangeStamp(db);
  const kept = new Map<number, Loaded>();

  const load = (rules: number, facts: AnswerFacts): Loaded => {
    const known = kept.get(rules);
    const fits = known?.generation === facts.generation && known.size === facts.size;
    const now = stamp();
    // Counting 200,000 rows takes longer than many a trend, so it is cached until something is written.
    if (known && fits && known.stamp === now) return known;
    const count = searches.get(spanOf(rules, facts))?.count ?? 0;
    if (known && fits && known.count === count) {
      known.stamp = now;
      return known;
    }
    const searched = new Uint8Array(facts.size);
    const place = placesIn(facts);
    for (const id of listed(searchedIds.get(spanOf(rules, facts))?.ids)) {
      const answer = place(id);
      if (answer !== -1) searched[answer] = 1;
    }
    const { generation, size } = facts;
    const loaded: Loaded = { generation, size, count, stamp: now, searched, brands: new Map(), named: null };
    kept.delete(rules);
    kept.set(rules, loaded);
    for (const version of kept.keys()) if (kept.size > keptVersions) kept.delete(version);
    return loaded;
  };
  const columnOf = (loaded: Loaded, rules: number, brand: string, facts: AnswerFacts): BrandColumn => {
    const known = loaded.brands.get(brand);
    if (known !== undefined) return known;
    const column = {
      rank: new Uint16Array(facts.size),
      listRank: new Uint16Array(facts.size),
      depth: new Float64Array(facts.size),
    };
    const place = placesIn(facts);
    const found = mentions.get({ ...spanOf(rules, facts), brand });
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
    loaded.brands.set(brand, column);
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
    if (loaded.named?.of === of) return loaded.named.counts;
    const counts = new Uint16Array(facts.size);
    for (const brand of brands) {
      const place = placesIn(facts);
      for (const id of listed(naming.get({ ...spanOf(rules, facts), brand })?.answers)) {
        const answer = place(id);
        if (answer !== -1) counts[answer] = (counts[answer] ?? 0) + 1;
      }
    }
    loaded.named = { of, counts };
    return counts;
  };

  return {
    /**
     * How many of these answers are waiting to be searched with these rules, and how many have nothing to
     * search.
     */
    missing(
      rules: number,
      facts: AnswerFacts,
      answers: Int32Array,
    ): { readonly unsearched: number; readonly textless: number } {
      const { searched } = load(rules, facts);
      const through = reached.get({ rules }) ?? 0;
      let unsearched = 0;
      let textless = 0;
      for (const answer of answers) {
        if (searched[answer] === 1) continue;
        if ((facts.id[answer] ?? 0) > through) unsearched += 1;
        else textless += 1;
      }
      return { unsearched, textless };
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
        named: withRivals ? namedIn(loaded, rules, all, facts) : new Uint16Array(facts.size),
        brands: all.size,
      };
    },
  };
}

const spanOf = (rules: number, { id, size }: AnswerFacts): Span => ({
  rules,
  first: id[0] ?? 0,
  last: id[size - 1] ?? 0,
});

/** The index of an answer by id; ids must be requested in ascending order. -1 for none. */
function placesIn(facts: AnswerFacts): (id: number) => number {
  let answer = 0;
  return (id) => {
    while (answer < facts.size && (facts.id[answer] ?? 0) < id) answer += 1;
    return facts.id[answer] === id && answer < facts.size ? answer : -1;
  };
}

/** Numbers from a list that SQLite wrote as JSON. */
function listed(json: string | undefined): readonly number[] {
  return JSON.parse(json ?? '[]');
}
