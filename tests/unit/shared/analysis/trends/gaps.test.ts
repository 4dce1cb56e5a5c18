import { expect, it } from 'vitest';
import { seededRandom } from '#shared/analysis/noise.ts';
import type { BrandColumns } from '#shared/analysis/trends/brandValues.ts';
import { firstGaps, type Gap, type GapDomain, gapsOf } from '#shared/analysis/trends/gaps.ts';
import { rateOf } from '#shared/analysis/wilson.ts';
import { firstDay, trendFacts } from '#tests/support/trendFacts.ts';

const dayMs = 86_400_000;

/** An answer: its run, whether it was searched, who it names and the numbers of the domains it cites. */
type Said = {
  readonly run: number;
  readonly names?: string;
  readonly cites?: readonly number[];
  readonly unsearched?: true;
};

/** Domains 0 and 1 are yours and a rival's, 2 is published, 3 a shop. */
const domains: readonly GapDomain[] = ['own', 'rival', 'published', 'none'];

function gaps(said: readonly Said[], whose = domains): readonly Gap[] {
  const { facts, all } = trendFacts(said.map(({ run }) => ({ day: run, run, over: 0 })));
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
  return gapsOf({
    ...{ facts, answers: all, own: [columns('A')], rivals: [columns('R'), columns('S')], domains: whose },
    sources: {
      from,
      url: Int32Array.from(cited.flat()),
      position: new Uint16Array(from.at(-1) ?? 0),
      carries: new Uint8Array(said.length).fill(1),
      domainOfUrl: [0, 1, 2, 3],
    },
  });
}

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

it.each([1, 7, 100, 1000])('gives the first %i gaps of all, as if all were sorted', (most) => {
  const random = seededRandom(most);
  const below = (end: number): number => Math.floor(random() * end);
  const [example] = gaps([{ run: 0, names: 'R' }]);
  const all = Array.from({ length: 500 }, (_, place): Gap => {
    const of = 1 + below(6);
    return { ...(example as Gap), place, of, count: below(of + 1), askedAtMs: below(3) };
  });
  const low = ({ count, of }: Gap): number => rateOf(count, of).low ?? 0;
  const sorted = all.toSorted(
    (one, two) => low(two) - low(one) || two.count - one.count || two.askedAtMs - one.askedAtMs,
  );
  expect(firstGaps(all, most)).toEqual(sorted.slice(0, most));
});
