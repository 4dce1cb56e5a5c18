import type { Database } from 'better-sqlite3';
import { utcDays, type ZonedDays, zonedDays } from '#shared/figures/trends/zonedDays.ts';
import { timeZoneOfProject } from '../store/operations/projectRows.ts';
import { TimeOrder } from '../store/timeOrder.ts';

type AnswerColumnsRow = readonly [
  id: number,
  receivedAtMs: number,
  engine: string,
  country: string | null,
  market: number,
  language: string | null,
  driver: string | null,
  run: number,
  question: number,
  domains: string,
  project: number,
  surface: string | null,
];

/** String pool of a column: distinct texts with small numbers. */
export class Texts {
  readonly values: string[] = [];
  readonly #known = new Map<string, number>();

  idOf(text: string): number {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    this.#known.set(text, this.values.length);
    this.values.push(text);
    return this.values.length - 1;
  }
}

/**
 * What facets count and filters compare, for every indexed answer, in memory column by column, so that counting
 * all answers takes milliseconds. About 80 bytes per answer.
 */
export class AnswerColumns {
  size = 0;
  id: Int32Array = new Int32Array(0);
  receivedAtMs: Float64Array = new Float64Array(0);
  engine: Uint8Array = new Uint8Array(0);
  country: Uint16Array = new Uint16Array(0);
  market: Int32Array = new Int32Array(0);
  language: Uint16Array = new Uint16Array(0);
  driver: Uint16Array = new Uint16Array(0);
  surface: Uint8Array = new Uint8Array(0);
  run: Int32Array = new Int32Array(0);
  question: Int32Array = new Int32Array(0);
  /** Question and project: an index into `asked`. */
  askedAs: Int32Array = new Int32Array(0);
  readonly asked: { readonly project: number; readonly question: number }[] = [];
  readonly #askedAt = new Map<string, number>();
  /** Year and month of the project's calendar: 12 × year + month, from 0. */
  month: Uint16Array = new Uint16Array(0);
  /** Domain ids of answer i are at `domainsFrom[i]` to `domainsFrom[i + 1]`. */
  domainsFrom: Uint32Array = new Uint32Array(1);
  domains: Int32Array = new Int32Array(0);
  readonly engines = new Texts();
  readonly countries = new Texts();
  readonly languages = new Texts();
  readonly drivers = new Texts();
  readonly surfaces = new Texts();
  highestDomain = 0;
  highestRun = 0;
  readonly #order = new TimeOrder();
  /** The calendar of a project, by its row. */
  readonly daysOf: (project: number) => ZonedDays;

  constructor(daysOf: (project: number) => ZonedDays = () => utcDays) {
    this.daysOf = daysOf;
  }

  add(row: AnswerColumnsRow): void {
    const at = this.size;
    if (at === this.id.length) this.#grow(Math.max(1024, at * 2));
    const [id, receivedAtMs, engine, country, market, language, driver, run, ...rest] = row;
    const [question, domains, project, surface] = rest;
    this.id[at] = id;
    this.receivedAtMs[at] = receivedAtMs;
    this.engine[at] = this.engines.idOf(engine);
    this.country[at] = this.countries.idOf(country ?? '');
    this.market[at] = market;
    this.language[at] = this.languages.idOf(language ?? '');
    this.driver[at] = this.drivers.idOf(driver ?? '');
    this.surface[at] = this.surfaces.idOf(surface ?? '');
    this.run[at] = run;
    if (run > this.highestRun) this.highestRun = run;
    this.question[at] = question;
    this.askedAs[at] = this.#askedPlace(project, question);
    const when = new Date(this.daysOf(project).clockAt(receivedAtMs));
    this.month[at] = when.getUTCFullYear() * 12 + when.getUTCMonth();
    const from = this.domainsFrom[at] ?? 0;
    const list: readonly number[] = JSON.parse(domains);
    if (from + list.length > this.domains.length)
      this.domains = grown(this.domains, new Int32Array(Math.max(8192, (from + list.length) * 2)));
    for (const [place, domain] of list.entries()) {
      this.domains[from + place] = domain;
      if (domain > this.highestDomain) this.highestDomain = domain;
    }
    this.domainsFrom[at + 1] = from + list.length;
    this.size = at + 1;
  }

  /** All indexes, earliest answer first. */
  byTime(): Int32Array {
    return this.#order.of(this.receivedAtMs, this.size);
  }

  #askedPlace(project: number, question: number): number {
    const key = `${project} ${question}`;
    const known = this.#askedAt.get(key);
    if (known !== undefined) return known;
    this.#askedAt.set(key, this.asked.length);
    this.asked.push({ project, question });
    return this.asked.length - 1;
  }

  #grow(size: number): void {
    this.id = grown(this.id, new Int32Array(size));
    this.receivedAtMs = grown(this.receivedAtMs, new Float64Array(size));
    this.engine = grown(this.engine, new Uint8Array(size));
    this.country = grown(this.country, new Uint16Array(size));
    this.market = grown(this.market, new Int32Array(size));
    this.language = grown(this.language, new Uint16Array(size));
    this.driver = grown(this.driver, new Uint16Array(size));
    this.surface = grown(this.surface, new Uint8Array(size));
    this.run = grown(this.run, new Int32Array(size));
    this.question = grown(this.question, new Int32Array(size));
    this.askedAs = grown(this.askedAs, new Int32Array(size));
    this.month = grown(this.month, new Uint16Array(size));
    this.domainsFrom = grown(this.domainsFrom, new Uint32Array(size + 1));
  }
}

function grown<A extends Int32Array | Uint32Array | Uint16Array | Uint8Array | Float64Array>(
  old: A,
  next: A,
): A {
  next.set(old);
  return next;
}

/** Column indexes of ascending row ids; ids that are not in the columns (yet) are skipped. */
export function placesOf(ids: ArrayLike<number>, columns: AnswerColumns): Int32Array {
  const places = new Int32Array(ids.length);
  const placeOf = placeFinder(columns);
  let found = 0;
  for (let entry = 0; entry < ids.length; entry++) {
    const at = placeOf(ids[entry] ?? 0);
    if (at >= 0) places[found++] = at;
  }
  return places.subarray(0, found);
}

/** The index of an id, or -1; ids must be requested in ascending order. */
export function placeFinder(columns: AnswerColumns): (id: number) => number {
  const { id: known, size } = columns;
  let at = -1;
  return (id) => {
    if (at === -1) at = firstFrom(id, columns);
    // If no id is missing in between, the index advances as far as the id; never too far otherwise.
    const ahead = at + id - (known[at] ?? 0);
    if (at < size && ahead >= at && ahead < size && known[ahead] === id) at = ahead;
    else while (at < size && (known[at] ?? 0) < id) at += 1;
    return at < size && known[at] === id ? at : -1;
  };
}

/** The first index with this id or a higher one. */
function firstFrom(id: number, columns: AnswerColumns): number {
  let low = 0;
  let high = columns.size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((columns.id[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Rows fetched together: one by one takes twice as long, all at once needs much memory. */
const readAtOnce = 2000;

/**
 * Synchronizes the columns with the file, whoever writes to it: new rows are appended, and after a deletion, and where
 * a project has another time zone, everything is read again.
 */
export function createAnswerColumns(db: Database) {
  const removals = db.prepare<[], { removals: number }>('SELECT removals FROM search_state');
  const rowsAfter = db
    .prepare<{ last: number; most: number }, AnswerColumnsRow>(
      `SELECT o.id, o.received_at_ms, o.engine, m.country, o.market_id, o.language, o.driver, o.run_id,
         o.question_id, f.domains, r.project_id, o.surface
       FROM search_facets f JOIN observations o ON o.id = f.observation_id JOIN markets m ON m.id = o.market_id
         JOIN runs r ON r.id = o.run_id
       WHERE f.observation_id > @last ORDER BY f.observation_id LIMIT @most`,
    )
    .raw();
  const zonesNow = db.prepare<[], { id: number; timeZone: string }>(
    `SELECT p.id, ${timeZoneOfProject} AS timeZone FROM projects p`,
  );
  let columns = new AnswerColumns();
  let seenState = '';

  /** Reads at most `most` more rows; says whether the columns are now complete. */
  const readSome = (most: number): { readonly columns: AnswerColumns; readonly done: boolean } => {
    const zones = zonesNow.all();
    const state = JSON.stringify([
      removals.get()?.removals ?? 0,
      ...zones.map(({ id, timeZone }) => [id, timeZone]),
    ]);
    if (state !== seenState) {
      const byZone = new Map(zones.map(({ timeZone }) => [timeZone, zonedDays(timeZone)]));
      const days = new Map(zones.map(({ id, timeZone }) => [id, byZone.get(timeZone) ?? utcDays]));
      columns = new AnswerColumns((project) => days.get(project) ?? utcDays);
      seenState = state;
    }
    const last = columns.size === 0 ? -1 : (columns.id[columns.size - 1] ?? -1);
    const rows = rowsAfter.all({ last, most });
    for (const row of rows) columns.add(row);
    return { columns, done: rows.length < most };
  };
  return {
    readSome,
    /** The columns for the current state of the file. */
    refresh(): AnswerColumns {
      while (!readSome(readAtOnce).done);
      return columns;
    },
  };
}
