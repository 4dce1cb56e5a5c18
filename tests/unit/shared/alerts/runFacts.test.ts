import { describe, expect, it } from 'vitest';
import { addComparison, columnKey, newOutlier, noFacts } from '#shared/alerts/runFacts.ts';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import type { CompareColumn } from '#shared/model/comparison/samples.ts';
import { defaultOptions } from '#shared/model/comparison/samples.ts';
import { column, failedSample, sample, sources } from '#tests/support/analysis/columns.ts';

const colours = ['red', 'blue', 'green', 'grey'];
const about = (thing: string) => colours.map((colour) => `The ${colour} steel ${thing} is a good ${thing}.`);
const run = (things: readonly string[]) =>
  compareObservations(
    things.map((thing, at) => column(['DE', 'JP', 'US', 'BR'][at] ?? '', ...about(thing))),
    defaultOptions,
  );

describe('a market is a new outlier', () => {
  const alike = run(['lock', 'lock', 'lock', 'lock']);
  const apart = run(['lock', 'chain', 'lock', 'lock']);

  it('if it is one now and was none before', () => {
    const found = newOutlier(apart, alike);
    expect(found).toMatchObject({ market: 'JP', markets: { before: 4, now: 4 } });
    expect(found?.distance.now).toBeGreaterThan(found?.distance.before ?? 1);
    expect(found?.answers.map((id) => id.slice(0, 2))).toEqual(['JP', 'JP', 'DE', 'US']);
  });

  it('not if it was one before, or is none now', () => {
    expect(newOutlier(apart, apart)).toBeNull();
    expect(newOutlier(alike, apart)).toBeNull();
    expect(newOutlier(alike, alike)).toBeNull();
  });
});

it('counts only what both runs have an answer for, and detects brands in both alike', () => {
  const at = (period: 'before' | 'now', market: string, ...answers: Parameters<typeof column>[1][]) => ({
    ...column(market, ...answers),
    id: columnKey(period, market),
  });
  const naming = (url: string) => sample('1. **Abus** is good.\n2. **Kryptonite** is better.', sources(url));
  const columns: readonly CompareColumn[] = [
    at('before', 'DE', naming('https://a.example/'), naming('https://a.example/')),
    at('before', 'JP', failedSample()),
    at('now', 'DE', naming('https://b.example/'), 'Nothing to recommend.', failedSample()),
    at('now', 'JP', naming('https://b.example/')),
  ];
  const brands = {
    version: '1',
    brands: [{ id: 'abus', name: 'Abus', kind: 'own' as const, aliases: [], domains: [] }],
    decisions: [],
  };
  const compared = compareObservations(columns, { ...defaultOptions, brands });
  const facts = noFacts();
  addComparison(facts, 'assistant-a', ['DE', 'JP'], compared);
  expect([...facts.markets.keys()]).toEqual(['assistant-a DE']);
  const [market] = facts.markets.values();
  expect(market?.questions).toMatchObject([{ before: { valid: 2 }, now: { valid: 2 } }]);
  expect(market?.brands.get('abus')?.questions.get(0)).toMatchObject({
    before: { having: 2, ranks: [1, 1] },
    now: { having: 1, ranks: [1] },
  });
  expect([...(market?.sources.keys() ?? [])].sort()).toEqual(['a.example', 'b.example']);
});
