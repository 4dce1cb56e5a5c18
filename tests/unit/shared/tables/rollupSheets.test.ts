import { expect, it } from 'vitest';
import type { LeagueRow } from '#shared/model/league.ts';
import type { LeagueView, RollupMatrix } from '#shared/model/rollup.ts';
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
};
const view = (...brands: readonly LeagueRow[]): LeagueView => ({
  ...coverage,
  league: { brands, engines: [] },
});

/** In one country. */
const byCountry = (...brands: readonly LeagueRow[]): RollupMatrix => ({
  ...coverage,
  metric: 'visibility',
  subject: null,
  rows: brands.map(({ id, name, kind, visibility }) => ({
    id,
    label: name,
    kind,
    tags: [],
    total: visibility,
  })),
  columns: [{ id: 'DE', market: { country: 'DE' }, total: of(0, 48) }],
  cells: brands.map(({ visibility }) => [{ ...visibility, planned: 48, failed: 0, open: 0 }]),
  total: of(0, 48),
});

it('names no leader of brands that no answer names', () => {
  const brands = [brand('Rival', 'competitor', 0), brand('Acme', 'own', 0)];
  expect(rollupText(view(...brands), byCountry(...brands))).toEqual({
    statements: ['No listed brand is named in 48 answers.'],
    confidence: null,
  });
});

it('lists no countries without your brand where it is named in none at all', () => {
  const brands = [brand('Rival', 'competitor', 24), brand('Acme', 'own', 0)];
  expect(rollupText(view(...brands), byCountry(...brands)).statements).toEqual([
    'Acme is named in 0 of 48 answers (0 %, 95 % interval 0 to 50 %), in 0 of 3 questions and 0 of 1 country.',
    'Rival leads with 50 %.',
  ]);
});
