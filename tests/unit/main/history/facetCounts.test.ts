import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AnswerColumns, placesOf } from '#main/history/search/answerColumns.ts';
import { createFacetCounter } from '#main/history/search/facetCounts.ts';

const engines = ['assistant-a', 'search'];
const row = fc.record({
  engine: fc.constantFrom(...engines),
  language: fc.constantFrom('de', 'en', null),
  run: fc.integer({ min: 1, max: 4 }),
  domains: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
  atMs: fc.integer({ min: 1_700_000_000_000, max: 1_720_000_000_000 }),
  brand: fc.boolean(),
  wanted: fc.boolean(),
});
type Row = typeof row extends fc.Arbitrary<infer R> ? R : never;

const addTo = (columns: AnswerColumns, { engine, language, run, domains, atMs }: Row): void =>
  columns.add([
    columns.size * 2 + 5,
    atMs,
    engine,
    'DE',
    1,
    language,
    null,
    run,
    run % 2,
    JSON.stringify(domains),
    1,
    null,
  ]);

it('counts for each facet what passes all filters but its own, for few found answers and for most', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), fc.nat(40), fc.boolean(), (rows, first, filtered) => {
      const columns = new AnswerColumns();
      const count = createFacetCounter();
      // Answers that come later are counted with those known before.
      for (const [from, to] of [
        [0, Math.min(first, rows.length)],
        [Math.min(first, rows.length), rows.length],
      ] as const) {
        for (const each of rows.slice(from, to)) addTo(columns, each);
        const known = rows.slice(0, to);
        const matching = Int32Array.from(known.flatMap(({ wanted }, at) => (wanted ? [at] : [])));
        const filters = filtered
          ? [
              { group: 'engine' as const, passes: (at: number) => known[at]?.engine === 'search' },
              { group: 'brand' as const, passes: (at: number) => known[at]?.brand === true },
            ]
          : [];
        for (const places of [matching, null]) {
          const counted = count(columns, places, filters);
          const seen = (but: string): readonly Row[] =>
            known.filter(
              ({ wanted }, at) =>
                (wanted || places === null) &&
                filters.every(({ group, passes }) => group === but || passes(at)),
            );
          const passing = seen('');
          expect([...counted.passing].map((at) => known[at])).toEqual(passing);
          expect(known.filter((_, at) => counted.found.has(at))).toEqual(passing);
          expect(known.filter((_, at) => counted.seenByBrand.has(at))).toEqual(seen('brand'));
          expect(counted.completed).toBe(passing.length);
          for (const engine of engines)
            expect(counted.engine[columns.engines.values.indexOf(engine)] ?? 0).toBe(
              seen('engine').filter((each) => each.engine === engine).length,
            );
          for (const run of [1, 2, 3, 4])
            expect(counted.run[run] ?? 0).toBe(passing.filter((each) => each.run === run).length);
          for (const domain of [1, 2, 3, 4, 5, 6])
            expect(counted.domain[domain] ?? 0).toBe(
              passing.filter(({ domains }) => domains.includes(domain)).length,
            );
          const language = counted.language[columns.languages.values.indexOf('de')] ?? 0;
          expect(language).toBe(passing.filter((each) => each.language === 'de').length);
        }
      }
    }),
  );
});

it('finds the places of ids wherever some are missing', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 });
  fc.assert(
    fc.property(ids, ids, (known, asked) => {
      const columns = new AnswerColumns();
      const stored = known.toSorted((one, two) => one - two);
      for (const id of stored) columns.add([id, 0, 'search', null, 1, null, null, 1, 1, '[]', 1, null]);
      const wanted = asked.toSorted((one, two) => one - two);
      expect([...placesOf(wanted, columns)]).toEqual(
        wanted.map((id) => stored.indexOf(id)).filter((at) => at >= 0),
      );
    }),
  );
});
