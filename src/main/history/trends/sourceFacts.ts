import type { Database } from 'better-sqlite3';
import { isPublishedType } from '#shared/figures/comparison/overview.ts';
import { sourceTypeOf } from '#shared/figures/comparison/sourceTypes.ts';
import type { SourceColumns } from '#shared/figures/trends/sourceValues.ts';
import type { SourceType } from '#shared/model/comparison/comparison.ts';
import { sourceIdentity } from '#shared/text/addresses/urls.ts';
import { noOwnedSites, type OwnedSites } from '#shared/text/brands/ownedSites.ts';
import { type AnswerFacts, copied } from './answerFacts.ts';

/** Citations for trends, with the data of their URLs. */
export type SourceFacts = SourceColumns & {
  /** Registrable domains by number; after `sitesIn`, sites. */
  readonly domains: readonly string[];
  readonly domainIds: ReadonlyMap<string, number>;
  /** Number of a URL by row id. */
  readonly urlNumbers: ReadonlyMap<number, number>;
  /** Row of one of its URLs, by URL number. */
  readonly rowOfUrl: readonly number[];
  /** By rule only; ownership of a domain is applied on top. By URL number. */
  readonly typeOfUrl: readonly SourceType[];
  /** Host and normalized address of each page, by URL number. */
  readonly hosts: readonly string[];
  readonly pages: readonly string[];
  /** Whether a page is of an independent type by rule. By domain number. */
  readonly isPublished: readonly boolean[];
};

type SiteColumns = {
  /** The domains that it was made of. */
  readonly basis: SourceFacts['domainOfUrl'];
  readonly domains: string[];
  readonly domainIds: Map<string, number>;
  readonly domainOfUrl: number[];
  readonly isPublished: boolean[];
};

const siteColumns = new WeakMap<OwnedSites, SiteColumns>();

/** The same citations by the sites that a project lists. The columns grow as those of the domains do. */
export function sitesIn(sources: SourceFacts, sites: OwnedSites): SourceFacts {
  if (sites.areDomains) return sources;
  let columns = siteColumns.get(sites);
  if (columns?.basis !== sources.domainOfUrl) {
    columns = {
      basis: sources.domainOfUrl,
      domains: [],
      domainIds: new Map(),
      domainOfUrl: [],
      isPublished: [],
    };
    siteColumns.set(sites, columns);
  }
  const { domains, domainIds, domainOfUrl, isPublished } = columns;
  for (let url = domainOfUrl.length; url < sources.domainOfUrl.length; url++) {
    const site = sites.siteOf({
      host: sources.hosts[url] ?? '',
      domain: sources.domains[sources.domainOfUrl[url] ?? 0] ?? '',
      normalized: sources.pages[url] ?? '',
    });
    const number = domainIds.get(site) ?? domains.length;
    if (number === domains.length) {
      domainIds.set(site, number);
      domains.push(site);
      isPublished.push(false);
    }
    domainOfUrl.push(number);
    if (isPublishedType(sources.typeOfUrl[url] ?? 'other')) isPublished[number] = true;
  }
  return { ...sources, domains, domainIds, domainOfUrl, isPublished };
}

/**
 * The citations of every valid answer, in memory (6 bytes each), loaded by the first source metric. Search
 * results have ranks, not citations, as everywhere.
 */
export function createSourceFacts(db: Database) {
  const resolved = db.prepare<[], { count: number }>(
    `SELECT count(*) AS count FROM redirects WHERE state = 'resolved'`,
  );
  // Lists instead of rows: transferring 200,000 rows takes longer than reading them.
  const rows = db.prepare<
    { first: number; last: number },
    { answers: string; urls: string; positions: string }
  >(
    `SELECT json_group_array(observation_id) AS answers, json_group_array(url_id) AS urls,
       json_group_array(position) AS positions
     FROM (SELECT observation_id, url_id, position FROM sources
       WHERE observation_id BETWEEN @first AND @last AND kind = 'cited' ORDER BY observation_id, ordinal)`,
  );
  // Once for each batch: a statement for each URL was two thirds of what the first source metric waited for.
  const urlsOf = db
    .prepare<{ ids: string }, readonly [id: number, url: string, domain: string]>(
      `SELECT u.id, ifnull(r.destination, u.url), d.name
       FROM urls u JOIN domains d ON d.id = u.domain_id LEFT JOIN redirects r ON r.url_id = u.id
       WHERE u.id IN (SELECT value FROM json_each(@ids))`,
    )
    .raw();
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
  let rowOfUrl: number[] = [];
  let typeOfUrl: SourceType[] = [];
  let isPublished: boolean[] = [];
  let hosts: string[] = [];
  let pages: string[] = [];

  const clear = (): void => {
    size = 0;
    from = new Uint32Array(1);
    numbers = new Map();
    byIdentity = new Map();
    domainIds = new Map();
    domains = [];
    domainOfUrl = [];
    rowOfUrl = [];
    typeOfUrl = [];
    isPublished = [];
    hosts = [];
    pages = [];
  };
  const addUrl = (id: number, address: string, domainName: string): void => {
    const identity = sourceIdentity(address, domainName);
    const key = identity?.normalized ?? `url ${id}`;
    let number = byIdentity.get(key);
    if (number === undefined) {
      number = byIdentity.size;
      byIdentity.set(key, number);
      const domain = identity?.domain ?? domainName;
      let domainId = domainIds.get(domain);
      if (domainId === undefined) {
        domainId = domains.length;
        domainIds.set(domain, domainId);
        domains.push(domain);
        isPublished.push(false);
      }
      domainOfUrl.push(domainId);
      hosts.push(identity?.host ?? domain);
      pages.push(key);
      rowOfUrl.push(id);
      const type = identity === null ? 'other' : sourceTypeOf(identity, noOwnedSites);
      typeOfUrl.push(type);
      if (isPublishedType(type)) isPublished[domainId] = true;
    }
    numbers.set(id, number);
  };
  /** Numbers the URLs that are new, in the order of the answers that cite them. */
  const addUrls = (ids: readonly number[]): void => {
    const unknown = [...new Set(ids)].filter((id) => !numbers.has(id));
    if (unknown.length === 0) return;
    const found = new Map(
      urlsOf.all({ ids: JSON.stringify(unknown) }).map(([id, address, domain]) => [id, { address, domain }]),
    );
    for (const id of unknown) addUrl(id, found.get(id)?.address ?? '', found.get(id)?.domain ?? '');
  };
  /** Sources from `first` up to `beyond`, each URL once, as those of one answer. */
  const append = (
    answer: number,
    urls: readonly number[],
    positions: readonly number[],
    first: number,
    beyond: number,
  ): void => {
    const start = from[answer] ?? 0;
    if (start + beyond - first > url.length) {
      const room = Math.max(8192, (start + beyond - first) * 2);
      url = copied(url, new Int32Array(room));
      position = copied(position, new Uint16Array(room));
    }
    let end = start;
    for (let at = first; at < beyond; at++) {
      const number = numbers.get(urls[at] ?? 0) ?? 0;
      let before = start;
      while (before < end && url[before] !== number) before += 1;
      if (before < end) continue;
      url[end] = number;
      position[end] = positions[at] ?? 0;
      end += 1;
    }
    from[answer + 1] = end;
  };

  return {
    /**
     * @param most answers read in this call; the next one continues
     * @returns whether the sources of all answers are loaded
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
      const read = rows.get({ first: facts.id[size] ?? 0, last: facts.id[end - 1] ?? 0 });
      const list = (json: string | undefined): readonly number[] => JSON.parse(json ?? '[]');
      const [ids, urls, positions] = [list(read?.answers), list(read?.urls), list(read?.positions)];
      const counted = new Set(facts.id.subarray(size, end));
      addUrls(urls.filter((_, at) => counted.has(ids[at] ?? 0)));
      for (let first = 0, beyond = 0; first < ids.length; first = beyond) {
        const id = ids[first] ?? 0;
        while (ids[beyond] === id) beyond += 1;
        upTo(id);
        if (facts.id[answer] !== id) continue;
        append(answer, urls, positions, first, beyond);
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
      rowOfUrl,
      typeOfUrl,
      isPublished,
      hosts,
      pages,
      domains,
      domainIds,
      urlNumbers: numbers,
    }),
  };
}
