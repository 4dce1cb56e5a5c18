import type { Database } from 'better-sqlite3';
import { spanIn, utcDays, type ZonedDays } from '#shared/figures/trends/zonedDays.ts';
import { dayRange, type SearchFilter } from '#shared/search/query.ts';
import { standsIn } from '#shared/search/snippet.ts';
import { siteKey, sitesOf } from '#shared/text/addresses/sites.ts';
import { sourceIdentity } from '#shared/text/addresses/urls.ts';
import { foldName } from '#shared/text/words/folding.ts';
import type { AnswerColumns, Texts } from './answerColumns.ts';
import type { NamedBrands } from './namedBrands.ts';

/** Facets for narrowing a search; a filter on one does not narrow that facet's own counts. */
export type FacetName =
  | 'engine'
  | 'country'
  | 'language'
  | 'domain'
  | 'brand'
  | 'status'
  | 'date'
  | 'driver'
  | 'surface'
  | 'run'
  | 'project'
  | 'tag';
type FilterGroup = FacetName | 'question' | 'label';

export type CompiledFilter = {
  readonly group: FilterGroup;
  /** Whether answer `at` of the columns passes. */
  readonly passes: (at: number) => boolean;
};

/**
 * Resolves filters against the stored data. Several values of a field mean any of them; excluded values, none.
 */
export function createFilters(db: Database, namedBrands: NamedBrands) {
  const markets = db.prepare<[], { id: number; key: string; country: string | null }>(
    'SELECT id, key, country FROM markets',
  );
  const domains = db.prepare<[], { id: number; name: string }>('SELECT id, name FROM domains');
  const pages = db.prepare<{ domain: number }, { id: number; url: string; host: string }>(
    `SELECT u.id, ifnull(r.destination, u.url) AS url, d.name AS host
     FROM urls u JOIN domains d ON d.id = u.domain_id LEFT JOIN redirects r ON r.url_id = u.id
     WHERE u.domain_id = @domain`,
  );
  const citing = db
    .prepare<{ url: number }, number>('SELECT observation_id FROM sources WHERE url_id = @url')
    .pluck();
  const questions = db.prepare<[], { id: number; text: string }>('SELECT id, text FROM questions');
  const runs = db.prepare<{ uid: string }, { id: number }>('SELECT id FROM runs WHERE uid = @uid');
  const labelled = db.prepare<{ name: string }, { id: number }>(
    'SELECT observation_id AS id FROM labels WHERE name = @name',
  );

  const projects = db.prepare<[{ project: string }], { id: number }>(
    'SELECT id FROM projects WHERE removed_at_ms IS NULL AND (uid = @project OR name = @project COLLATE NOCASE)',
  );
  const tags = db.prepare<{ value: string }, { project: number; question: number }>(
    'SELECT project_id AS project, question_id AS question FROM question_tags WHERE tag = @value COLLATE NOCASE',
  );

  /** Hosts that are one of the addresses or below it. */
  const domainIds = (addresses: readonly string[]): ReadonlySet<number> => {
    const ids = new Set<number>();
    for (const { id, name } of domains.all())
      if (addresses.some((wanted) => name === wanted || name.endsWith(`.${wanted}`))) ids.add(id);
    return ids;
  };
  /** Answers that cite a page below one of the paths (`nba.com/kings`). */
  const citingPath = (addresses: readonly string[]): ReadonlySet<number> => {
    const siteOf = sitesOf(addresses);
    const listed = new Set(addresses);
    const answers = new Set<number>();
    for (const domain of domainIds(addresses.map((address) => address.replace(/\/.*$/, ''))))
      for (const { id, url, host } of pages.all({ domain })) {
        const page = sourceIdentity(url, host);
        if (page === null || !listed.has(siteOf(page))) continue;
        for (const answer of citing.all({ url: id })) answers.add(answer);
      }
    return answers;
  };
  const marketIds = (values: readonly string[], by: 'country' | 'key'): ReadonlySet<number> => {
    const wanted = new Set(values.map((value) => value.toLowerCase()));
    const rows = markets.all().filter((row) => wanted.has((row[by] ?? '*').toLowerCase()));
    return new Set(rows.map((row) => row.id));
  };

  /** Whether answer `at` has one of the values. */
  const having = (
    field: SearchFilter['field'],
    values: readonly string[],
    columns: AnswerColumns,
  ): ((at: number) => boolean) => {
    const oneOf = (texts: Texts): ReadonlySet<number> => {
      const wanted = new Set(values.map((value) => (value === 'none' ? '' : value.toLowerCase())));
      return new Set(texts.values.flatMap((text, id) => (wanted.has(text.toLowerCase()) ? [id] : [])));
    };
    switch (field) {
      case 'engine': {
        const ids = oneOf(columns.engines);
        return (at) => ids.has(columns.engine[at] ?? -1);
      }
      case 'language': {
        const ids = oneOf(columns.languages);
        return (at) => ids.has(columns.language[at] ?? -1);
      }
      case 'driver': {
        const ids = oneOf(columns.drivers);
        return (at) => ids.has(columns.driver[at] ?? -1);
      }
      case 'surface': {
        const ids = oneOf(columns.surfaces);
        return (at) => ids.has(columns.surface[at] ?? -1);
      }
      case 'country':
      case 'market': {
        const ids = marketIds(values, field === 'country' ? 'country' : 'key');
        return (at) => ids.has(columns.market[at] ?? -1);
      }
      case 'run': {
        const ids = new Set(values.map((uid) => runs.get({ uid })?.id ?? -1));
        return (at) => ids.has(columns.run[at] ?? -1);
      }
      case 'domain': {
        const wanted = new Uint8Array(columns.highestDomain + 1);
        const [paths = [], hosts = []] = [true, false].map((withPath) =>
          values.map(siteKey).filter((address) => address.includes('/') === withPath),
        );
        for (const id of domainIds(hosts)) if (id < wanted.length) wanted[id] = 1;
        const below = citingPath(paths);
        return (at) => {
          if (below.has(columns.id[at] ?? -1)) return true;
          const end = columns.domainsFrom[at + 1] ?? 0;
          for (let place = columns.domainsFrom[at] ?? 0; place < end; place++)
            if (wanted[columns.domains[place] ?? 0] === 1) return true;
          return false;
        };
      }
      case 'brand': {
        const wanted = values.map(foldName);
        const brands = namedBrands(columns).filter(({ calledBy }) =>
          wanted.some((name) => calledBy.has(name)),
        );
        return (at) => brands.some(({ answers }) => answers.has(at));
      }
      case 'project': {
        const ids = new Set(values.flatMap((value) => projects.all({ project: value }).map(({ id }) => id)));
        return askedAs(columns, ({ project }) => ids.has(project));
      }
      case 'tag': {
        const tagged = new Set(values.flatMap((value) => tags.all({ value }).map(askedKey)));
        return askedAs(columns, (asked) => tagged.has(askedKey(asked)));
      }
      case 'question': {
        const ids = new Set(
          questions
            .all()
            .filter(({ text }) =>
              values.some((value) => standsIn(text, { kind: 'prefix', text: value, negated: false })),
            )
            .map(({ id }) => id),
        );
        return (at) => ids.has(columns.question[at] ?? -1);
      }
      case 'label': {
        const ids = new Set(
          values.flatMap((value) => labelled.all({ name: value.toLowerCase() }).map(({ id }) => id)),
        );
        return (at) => ids.has(columns.id[at] ?? -1);
      }
      // Everything in the columns is an answer.
      case 'status':
        return () => values.includes('completed');
      default:
        return () => true;
    }
  };

  return {
    compile(filters: readonly SearchFilter[], columns: AnswerColumns): readonly CompiledFilter[] {
      const compiled: CompiledFilter[] = [];
      for (const filter of filters) {
        if (rangeOf(filter, utcDays) === null) continue;
        const ranges = columns.asked.map(({ project }) => rangeOf(filter, columns.daysOf(project)));
        const passes = (at: number): boolean => {
          const when = columns.receivedAtMs[at] ?? 0;
          const range = ranges[columns.askedAs[at] ?? -1];
          return range != null && (when >= range.startMs && when < range.endMs) !== filter.negated;
        };
        compiled.push({ group: 'date', passes });
      }
      for (const field of new Set(filters.map((filter) => filter.field))) {
        if (field === 'before' || field === 'after' || field === 'on') continue;
        const group = field === 'market' ? 'country' : field;
        for (const negated of [false, true]) {
          const values = filters.filter((each) => each.field === field && each.negated === negated);
          if (values.length === 0) continue;
          const has = having(
            field,
            values.map((each) => each.value),
            columns,
          );
          compiled.push({ group, passes: negated ? (at) => !has(at) : has });
        }
      }
      return compiled;
    },
  };
}

type AskedQuestion = AnswerColumns['asked'][number];
const askedKey = ({ project, question }: AskedQuestion): string => `${project} ${question}`;

/** Decided once per question and project, however many answers it has. */
function askedAs(columns: AnswerColumns, wanted: (asked: AskedQuestion) => boolean): (at: number) => boolean {
  const passing = Uint8Array.from(columns.asked, (asked) => (wanted(asked) ? 1 : 0));
  return (at) => passing[columns.askedAs[at] ?? -1] === 1;
}

/**
 * Milliseconds that pass a date filter; `after` includes the day itself.
 * @param days of the project of the answer
 */
export function rangeOf(
  filter: SearchFilter,
  days: ZonedDays,
): { readonly startMs: number; readonly endMs: number } | null {
  const { field, value } = filter;
  const written = field === 'before' || field === 'after' || field === 'on' ? dayRange(value) : null;
  if (written === null) return null;
  const range = spanIn(written, days);
  if (field === 'before') return { startMs: Number.NEGATIVE_INFINITY, endMs: range.startMs };
  if (field === 'after') return { startMs: range.startMs, endMs: Number.POSITIVE_INFINITY };
  return range;
}
