import { describe, expect, it } from 'vitest';
import { planRun } from '#main/runs/planRun.ts';
import { countryCodes } from '#shared/geo/countryCodes.ts';
import type { AskInput } from '#shared/model/run.ts';

const ask = (over: Partial<AskInput> = {}): AskInput => ({
  question: 'Which lock?',
  engine: 'assistant-a',
  markets: [{ country: 'US' }, { country: 'DE' }],
  connectionId: 'embedded',
  ...over,
});

describe('what is asked', () => {
  it('is one cell for every market and sample, samples of a market together', () => {
    const { cells, maximumCredits, problems } = planRun(ask({ samples: 2 }), null);
    expect(problems).toEqual([]);
    expect(cells.map((cell) => `${cell.market.country}${cell.sample}`)).toEqual(['US1', 'US2', 'DE1', 'DE2']);
    expect(maximumCredits).toBe(20);
  });

  it('is asked once for a market that was chosen twice', () => {
    expect(planRun(ask({ markets: [{ country: 'DE' }, { country: 'DE' }] }), null).cells).toHaveLength(1);
  });

  it('costs the add-on of its options at most', () => {
    expect(
      planRun(ask({ options: { include: { searchQueries: true, ads: true } } }), null).maximumCredits,
    ).toBe(14);
  });

  it.each<[string, Partial<AskInput>, string, RegExp]>([
    ['an empty question', { question: '   ' }, 'question', /question.*empty/i],
    ['10,001 characters', { question: 'x'.repeat(10_001) }, 'question', /10,000 characters.*shorten/i],
    ['no market', { markets: [] }, 'markets', /at least one market/],
    ['an unknown country', { markets: [{ country: 'US' }, { country: 'ZZ' }] }, 'markets.1', /ZZ.*code/],
    [
      'a country the engine is not open in',
      { markets: [{ country: 'CN' }] },
      'markets.0',
      /CN.*not available/,
    ],
    ['a state without US', { markets: [{ country: 'DE', state: 'CA' }] }, 'markets.0', /state.*US/],
    ['an unknown state', { markets: [{ country: 'US', state: 'ZZ' }] }, 'markets.0', /ZZ.*state/],
    [
      'a misspelt option',
      { options: { include: { markdwon: true } } },
      'options.include.markdwon',
      /markdown/,
    ],
    [
      'a device the engine does not know',
      { markets: [{ country: 'US', device: 'ios' }] },
      'markets.0',
      /device/,
    ],
  ])('is refused next to its field: %s', (_, over, field, message) => {
    const { problems } = planRun(ask(over), null);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]?.field).toBe(field);
    expect(problems[0]?.message).toMatch(message);
    // A path of the HTTP interface helps nobody who reads it in the window.
    expect(problems[0]?.message).not.toMatch(/GET |\/v1/);
  });

  it('counts no market that cannot be asked, as the price does not', () => {
    const markets = countryCodes.map((country) => ({ country }));
    const { cells, maximumCredits, problems } = planRun(ask({ markets, samples: 2 }), null);
    const refused = problems.map(({ field }) => markets[Number(field.replace('markets.', ''))]?.country);
    expect(refused.length).toBeGreaterThan(0);
    for (const country of refused) expect(cells.map(({ market }) => market.country)).not.toContain(country);
    expect(cells).toHaveLength(2 * (markets.length - refused.length));
    expect(cells.reduce((sum, cell) => sum + cell.maximumCredits, 0)).toBe(maximumCredits);
  });

  it('names one fault once, however many markets share it', () => {
    expect(planRun(ask({ question: '' }), null).problems).toHaveLength(1);
  });
});
