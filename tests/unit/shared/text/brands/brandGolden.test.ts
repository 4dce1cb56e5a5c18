import { describe, expect, it } from 'vitest';
import { type BrandScore, scoreBrands } from '#tests/support/golden/brandReport.ts';
import { precision, recall, total } from '#tests/support/golden/evaluate.ts';

const scores = scoreBrands();

describe.each([
  { name: 'the half the rules are tuned on', heldOut: false },
  { name: 'the held-out half', heldOut: true },
])('difficult brand mentions, $name', ({ heldOut }) => {
  const half: readonly BrandScore[] = scores.filter((each) => each.heldOut === heldOut);

  it('are in 20 scripts and languages or more, at least 100 of them', () => {
    expect(half.length).toBeGreaterThanOrEqual(100);
    expect(new Set(half.map(({ language }) => language)).size).toBeGreaterThanOrEqual(20);
  });

  it('are right in 98 of 100 cases, mention by mention', () => {
    const sum = total(half.map(({ score }) => score));
    expect(precision(sum)).toBeGreaterThanOrEqual(0.98);
    expect(recall(sum)).toBeGreaterThanOrEqual(0.98);
    expect(half.filter(({ right }) => right).length / half.length).toBeGreaterThanOrEqual(0.98);
  });
});
