import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareObservations, createCompareMemory } from '#shared/figures/comparison/compare.ts';
import type { Comparison } from '#shared/model/comparison/comparison.ts';
import {
  type BrandDecision,
  type BrandKind,
  type BrandRule,
  type BrandRules,
  defaultOptions,
} from '#shared/model/comparison/samples.ts';
import { decideBrands } from '#shared/text/brands/brandDecisions.ts';
import { column, sample } from '#tests/support/analysis/columns.ts';

const rule = (
  id: string,
  names: readonly string[],
  kind: BrandKind = 'other',
  domains: string[] = [],
): BrandRule => ({
  id,
  name: names[0] ?? id,
  kind,
  aliases: names.slice(1).map((text) => ({ text })),
  domains,
});
const merge = (from: string, into: string) => ({
  kind: 'merge' as const,
  from,
  fromName: from,
  into,
  intoName: into,
});
const shown = (brands: readonly BrandRule[], decisions: readonly BrandDecision[]) =>
  decideBrands({ brands, decisions }).brands.map((brand) => [
    brand.name,
    brand.kind,
    ...brand.aliases.map((alias) => alias.text),
  ]);

describe('decisions on brands', () => {
  const brands = [
    rule('a', ['Alpha', 'Alfa'], 'own', ['alpha.example']),
    rule('b', ['Beta'], 'competitor', ['beta.example']),
  ];

  it('merge a brand with its names and domains into another', () => {
    const merged = decideBrands({
      brands,
      decisions: [{ ...merge('b', 'a'), fromName: 'Beta', intoName: 'Alpha' }],
    });
    expect(merged.brands).toEqual([
      rule('a', ['Alpha', 'Alfa', 'Beta'], 'own', ['alpha.example', 'beta.example']),
    ]);
  });

  it('merge unlisted names: the target becomes a brand', () => {
    expect(
      shown(
        brands,
        [merge('name:gamma', 'name:delta')].map((each) => ({
          ...each,
          fromName: 'Gamma',
          intoName: 'Delta',
        })),
      ),
    ).toEqual([
      ['Alpha', 'own', 'Alfa'],
      ['Beta', 'competitor'],
      ['Delta', 'other', 'Gamma'],
    ]);
  });

  it('split a name off with the kind of its brand, and find it again when the brand is gone', () => {
    const split: BrandDecision = { kind: 'split', brand: 'a', alias: 'Alfa', as: 'Alfa Romantic' };
    expect(shown(brands, [split])).toEqual([
      ['Alpha', 'own'],
      ['Alfa Romantic', 'own', 'Alfa'],
      ['Beta', 'competitor'],
    ]);
    expect(shown(brands.slice(1), [split])).toEqual([
      ['Beta', 'competitor'],
      ['Alfa Romantic', 'other', 'Alfa'],
    ]);
  });

  it('accept, dismiss and accept again: the later one holds', () => {
    const accept = (as: BrandKind): BrandDecision => ({ kind: 'accept', name: 'alpha', as });
    expect(shown(brands, [accept('competitor')])[0]).toEqual(['Alpha', 'competitor', 'Alfa']);
    const dismissed = decideBrands({ brands, decisions: [{ kind: 'dismiss', name: 'ALPHA' }] });
    expect(dismissed.brands.map((brand) => brand.name)).toEqual(['Beta']);
    expect([...dismissed.dismissed].sort()).toEqual(['alfa', 'alpha']);
    expect(
      shown(brands, [
        { kind: 'dismiss', name: 'Gamma' },
        { kind: 'accept', name: 'Gamma', as: 'own' },
      ]),
    ).toContainEqual(['Gamma', 'own']);
  });

  it('mark a domain over the brands’ own lists', () => {
    const decided = decideBrands({
      brands,
      decisions: [{ kind: 'domain', domain: 'www.beta.example', as: 'own' }],
    });
    expect(decided.brands[1]?.domains).toEqual([]);
    expect([...decided.domains]).toEqual([['beta.example', 'own']]);
  });

  it('merge and a later merge of the target can be taken back one by one', () => {
    const first = { ...merge('b', 'a'), fromName: 'Beta', intoName: 'Alpha' };
    const second: BrandDecision = { ...merge('a', 'name:omega'), fromName: 'Alpha', intoName: 'Omega' };
    expect(shown(brands, [first, second])).toEqual([['Omega', 'other', 'Alpha', 'Alfa', 'Beta']]);
    expect(shown(brands, [second])).toEqual([
      ['Beta', 'competitor'],
      ['Omega', 'other', 'Alpha', 'Alfa'],
    ]);
  });

  it('give every name to one brand at most, whatever was decided in whatever order', () => {
    const names = ['Alpha', 'Alfa', 'Beta', 'Gamma', 'Delta'];
    const ids = ['a', 'b', 'name:gamma', 'name:delta', 'name:alfa'];
    const decision: fc.Arbitrary<BrandDecision> = fc.oneof(
      fc
        .tuple(fc.nat(4), fc.nat(4))
        .filter(([from, into]) => from !== into)
        .map(([from, into]) => ({
          kind: 'merge' as const,
          from: ids[from] ?? '',
          fromName: ['Alpha', 'Beta', 'Gamma', 'Delta', 'Alfa'][from] ?? '',
          into: ids[into] ?? '',
          intoName: ['Alpha', 'Beta', 'Gamma', 'Delta', 'Alfa'][into] ?? '',
        })),
      fc.record({ kind: fc.constant('dismiss' as const), name: fc.constantFrom(...names) }),
    );
    fc.assert(
      fc.property(fc.array(decision, { maxLength: 8 }), (decisions) => {
        const all = decideBrands({ brands, decisions }).brands.flatMap((brand) => [
          brand.name,
          ...brand.aliases.map((alias) => alias.text),
        ]);
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });
});

describe('a merge in a comparison', () => {
  const text =
    '1. **Foldmaster 90** – good\n2. **CycleGuard X** – light\n\nFoldmaster and CycleGuard X are fine.';
  const columns = ['US', 'GB', 'JP'].map((label) =>
    column(label, sample(text, { entities: [{ type: 'product', name: 'CycleGuard X' }] })),
  );
  const rules = (decisions: readonly BrandDecision[]): BrandRules => ({
    version: '1',
    brands: [rule('f', ['Foldmaster']), rule('g', ['Foldmaster 90'], 'own')],
    decisions,
  });
  // One memory for all, as in the worker that compares: nothing of the merge may stay behind in it.
  const memory = createCompareMemory();
  const compared = (decisions: readonly BrandDecision[]): Comparison =>
    compareObservations(columns, { ...defaultOptions, brands: rules(decisions) }, memory);
  const merged: BrandDecision = {
    kind: 'merge',
    from: 'g',
    fromName: 'Foldmaster 90',
    into: 'f',
    intoName: 'Foldmaster',
  };

  it('counts the names together, and its undo gives the figures back byte for byte', () => {
    const before = compared([]);
    const during = compared([merged]);
    const after = compared([]);
    expect(
      before.brands.rows.map((row) => [row.name, row.shareOfVoice.numerator, row.shareOfVoice.denominator]),
    ).toEqual([
      // One base for all rows: they add up to the whole.
      ['Foldmaster 90', 3, 9],
      ['Foldmaster', 3, 9],
      ['CycleGuard X', 3, 9],
    ]);
    expect(
      during.brands.rows.map((row) => [row.name, row.shareOfVoice.numerator, row.shareOfVoice.denominator]),
    ).toEqual([
      ['Foldmaster', 3, 6],
      ['CycleGuard X', 3, 6],
    ]);
    expect(JSON.stringify(after)).toBe(JSON.stringify(before));
    expect(during.key).not.toBe(before.key);
  });

  it('turns a proposal into another name of a listed brand', () => {
    const rows = compared([
      {
        kind: 'merge',
        from: 'name:cycleguard x',
        fromName: 'CycleGuard X',
        into: 'f',
        intoName: 'Foldmaster',
      },
    ]).brands.rows;
    expect(rows.map((row) => [row.name, row.proposed, row.cells[0]?.mentions])).toEqual([
      ['Foldmaster 90', false, 1],
      ['Foldmaster', false, 3],
    ]);
  });
});
