import { expect, it } from 'vitest';
import type { BrandColumns } from '#shared/figures/definitions/brandFigures.ts';
import { seededRandom } from '#shared/figures/statistics/permutations.ts';
import { rateOf } from '#shared/figures/statistics/wilson.ts';
import { causesOf } from '#shared/figures/trends/gapCauses.ts';
import { createGapFinder, firstGaps, type GapDomain, type GapInput } from '#shared/figures/trends/gaps.ts';
import type { Gap, GapTable } from '#shared/figures/trends/gapTable.ts';
import { firstDay, trendFacts } from '#tests/support/trendFacts.ts';

const dayMs = 86_400_000;

/** An answer: its run, whether it was searched, who it names and the numbers of the domains it cites. */
type Said = {
  readonly run: number;
  readonly question?: number;
  readonly names?: string;
  readonly cites?: readonly number[];
  readonly unsearched?: true;
};

/** Domains 0 and 1 are yours and a rival's, 2 is published, 3 a shop. */
const domains: readonly GapDomain[] = ['own', 'rival', 'published', 'none'];

function inputOf(said: readonly Said[], whose = domains, rivals = 'RS'): GapInput {
  const { facts, all } = trendFacts(
    said.map(({ run, question = 1 }) => ({ day: run, run, question, over: 0 })),
  );
  const searched = Uint8Array.from(said, ({ unsearched }) => (unsearched ? 0 : 1));
  const columns = (name: string): BrandColumns => ({
    ...{ rules: 1, searched, named: new Uint16Array(said.length), brands: 3 },
    brand: {
      rank: Uint16Array.from(said, ({ names = '' }) => (names.includes(name) ? 1 : 0)),
      listRank: new Uint16Array(said.length),
      depth: new Float64Array(said.length),
    },
  });
  const cited = said.map(({ cites = [] }) => cites);
  const from = Uint32Array.from([0, ...cited.map((_, at) => cited.slice(0, at + 1).flat().length)]);
  return {
    ...{ facts, answers: all, own: [columns('A')], rivals: [...rivals].map(columns), domains: whose },
    sources: {
      from,
      url: Int32Array.from(cited.flat()),
      position: new Uint16Array(from.at(-1) ?? 0),
      carries: new Uint8Array(said.length).fill(1),
      domainOfUrl: [0, 1, 2, 3],
    },
  };
}

const tableOf = (...input: Parameters<typeof inputOf>): GapTable => createGapFinder()(inputOf(...input));

function gaps(said: readonly Said[], whose = domains): readonly Gap[] {
  return gapsIn(tableOf(said, whose));
}

const gapsIn = (table: GapTable): readonly Gap[] =>
  Array.from({ length: table.size }, (_, at) => table.gap(at));

const day = (at: number): number => firstDay + at * dayMs;

it('counts in how many answers without you each rival is named, in whole runs since you were last named', () => {
  const found = gaps([
    { run: 0, names: 'A R' },
    { run: 1, names: 'R S' },
    { run: 1, names: '' },
    { run: 2, names: 'R' },
    { run: 3, unsearched: true, names: 'A' },
  ]);
  const known = {
    kind: 'mention',
    domain: null,
    sinceMs: day(1),
    closedAtMs: null,
    askedAtMs: day(2),
    of: 3,
    ofRuns: 2,
  };
  expect(found).toMatchObject([
    { ...known, rival: 0, count: 2, runs: 2, answer: 3 },
    { ...known, rival: 1, count: 1, runs: 1, answer: 1 },
  ]);
  // A run that names you in one of its answers is none without you.
  expect(
    gaps([
      { run: 0, names: 'R' },
      { run: 0, names: 'A R' },
    ]),
  ).toEqual([]);
});

it('keeps a gap as closed from the first run on that has you again', () => {
  const closing = [
    { run: 0, names: 'R' },
    { run: 1, names: 'R' },
    { run: 2, names: 'A R' },
    { run: 3, names: 'A' },
  ];
  expect(gaps(closing)).toMatchObject([
    { count: 2, of: 2, sinceMs: day(0), closedAtMs: day(2), askedAtMs: day(3) },
  ]);
  expect(gaps([...closing, { run: 4, names: 'S' }])).toMatchObject([
    { rival: 1, count: 1, of: 1, sinceMs: day(4), closedAtMs: null },
  ]);
});

it('takes for pages to win what is cited where a rival is named and you are not, and no shop', () => {
  const found = gaps([
    { run: 0, names: 'R', cites: [2, 2, 3] },
    { run: 0, names: '', cites: [2] },
    { run: 0, names: 'S', cites: [] },
  ]);
  expect(found.filter(({ kind }) => kind === 'citation')).toMatchObject([
    { domain: 2, rival: null, named: [0], count: 2, of: 3, answer: 1 },
  ]);
  expect(gaps([{ run: 0, names: '', cites: [2] }])).toEqual([]);
});

it("counts a competitor's cited site as a gap if no page of yours is cited, whoever is named", () => {
  expect(gaps([{ run: 0, names: 'A', cites: [1] }])).toMatchObject([
    { kind: 'citation', domain: 1, count: 1 },
  ]);
  expect(
    gaps([
      { run: 0, names: 'A', cites: [1] },
      { run: 1, names: 'A', cites: [0, 1] },
    ]),
  ).toMatchObject([{ domain: 1, closedAtMs: day(1) }]);
  expect(gaps([{ run: 0, names: 'A', cites: [0, 1] }])).toEqual([]);
});

it('ranks many answers and steady ones first', () => {
  const found = gaps([...Array.from({ length: 12 }, (_, at) => ({ run: at, names: at < 11 ? 'R' : '' }))]);
  const once = gaps([{ run: 0, names: 'S' }]);
  expect(found[0]).toMatchObject({ count: 11, of: 12, runs: 11, ofRuns: 12 });
  expect(once[0]).toMatchObject({ count: 1, of: 1 });
  const mixed = gaps([
    { run: 0, names: 'R S' },
    { run: 1, names: 'R' },
    { run: 2, names: 'R' },
  ]);
  expect(mixed.map(({ rival, count }) => [rival, count])).toEqual([
    [0, 3],
    [1, 1],
  ]);
});

/** Random answers in runs that overlap, of some questions and with the letters from `B` on as competitors. */
function randomAnswers(seed: number, rivals: string): readonly Said[] {
  const random = seededRandom(seed);
  const below = (end: number): number => Math.floor(random() * end);
  const some = <T>(of: Iterable<T>, share: number): readonly T[] => [...of].filter(() => random() < share);
  return Array.from({ length: 400 }, (_, at): Said => {
    const names = [...some('A', 0.1), ...some(rivals, 2 / rivals.length)].join('');
    const cites = [...some([0], 0.1), ...some([1, 2, 3], 0.3), ...some([2], 0.3)];
    const answer = { run: Math.floor(at / 40) + below(3), question: below(15), names, cites };
    return below(9) === 0 ? { ...answer, unsearched: true } : answer;
  });
}

/** The definition of gaps, answer by answer. */
function defined(said: readonly Said[], rivals: string): readonly string[] {
  const found: string[] = [];
  for (const question of new Set(said.map((each) => each.question))) {
    const asked = said.map((each, at) => ({ ...each, at })).filter((each) => each.question === question);
    const runs = [...new Set(asked.map(({ run }) => run))].map((run) =>
      asked.filter((each) => each.run === run),
    );
    const absence = (tells: (each: Said) => boolean, includesYou: (each: Said) => boolean) => {
      const telling = runs.map((run) => run.filter(tells)).filter((run) => run.length > 0);
      const present = telling.map((run) => run.some(includesYou));
      const last = present.lastIndexOf(false);
      return last === -1 ? [] : telling.slice(present.lastIndexOf(true, last) + 1, last + 1);
    };
    const share = (without: readonly Run[], has: (each: Said) => boolean): string => {
      const having = without.flatMap((run) => run.filter(has));
      const inRuns = without.filter((run) => run.some(has)).length;
      const of = `of ${without.flat().length} in ${without.filter((run) => run.length > 0).length}`;
      return `${having.length} in ${inRuns} ${of}, last ${having.at(-1)?.at}`;
    };
    type Run = readonly (typeof asked)[number][];
    const unnamed = absence(
      (each) => !each.unsearched,
      ({ names = '' }) => names.includes('A'),
    );
    const add = (gap: string, without: readonly Run[], has: (each: Said) => boolean): void => {
      if (without.flat().some(has)) found.push(`${question} ${gap}: ${share(without, has)}`);
    };
    for (const [at, rival] of [...rivals].entries())
      add(`mentions ${at}`, unnamed, ({ names = '' }) => names.includes(rival));
    const cites =
      (domain: number) =>
      ({ cites: all = [] }: Said) =>
        all.includes(domain);
    const with2 = unnamed.flat().filter(cites(2));
    const named = [...rivals].flatMap((rival, at) =>
      with2.some(({ names = '' }) => names.includes(rival)) ? [at] : [],
    );
    if (named.length > 0) add(`cites 2 with ${named}`, unnamed, cites(2));
    add(
      'cites 1 with ',
      absence(() => true, cites(0)),
      cites(1),
    );
  }
  return found.sort();
}

const told = ({ rival, domain, named, count, runs, of, ofRuns, answer }: Gap, said: readonly Said[]) =>
  `${said[answer]?.question} ${rival === null ? `cites ${domain} with ${named}` : `mentions ${rival}`}: ` +
  `${count} in ${runs} of ${of} in ${ofRuns}, last ${answer}`;

it.each([
  [1, 'RS'],
  [2, 'RSTUVWXYZBCDEFGHIJKLMNOPQrstuvwxyzbcdefghi'],
])('finds the gaps of the definition in random answers: seed %i, competitors %s', (seed, rivals) => {
  const said = randomAnswers(seed, rivals);
  const found = gapsIn(tableOf(said, domains, rivals)).map((gap) => told(gap, said));
  expect(found.sort()).toEqual(defined(said, rivals));
  expect(found.length).toBeGreaterThan(20);
});

it.each([1, 7, 30, 1000])('gives the first %i gaps of all, as if all were sorted', (most) => {
  const table = tableOf(randomAnswers(most, 'RSTUV'), domains, 'RSTUV');
  const all = Array.from({ length: table.size }, (_, at) => at).filter((at) => at % 3 > 0);
  const low = (at: number): number => rateOf(table.count(at), table.gap(at).of).low ?? 0;
  const sorted = all.toSorted(
    (one, two) =>
      low(two) - low(one) ||
      table.count(two) - table.count(one) ||
      table.gap(two).askedAtMs - table.gap(one).askedAtMs,
  );
  expect(all.length).toBeGreaterThan(30);
  expect(firstGaps(table, all, most)).toEqual(sorted.slice(0, most));
});

it('finds the same with what it kept of an earlier search as without', () => {
  const random = seededRandom(20261125);
  const one = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const said = Array.from(
    { length: 400 },
    (_, at): Said => ({
      run: Math.floor(at / 4) - Math.floor(random() * 3),
      question: Math.floor(random() * 20),
      names: one(['A', 'R', 'S', 'RS', 'R', 'S', '']),
      cites: one([[], [1], [2, 2], [0], [1, 2], [2, 3]]),
    }),
  );
  const whole = inputOf(said);
  const searchedFirst = (count: number): GapInput['own'] =>
    whole.own.map((own) => ({ ...own, searched: Uint8Array.from(said, (_, at) => (at < count ? 1 : 0)) }));
  const all = Int32Array.from(whole.answers);
  const [some, more] = [all.subarray(0, 150), all.subarray(0, 160)];
  const ofEachPlace = (answers: Int32Array, most: number): Int32Array => {
    const place = (answer: number) => whole.facts.place[answer];
    return answers.filter(
      (answer, at) =>
        answers.subarray(0, at).filter((before) => place(before) === place(answer)).length < most,
    );
  };
  const withRules = (rules: number, of: readonly BrandColumns[]) => of.map((each) => ({ ...each, rules }));
  const inputs: readonly GapInput[] = [
    { ...whole, answers: some },
    { ...whole, answers: more },
    { ...whole, answers: more },
    // A place at a time, then all again.
    { ...whole, answers: all.filter((answer) => whole.facts.place[answer] === 3) },
    { ...whole, answers: all, own: searchedFirst(200) },
    { ...whole, answers: all, own: searchedFirst(300) },
    { ...whole, answers: all, domains: ['own', 'rival', 'none', 'published'] },
    { ...whole, answers: all.filter((answer) => answer >= 100) },
    // As many answers of each place, but others.
    { ...whole, answers: ofEachPlace(all.toReversed(), 5).toReversed() },
    { ...whole, answers: ofEachPlace(all, 5) },
    { ...whole, answers: all },
    {
      ...{ ...whole, answers: all, own: withRules(2, whole.rivals.slice(0, 1)) },
      rivals: withRules(2, [...whole.own, ...whole.rivals.slice(1)]),
    },
    { ...whole, answers: all, rivals: [] },
    { ...whole, answers: all },
    // Read again after a deletion.
    {
      ...{ ...whole, answers: all },
      facts: { ...whole.facts, places: [...whole.facts.places], at: Float64Array.from(all) },
    },
    inputOf(said.slice(200)),
  ];
  const findGaps = createGapFinder();
  for (const [at, input] of inputs.entries()) {
    const alone = createGapFinder()(input);
    expect(gapsIn(findGaps(input)), `search ${at}`).toEqual(gapsIn(alone));
    if (input.rivals.length > 0) expect(alone.size).toBeGreaterThan(0);
  }
});

it('groups gaps by cause: a rival that is named first before one named last, and no site of a rival as a page to win', () => {
  const said = [1, 2, 3].flatMap((question): readonly Said[] => [
    { run: 0, question, names: 'R S', cites: [1, 2] },
    { run: 0, question, names: question === 1 ? 'S' : 'R S', cites: [2] },
  ]);
  const input = inputOf(said);
  const table = createGapFinder()(input);
  const listed = Int32Array.from({ length: table.size }, (_, at) => at);
  const causes = causesOf({
    ...{ gaps: table, listed, places: input.facts.places, most: 10 },
    // S is named in more answers, but after R in each.
    rankOf: (rival) => (rival === 0 ? 1 : 3),
    canWin: (domain) => domains[domain] !== 'rival',
  });
  expect(causes).toMatchObject([
    { rival: 0, domain: null, gaps: 3, answers: 5, of: 6, position: 1, questions: 3 },
    { rival: 1, domain: null, gaps: 3, answers: 6, of: 6, position: 3, questions: 3 },
    { rival: null, domain: 2, gaps: 3, answers: 6, of: 6, position: null, questions: 3 },
  ]);
  expect(causes[0]?.markets).toHaveLength(1);
  const ofFirst = causesOf({
    ...{ gaps: table, listed: listed.subarray(0, 1), places: input.facts.places, most: 10 },
    ...{ rankOf: () => 0, canWin: () => true },
  });
  expect(ofFirst).toMatchObject([{ rival: 0, gaps: 1, position: null }]);
});
