import { expect, it } from 'vitest';
import { leadersOf } from '#shared/figures/definitions/brandFigures.ts';
import type { LeagueRow } from '#shared/model/league.ts';
import type { LeagueView } from '#shared/model/rollup.ts';
import { rollupText } from '#shared/tables/rollupTables.ts';

const of = (numerator: number, denominator: number) => ({
  value: numerator / denominator,
  numerator,
  denominator,
  low: 0,
  high: 0.5,
  cells: 1,
});

const brand = (name: string, kind: LeagueRow['kind'], named: number): LeagueRow => ({
  id: name,
  name,
  kind,
  visibility: of(named, 48),
  shareOfVoice: of(named, 48),
  position: of(named, 48),
  questions: of(Math.min(named, 3), 3),
  countries: of(Math.min(named, 1), 1),
  next: null,
});

const coverage = {
  planned: 48,
  answers: 48,
  failed: 0,
  open: 0,
  unsearched: 0,
  textless: 0,
  rulesVersion: 1,
  ruleVersion: '1',
  pending: false,
};
const view = (...brands: readonly LeagueRow[]): LeagueView => ({
  ...coverage,
  league: {
    brands,
    markets: [
      {
        id: 'DE',
        market: { country: 'DE' },
        own: brands.find(({ kind }) => kind === 'own')?.visibility ?? null,
        leaders: leadersOf(brands),
      },
    ],
    overviews: { value: null, numerator: 0, denominator: 0, low: null, high: null, cells: 0 },
    engines: [],
  },
});

it('names no leader of brands that no answer names', () => {
  const brands = [brand('Rival', 'competitor', 0), brand('Acme', 'own', 0)];
  expect(rollupText(view(...brands))).toEqual({
    statements: ['No listed brand is named in 48 answers.'],
    confidence: null,
  });
});

it('lists no countries without your brand where it is named in none at all', () => {
  const brands = [brand('Rival', 'competitor', 24), brand('Acme', 'own', 0)];
  expect(rollupText(view(...brands)).statements).toEqual([
    'Acme is named in 0 of 48 answers (0 %, 95 % interval 0 to 50 %), in 0 of 3 questions and 0 of 1 country.',
    'Rival leads (50 %).',
  ]);
});

it('calls brands that are named in as many answers, at the same position, level', () => {
  const brands = [brand('Acme', 'own', 24), brand('Rival', 'competitor', 24)];
  expect(rollupText(view(...brands)).statements[1]).toBe('It leads, level with Rival.');
  const without = [
    brand('Rival', 'competitor', 24),
    brand('Thule', 'competitor', 24),
    brand('Acme', 'own', 1),
  ];
  expect(rollupText(view(...without)).statements[1]).toBe('Rival leads, level with Thule (50 %).');
});
