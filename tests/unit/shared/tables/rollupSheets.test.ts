import { expect, it } from 'vitest';
import { stepLines } from '#main/hosts/cli/print.ts';
import { planSteps, projectSteps } from '#shared/documents/planSteps.ts';
import { rollupNotes, rollupText } from '#shared/documents/rollupSentences.ts';
import { leadersOf } from '#shared/figures/definitions/brandFigures.ts';
import { countryCodes } from '#shared/geo/countryCodes.ts';
import type { GapAnswer } from '#shared/model/gap.ts';
import type { LeagueRow } from '#shared/model/league.ts';
import type { LeagueView } from '#shared/model/rollup.ts';
import { marketName } from '#shared/tables/filterLabels.ts';

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
  unknown: 0,
  cancelled: 0,
  open: 0,
  unsearched: 0,
  textless: 0,
  rulesVersion: 1,
  ruleVersion: '1',
  pending: false,
};
const view = (...brands: readonly LeagueRow[]): LeagueView => ({
  ...coverage,
  silent: [],
  choices: { engines: [], markets: [], tags: [] },
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

it('says what your brand has at each engine where that differs significantly', () => {
  const next = { verdict: 'larger-than-noise', only: 20, onlyNext: 0, pValue: 0, adjusted: 0 } as const;
  const whole = view({ ...brand('Acme', 'own', 24), next }, brand('Rival', 'competitor', 4));
  const engine = (name: string, named: number, verdict: 'larger-than-noise' | 'within-noise' | null) => ({
    ...{ engine: name, visibility: of(named, 24), position: of(named, 24), next: verdict },
  });
  const said = (...engines: readonly ReturnType<typeof engine>[]) =>
    rollupText({ ...whole, league: { ...whole.league, engines } }, (name) => name.toUpperCase()).statements;
  expect(said(engine('assistant-a', 18, 'larger-than-noise'), engine('search', 6, null)).at(-1)).toBe(
    'Acme differs significantly between engines: ASSISTANT-A 75 % and SEARCH 25 %, in what all of them answered.',
  );
  expect(said(engine('assistant-a', 18, 'within-noise'), engine('search', 17, null)).join(' ')).not.toContain(
    'engines',
  );
  const five = ['a', 'b', 'c', 'd', 'e'].map((name, at) =>
    engine(name, 20 - 4 * at, at === 4 ? null : 'larger-than-noise'),
  );
  expect(said(...five).at(-1)).toBe(
    'Acme differs significantly between engines: from A 83 % to E 17 %, in what all of them answered.',
  );
});

it('lists no countries without your brand where it is named in none at all', () => {
  const brands = [brand('Rival', 'competitor', 24), brand('Acme', 'own', 0)];
  expect(rollupText(view(...brands)).statements).toEqual([
    'Acme is named in 0 of 48 answers (0 %, 95 % interval 0 to 50 %), in 0 of 3 questions and 0 of 1 country.',
    'Rival leads the listed brands (50 %).',
  ]);
});

it('counts markets, and names states, where two markets are in one country', () => {
  const whole = view(brand('Rival', 'competitor', 24), brand('Acme', 'own', 12));
  const market = (id: string, named: number) => ({
    ...{ id, market: { country: id.slice(0, 2) }, own: of(named, 12), leaders: [] },
  });
  const league = { ...whole.league, markets: [market('US:CA', 12), market('US:TX', 0), market('DE', 0)] };
  expect(rollupText({ ...whole, league }).statements).toEqual([
    'Acme is named in 12 of 48 answers (25 %, 95 % interval 0 to 50 %), in 3 of 3 questions and 1 of 3 markets.',
    'Not named in Texas (0 of 12) and Germany (0 of 12).',
    'Rival leads the listed brands (50 %).',
  ]);
});

it('names a brand that leads in several countries once', () => {
  const whole = view(
    brand('First', 'competitor', 40),
    brand('Rival', 'competitor', 24),
    brand('Acme', 'own', 12),
  );
  const market = (id: string, leader: string, named: number) => ({
    ...{ id, market: { country: id }, own: of(0, 12), leaders: [brand(leader, 'competitor', named)] },
  });
  const league = {
    ...whole.league,
    markets: [market('DE', 'Rival', 36), market('FR', 'Thule', 30), market('JP', 'Rival', 24)],
  };
  expect(rollupText({ ...whole, league }).statements.slice(-2)).toEqual([
    'Rival leads in Germany (75 %) and Japan (50 %).',
    'Thule leads in France (63 %).',
  ]);
});

it('calls brands that are named in as many answers, at the same position, level', () => {
  const brands = [brand('Acme', 'own', 24), brand('Rival', 'competitor', 24)];
  expect(rollupText(view(...brands)).statements[1]).toBe('It leads the listed brands, level with Rival.');
  const without = [
    brand('Rival', 'competitor', 24),
    brand('Thule', 'competitor', 24),
    brand('Acme', 'own', 1),
  ];
  expect(rollupText(view(...without)).statements[1]).toBe(
    'Rival leads the listed brands, level with Thule (50 %).',
  );
});

it('says of an engine without an answer that counts why it has none', () => {
  const of = (engine: 'assistant-a' | 'search', failed: number, textless: number) => ({
    ...{ engine, planned: 12, failed, unknown: 0, cancelled: 0, open: 0, textless },
  });
  const silent = [of('assistant-a', 12, 0), of('search', 0, 12)];
  expect(rollupNotes({ ...view(brand('Acme', 'own', 12)), silent, textless: 12 })).toEqual([
    'assistant-a has no figures: all 12 requests failed.',
    'search has no figures: 12 search lists without answer text.',
    '12 search lists not counted as answers.',
  ]);
});

it('lists what to do after a run, with all markets of a kind in one step', () => {
  const tally = (...values: readonly string[]) => values.map((value) => ({ value, label: value, count: 1 }));
  const gaps = (markets: readonly string[], domains: readonly string[]): GapAnswer => ({
    gaps: [],
    causes: domains.map((value) => ({
      ...{ kind: 'citation', value, label: value, gaps: 1, answers: 1, of: 1 },
      ...{ position: null, questions: 1, markets: ['DE'] },
    })),
    total: markets.length,
    counts: { open: markets.length, done: 0, ignored: 0, closed: 0, all: markets.length },
    tallies: {
      ...{ kinds: [], engines: [], questions: [] },
      markets: tally(...markets),
      brands: tally('Rival'),
      domains: [],
    },
    ...{ answers: 48, brandedLeftOut: 0, unsearched: 0, missing: [] },
  });
  const steps = planSteps({
    view: { ...view(brand('Acme', 'own', 12)), failed: 2 },
    drivers: ['sandbox'],
    mentions: gaps(['SA', 'DE', 'JP', 'BR', 'US'], []),
    citations: gaps(['SA', 'DE', 'JP'], ['one.example', 'two.example', 'three.example', 'four.example']),
    detected: { brands: [{ name: 'Quillon', answers: 40, markets: 3 }], answers: 48 },
  });
  expect(steps.map(({ title, reason }) => `${title}: ${reason}`)).toEqual([
    'Retry 2 failed requests: Failed requests count in no figure.',
    'Get named in Saudi Arabia, Germany, Japan, Brazil and the United States: 5 gaps where Rival is named and you are not.',
    'Get cited in Saudi Arabia, Germany and Japan: The 3 sites to win: one.example, two.example and three.example.',
    'Add Quillon as a competitor: Not in your list, and named in 40 of 48 answers.',
    'Connect a provider: These answers are demo data.',
  ]);
  // More markets than a sentence can name are listed beside it.
  const codes = countryCodes.slice(0, 20);
  const [many] = planSteps({
    view: view(brand('Acme', 'own', 12)),
    drivers: [],
    mentions: gaps(codes, []),
    citations: null,
    detected: null,
  });
  expect(many?.title).toMatch(/^Get named in ([^,]+, ){11}[^,]+ and 8 more$/);
  expect(many?.markets).toEqual(codes.map(marketName));
  // On paper and in a terminal, the sentence and what follows it name each market once.
  const [line = ''] = stepLines(many === undefined ? [] : [many], false).slice(1);
  expect(line).toMatch(/ The other 8 markets: ([^,]+, ){7}[^,]+\.$/);
  for (const name of codes.map(marketName)) expect(line.split(name).length - 1, name).toBe(1);
  // In a project, brands are detected in the newest answers only, beside figures of all.
  const detected = { brands: [{ name: 'Quillon', answers: 40, markets: 3 }], answers: 48 };
  expect(projectSteps({ mentions: null, citations: null, detected }).map(({ reason }) => reason)).toEqual([
    'Not in your list, and named in 40 of the latest 48 answers.',
  ]);
});

it('does not call a request failed whose outcome is unknown, or that was cancelled', () => {
  const said = (counts: Partial<typeof coverage>): string =>
    rollupText({ ...view(brand('Acme', 'own', 20)), ...counts }).statements[0] ?? '';
  expect(said({ unknown: 2, answers: 46 })).toBe(
    'Of 48 requests, 2 have an unknown outcome. Based on 46 answers.',
  );
  expect(said({ failed: 1, unknown: 1, cancelled: 2, answers: 44 })).toBe(
    '1 of 48 requests failed, 1 has an unknown outcome, 2 were cancelled. Based on 44 answers.',
  );
});
