import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { catalogue } from '#shared/figures/definitions/catalogue.ts';
import { metricsDocument } from '#tests/support/analysis/metricsDocument.ts';

it('names every figure once, each with a function that computes it and a place that shows it', () => {
  expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
  for (const { id, compute, on } of catalogue) {
    expect(['function', 'object'], id).toContain(typeof compute);
    expect(on.length, id).toBeGreaterThan(0);
    expect(new Set(on).size, id).toBe(on.length);
  }
});

it('is what docs/metrics.md says', () => {
  const document = readFileSync(new URL('../../../../../docs/metrics.md', import.meta.url), 'utf8');
  expect(document).toBe(metricsDocument());
});
