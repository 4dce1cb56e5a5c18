import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { percentInterval, percentLabel, pointsLabel } from '#shared/percent.ts';

it('writes a share without decimals, and never some as none or all', () => {
  expect([0, 7 / 18, 0.5, 1].map(percentLabel)).toEqual(['0 %', '39 %', '50 %', '100 %']);
  expect([1 / 250, 249 / 250].map(percentLabel)).toEqual(['0.4 %', '99.6 %']);
  expect([1 / 5000, 4999 / 5000].map(percentLabel)).toEqual(['under 0.1 %', 'over 99.9 %']);
  // The ends of an interval of none and of all are not exact in floating point.
  expect([1e-17, 1 - 1e-16].map(percentLabel)).toEqual(['0 %', '100 %']);
  expect(percentInterval(7 / 18, 0.2, 0.61)).toBe('39 %, 95 % interval 20 to 61 %');
  expect(percentInterval(7 / 18, null, null)).toBe('39 %');
});

it('writes a change in whole points, and one below a point with a decimal', () => {
  expect([0.102, -0.09, 0.01, 0.004, 0].map(pointsLabel)).toEqual([
    '10 points',
    '-9 points',
    '1 point',
    '0.4 points',
    '0 points',
  ]);
});

it('is the only place that rounds a percentage', () => {
  const source = fileURLToPath(new URL('../../../src', import.meta.url));
  const rounding = /(Math\.round|toFixed)\([^`]*\} %/;
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && rounding.test(readFileSync(join(source, name), 'utf8')),
  );
  expect(found).toEqual([]);
});
