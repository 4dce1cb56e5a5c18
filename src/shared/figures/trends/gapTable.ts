/** Consecutive runs without you: the latest ones of a segment, or those before you were included again. */
export type Absence = {
  /** Index into `places` of the facts. */
  readonly place: number;
  /** Answers without you, and their runs. */
  readonly of: number;
  readonly ofRuns: number;
  /** First run without you. */
  readonly sinceMs: number;
  /** First run that includes you again; null while the gap is open. */
  readonly closedAtMs: number | null;
  /** Last run of the segment. */
  readonly askedAtMs: number;
};

export type Gap = Absence & {
  readonly kind: 'mention' | 'citation';
  /** Index of the named competitor; null in a citation gap. */
  readonly rival: number | null;
  /** Number of the cited domain; null in a mention gap. */
  readonly domain: number | null;
  /** Indexes of the competitors named where the domain is cited, ascending. */
  readonly named: readonly number[];
  /** Answers without you that name the competitor or cite the domain. */
  readonly count: number;
  /** Their runs. */
  readonly runs: number;
  /** The latest of them. */
  readonly answer: number;
};

/** A set of competitors, a bit each. */
export class NameSet {
  readonly words: Int32Array;

  /** @param size number of all competitors */
  constructor(size: number) {
    this.words = new Int32Array(Math.ceil(size / 32));
  }

  clear(): void {
    this.words.fill(0);
  }

  add(rival: number): void {
    this.words[rival >>> 5] = (this.words[rival >>> 5] ?? 0) | (1 << (rival & 31));
  }
}

/** Columns of a gap. `subject` is the competitor, or -1 - the domain. A bit for each named competitor follows. */
const columns = { subject: 0, count: 1, runs: 2, answer: 3, run: 4, named: 5 } as const;

/** Counts of gaps by place, by domain and by named competitor. */
export type GapCounts = {
  readonly places: Uint32Array;
  readonly domains: Uint32Array;
  readonly rivals: Uint32Array;
};

/**
 * Gaps, numbered from 0, as rows of one list of numbers. There may be hundreds of thousands: creating an object for
 * each would take longer than finding them. Those of an absence are consecutive, so that a loop over gaps reads it once.
 */
export class GapTable {
  readonly #absences: Absence[] = [];
  /** Of each absence, the number of its first gap. */
  readonly #firsts: number[] = [];
  readonly #width: number;
  #rows: Int32Array;
  #size = 0;
  /** The first gap of the current absence, and its gaps by competitor and by domain; -1 for none. */
  #first = 0;
  readonly #ofRival: Int32Array;
  readonly #ofDomain: Int32Array;

  /** @param spare a table that nobody reads any more; this one takes its memory */
  constructor(rivals: number, domains: number, spare?: GapTable) {
    this.#width = columns.named + Math.ceil(rivals / 32);
    this.#rows = spare === undefined ? new Int32Array(0) : spare.#rows;
    this.#ofRival = new Int32Array(rivals).fill(-1);
    this.#ofDomain = new Int32Array(domains).fill(-1);
  }

  /** Starts an absence, to which what is counted next belongs. */
  start(absence: Absence): void {
    this.#end();
    this.#addAbsence(absence, this.#size);
  }

  /** Copies consecutive gaps of an earlier table with the same competitors, and with the same numbers for domains. */
  copy(from: GapTable, first: number, end: number): void {
    if (first === end) return;
    this.#end();
    const width = this.#width;
    const moved = this.#size - first;
    const last = from.absenceOf(end - 1);
    for (let at = from.absenceOf(first); at <= last; at++)
      this.#addAbsence(from.absence(at), (from.#firsts[at] ?? 0) + moved);
    this.#grow(end - first);
    this.#rows.set(from.#rows.subarray(first * width, end * width), this.#size * width);
    this.#size += end - first;
    this.#first = this.#size;
  }

  /** Counts an answer that names a competitor, and its run. */
  countRival(rival: number, answer: number, run: number): void {
    const known = this.#ofRival[rival] ?? -1;
    const gap = known === -1 ? this.#add(rival) : known;
    const word = gap * this.#width + columns.named + (rival >>> 5);
    this.#rows[word] = 1 << (rival & 31);
    this.#ofRival[rival] = gap;
    this.#count(gap, answer, run);
  }

  /**
   * Counts an answer that cites a domain, and its run, each once, however often the answer cites it.
   * @param named competitors that the answer names; none if absent
   */
  countDomain(domain: number, answer: number, run: number, named?: NameSet): void {
    const known = this.#ofDomain[domain] ?? -1;
    const gap = known === -1 ? this.#add(-1 - domain) : known;
    this.#ofDomain[domain] = gap;
    this.#count(gap, answer, run);
    if (named === undefined) return;
    const from = gap * this.#width + columns.named;
    for (let word = 0; word < named.words.length; word++)
      this.#rows[from + word] = (this.#rows[from + word] ?? 0) | (named.words[word] ?? 0);
  }

  /** Removes the gaps of the current absence that name nobody. */
  dropUnnamed(): void {
    const [end, width] = [this.#size, this.#width];
    this.#size = this.#first;
    for (let gap = this.#first; gap < end; gap++) {
      this.#forget(gap);
      const row = gap * width;
      let named = false;
      for (let word = row + columns.named; word < row + width; word++) named ||= this.#rows[word] !== 0;
      if (named) this.#rows.copyWithin(this.#size++ * width, row, row + width);
    }
    this.#first = this.#size;
  }

  get size(): number {
    return this.#size;
  }

  /** Index of the absence of a gap. */
  absenceOf(gap: number): number {
    let low = 0;
    let high = this.#firsts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#firsts[middle] ?? 0) <= gap) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  absence(at: number): Absence {
    return this.#absences[at] as Absence;
  }

  /** Number after the last gap of an absence. */
  endOf(absence: number): number {
    return this.#firsts[absence + 1] ?? this.#size;
  }

  /** Index of the named competitor; -1 in a citation gap. */
  rival(gap: number): number {
    return Math.max(-1, this.#cell(gap, columns.subject));
  }

  /** Number of the cited domain; -1 in a mention gap. */
  domain(gap: number): number {
    return Math.max(-1, -1 - this.#cell(gap, columns.subject));
  }

  /** The latest answer behind a gap. */
  answer(gap: number): number {
    return this.#cell(gap, columns.answer);
  }

  count(gap: number): number {
    return this.#cell(gap, columns.count);
  }

  names(gap: number, rival: number): boolean {
    return ((this.#cell(gap, columns.named + (rival >>> 5)) >>> (rival & 31)) & 1) === 1;
  }

  /** Adds some gaps, ascending, to the counts of their places, domains and named competitors. */
  tally(gaps: Int32Array, { places, domains, rivals }: GapCounts): void {
    const [rows, width] = [this.#rows, this.#width];
    let place = 0;
    let end = 0;
    for (let at = 0; at < gaps.length; at++) {
      const gap = gaps[at] ?? 0;
      if (gap >= end) {
        const absence = this.absenceOf(gap);
        end = this.endOf(absence);
        place = this.absence(absence).place;
      }
      places[place] = (places[place] ?? 0) + 1;
      const row = gap * width;
      const subject = rows[row + columns.subject] ?? 0;
      if (subject < 0) domains[-1 - subject] = (domains[-1 - subject] ?? 0) + 1;
      for (let word = columns.named; word < width; word++)
        for (let bits = rows[row + word] ?? 0; bits !== 0; bits &= bits - 1) {
          const rival = (word - columns.named) * 32 + 31 - Math.clz32(bits & -bits);
          rivals[rival] = (rivals[rival] ?? 0) + 1;
        }
    }
  }

  gap(gap: number): Gap {
    const [rival, domain] = [this.rival(gap), this.domain(gap)];
    const named: number[] = [];
    for (let at = 0; at < this.#ofRival.length; at++) if (this.names(gap, at)) named.push(at);
    return {
      ...this.absence(this.absenceOf(gap)),
      kind: rival === -1 ? 'citation' : 'mention',
      rival: rival === -1 ? null : rival,
      domain: domain === -1 ? null : domain,
      named,
      count: this.count(gap),
      runs: this.#cell(gap, columns.runs),
      answer: this.#cell(gap, columns.answer),
    };
  }

  #cell(gap: number, column: number): number {
    return this.#rows[gap * this.#width + column] ?? 0;
  }

  #addAbsence(absence: Absence, first: number): void {
    this.#absences.push(absence);
    this.#firsts.push(first);
  }

  #add(subject: number): number {
    const row = this.#size * this.#width;
    this.#grow(1);
    const rows = this.#rows;
    for (let cell = row; cell < row + this.#width; cell++) rows[cell] = 0;
    rows[row + columns.subject] = subject;
    rows[row + columns.answer] = -1;
    rows[row + columns.run] = -1;
    return this.#size++;
  }

  /** Makes room for more gaps. */
  #grow(more: number): void {
    const wanted = (this.#size + more) * this.#width;
    if (wanted <= this.#rows.length) return;
    const rows = new Int32Array(Math.max(1024 * this.#width, wanted * 2));
    rows.set(this.#rows);
    this.#rows = rows;
  }

  /** Ends the current absence. */
  #end(): void {
    for (let gap = this.#first; gap < this.#size; gap++) this.#forget(gap);
    this.#first = this.#size;
  }

  #count(gap: number, answer: number, run: number): void {
    const row = gap * this.#width;
    const rows = this.#rows;
    if (rows[row + columns.answer] !== answer)
      rows[row + columns.count] = (rows[row + columns.count] ?? 0) + 1;
    if (rows[row + columns.run] !== run) rows[row + columns.runs] = (rows[row + columns.runs] ?? 0) + 1;
    rows[row + columns.answer] = answer;
    rows[row + columns.run] = run;
  }

  #forget(gap: number): void {
    const [rival, domain] = [this.rival(gap), this.domain(gap)];
    if (rival !== -1) this.#ofRival[rival] = -1;
    if (domain !== -1) this.#ofDomain[domain] = -1;
  }
}
