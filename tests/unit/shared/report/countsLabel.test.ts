import { expect, it } from 'vitest';
import { countsLabel } from '#shared/report/trendSheets.ts';

it('says "of" only of what was counted, not of sums of shares or positions', () => {
  expect(countsLabel({ numerator: 1219, denominator: 2540 })).toBe('1,219 of 2,540');
  expect(countsLabel({ numerator: 12, denominator: 254 }, '/')).toBe('12/254');
  expect(countsLabel({ numerator: 219.5492, denominator: 254 })).toBe('n 254');
});
