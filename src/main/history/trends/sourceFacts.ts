import type { Database } from 'better-sqlite3';
import type { SourceType } from '#shared/analysis/comparison.ts';
import { sourceTypeOf } from '#shared/analysis/sourceTypes.ts';
import type { SourceColumns } from '#shared/analysis/trends/sourceValues.ts';
import { sourceIdentity } from '#shared/analysis/urls.ts';
import { type AnswerFacts, copied } from './answerFacts.ts';

/** Citations as a trend counts them, with what is known of their addresses. */
export type SourceFacts = SourceColumns & {
  /** Registrable domains by their number. */
  readonly domains: readonly string[];
  readonly domainIds: ReadonlyMap<string, number>;
  /** By rule alone; whose a domain is comes on top. By the number of the URL. */
  readonly typeOfUrl: readonly SourceType[];
};

const nobody = { own: new Set<string>(), competitor: new Set<string>(), corrections: {} };

/**
 * The citations of every valid answer, in memory (6 bytes each), read when a metric of sources is first asked for.
 * Results of a search engine carry ranks and not citations, as everywhere.
 */
export function createSourceFacts(db: Database) {
  const resolved = db.prepare<[], { count: number }>(
    `SELECT count(*) AS count FROM redirects WHERE state = 'resolved'`,
  );
  const rows = db
    .prepare<[number, number], readonly [number, string]>(
      `SELECT observation_id, group_concat(url_id || ' ' || position) FROM sources
       WHERE observation_id BETWEEN ? AND ? AND kind = 'cited' GROUP BY observation_id ORDER BY observation_id`,
    )
    .raw();
  const urlOf = db.prepare<[number], { url: string; domain: string }>(
    `SELECT ifnull(r.destination, u.url) AS url, d.name AS domain
     FROM urls u JOIN domains d ON d.id = u.domain_id LEFT JOIN redirects r ON r.url_id = u.id WHERE u.id = ?`,
  );
  let generation = -1;
  let seenResolved = -1;
  let size = 0;
  let from: Uint32Array = new Uint32Array(1);
  let url: Int32Array = new Int32Array(0);
  let position: Uint16Array = new Uint16Array(0);
  let carries: Uint8Array = new Uint8Array(0);
  let numbers = new Map<number, number>();
  let byIdentity = new Map<string, number>();
  let domainIds = new Map<string, number>();
  let domains: string[] = [];
  let domainOfUrl: number[] = [];
  let typeOfUrl: SourceType[] = [];

  const clear = (): void => {
    size = 0;
    from = new Uint32Array(1);
    numbers = new Map();
    byIdentity = new Map();
    domainIds = new Map();
    domains = [];
    domainOfUrl = [];
    typeOfUrl = [];
  };
  const numberOf = (id: number): number => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    const row = urlOf.get(id);
    const identity = row === undefined ? null : sourceIdentity(row.url, row.domain);
    const key = identity?.normalised ?? `url ${id}`;
    let number = byIdentity.get(key);
    if (number === undefined) {
      number = byIdentity.size;
      byIdentity.set(key, number);
      const domain = identity?.domain ?? row?.domain ?? '';
      let domainId = domainIds.get(domain);
      if (domainId === undefined) {
        domainId = domains.length;
        domainIds.set(domain, domainId);
        domains.push(domain);
      }
      domainOfUrl.push(domainId);
      typeOfUrl.push(identity === null ? 'other' : sourceTypeOf(identity, nobody));
    }
    numbers.set(id, number);
    return number;
  };
  const append = (answer: number, list: string): void => {
    const start = from[answer] ?? 0;
    const entries = list.split(',');
    if (start + entries.length > url.length) {
      const room = Math.max(8192, (start + entries.length) * 2);
      url = copied(url, new Int32Array(room));
      position = copied(position, new Uint16Array(room));
    }
    let end = start;
    for (const entry of entries) {
      const parts = entry.split(' ');
      const number = numberOf(Number(parts[0]));
      if (url.subarray(start, end).includes(number)) continue;
      url[end] = number;
      position[end] = Number(parts[1]);
      end += 1;
    }
    from[answer + 1] = end;
  };

  return {
    /**
     * @param most answers read in this call; the next one goes on
     * @returns whether the sources of all answers are there now
     */
    refresh(facts: AnswerFacts, most: number): boolean {
      const count = resolved.get()?.count ?? 0;
      if (facts.generation !== generation || count !== seenResolved) {
        clear();
        generation = facts.generation;
        seenResolved = count;
      }
      const end = Math.min(facts.size, size + most);
      if (end === size) return true;
      if (from.length < facts.size + 1) {
        from = copied(from, new Uint32Array(facts.id.length + 1));
        carries = copied(carries, new Uint8Array(facts.id.length));
      }
      let answer = size;
      const upTo = (id: number): void => {
        while (answer < end && (facts.id[answer] ?? 0) < id) {
          from[answer + 1] = from[answer] ?? 0;
          answer += 1;
        }
      };
      for (const [id, list] of rows.iterate(facts.id[size] ?? 0, facts.id[end - 1] ?? 0)) {
        upTo(id);
        if (facts.id[answer] !== id) continue;
        append(answer, list);
        answer += 1;
      }
      upTo(Number.POSITIVE_INFINITY);
      for (let at = size; at < end; at++) {
        const engine = facts.places[facts.place[at] ?? 0]?.engine;
        carries[at] = engine === 'search' || engine === 'search/news' ? 0 : 1;
      }
      size = end;
      return end === facts.size;
    },
    get: (): SourceFacts => ({
      from,
      url,
      position,
      carries,
      domainOfUrl,
      typeOfUrl,
      domains,
      domainIds,
    }),
  };
}
