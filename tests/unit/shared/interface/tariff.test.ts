import { describe, expect, it } from 'vitest';
import { engines } from '#shared/interface/engines.ts';
import { plans } from '#shared/interface/plans.ts';
import { finalCharge, maximumCost, standardTariff, submissionCost } from '#shared/interface/tariff.ts';

describe('the tariff', () => {
  it('has the base costs of the interface', () => {
    expect(engines.map((engine) => submissionCost(engine, {}))).toEqual([5, 4, 4, 5, 4, 3, 3, 4]);
  });

  it('charges the shared group of assistant-a once, whatever is in it', () => {
    for (const name of ['rawResponse', 'searchQueries', 'ads', 'shopping']) {
      expect(submissionCost('assistant-a', { include: { [name]: true } })).toBe(7);
      expect(submissionCost('assistant-b', { include: { [name]: true } })).toBe(4);
    }
    expect(submissionCost('assistant-a', { include: { rawResponse: true, ads: true, shopping: true } })).toBe(
      7,
    );
    expect(submissionCost('assistant-a', { include: { html: true, markdown: true, ads: false } })).toBe(5);
  });

  it('charges the overview of search once, an empty object included', () => {
    expect(submissionCost('search', { include: { aioverview: {} } })).toBe(5);
    expect(submissionCost('search', { include: { aioverview: {}, paaAioverview: true } })).toBe(5);
    expect(submissionCost('search', { include: { paaAioverview: false }, pages: 10 })).toBe(3);
  });

  it('admits search-ai against six clusters and charges those that came back', () => {
    const request = { include: { expandProducts: true } };
    const clusters = (count: number) => ({ productResults: Array.from({ length: count }, () => ({})) });
    expect(maximumCost('search-ai', request)).toBe(10);
    expect(submissionCost('search-ai', request)).toBe(4);
    expect(finalCharge('search-ai', request, clusters(3))).toBe(7);
    expect(finalCharge('search-ai', request, clusters(9))).toBe(10);
    expect(finalCharge('search-ai', request, {})).toBe(4);
    expect(finalCharge('search', {}, clusters(1))).toBe(3);
  });

  it('can hold the surcharges of other deployments', () => {
    const tariff = { ...standardTariff, surcharges: { synchronous: 2, state: 2, furtherPage: 2 } };
    expect(submissionCost('search', { pages: 3 }, { tariff, synchronous: true })).toBe(9);
    expect(maximumCost('assistant-d', { state: 'CA' }, { tariff })).toBe(7);
  });
});

describe('the plans', () => {
  it('are the ten of the interface', () => {
    expect(plans.map((plan) => plan.slots)).toEqual([1, 10, 20, 50, 75, 100, 135, 175, 215, 255]);
    expect(plans[0]?.monthlyCredits).toBe(500);
  });
});
