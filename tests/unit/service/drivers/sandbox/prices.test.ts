import { expect, it } from 'vitest';
import { readColumns } from '#shared/figures/comparison/columns.ts';
import { shoppingTab } from '#shared/figures/comparison/shopping.ts';
import { findCountry } from '#shared/geo/countries.ts';
import { availableCountries } from '#shared/interface/availability.ts';
import { defaultOptions } from '#shared/model/comparison/samples.ts';
import { samplesFromResult } from '#shared/text/samples.ts';
import { column, sample } from '#tests/support/analysis/columns.ts';
import { answerTo } from './ask.ts';

it('reads every price of every country as the amount that the sandbox made it from', async () => {
  const countries = availableCountries('search-ai');
  const known = new Map<string, number>();
  const columns = await Promise.all(
    countries.map(async (country) => {
      const result = await answerTo('search-ai', country, {
        question: 'Which folding bike locks do people trust?',
      });
      for (const [at, { price }] of (result.inlineProducts ?? []).entries())
        known.set(`${country} ${at + 1}`, (price as { readonly value: number }).value);
      const { shopping } = samplesFromResult('search-ai', { ...result, shoppingCards: undefined });
      return column(country, sample('Locks.', { shopping }));
    }),
  );
  const shopping = shoppingTab(
    readColumns(
      columns,
      { ...defaultOptions, proposeBrands: false },
      { last: new Map(), current: new Map() },
    ),
  );
  const cells = shopping.rows.flatMap(({ cells }) =>
    cells.flatMap((cell, at) => (cell === null ? [] : [{ country: countries[at] ?? '', ...cell }])),
  );
  expect(cells.length).toBeGreaterThan(countries.length);
  const wrong = cells.flatMap(({ country, position, price, amount, currency }) => {
    const right = known.get(`${country} ${position}`);
    const own = findCountry(country)?.currency;
    return amount === right && (currency === own || currency === 'USD' || currency === '$')
      ? []
      : [`${country} ${price}: ${amount} ${currency}, not ${right} ${own}`];
  });
  expect(wrong).toEqual([]);
});
