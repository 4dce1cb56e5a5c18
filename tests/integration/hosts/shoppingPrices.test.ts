import { expect, it } from 'vitest';
import { findCountry } from '#shared/geo/countries.ts';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

type Cell = {
  readonly title: string;
  readonly price: string;
  readonly amount: number | null;
  readonly currency: string | null;
};

type Product = { readonly title: string; readonly price: { readonly value: number } };

type Exported = {
  readonly runId: string;
  readonly country: string;
  readonly response: {
    readonly result: {
      readonly inlineProducts?: readonly Product[];
      readonly shoppingCards?: readonly Product[];
    };
  };
};

it('compare --tab shopping reads every price of every country as the amount that the sandbox made it from', async () => {
  const dataFolder = temporaryFolder();
  const ran = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runParallax(args, { dataFolder });
    expect(code, stderr).toBe(0);
    return stdout;
  };
  const question = 'Which folding bike locks do people trust?';
  await ran('ask', question, '--engine', 'search-ai', '--countries', 'all');
  const [{ run } = {}] = jsonLines(await ran('history', '--format', 'jsonl'));
  const answers = jsonLines(await ran('export', String(run), '--format', 'jsonl')) as unknown as Exported[];
  // A product that stands in the answer and in a card costs the same in both.
  const known = new Map(
    answers.flatMap(({ country, response: { result } }) =>
      [...(result.inlineProducts ?? []), ...(result.shoppingCards ?? [])].map(
        ({ title, price }) => [`${country} ${title}`, price.value] as const,
      ),
    ),
  );
  const { columns, shopping } = JSON.parse(
    await ran('compare', String(run), '--tab', 'shopping', '--format', 'json'),
  ) as {
    readonly columns: readonly { readonly id: string }[];
    readonly shopping: { readonly rows: readonly { readonly cells: readonly (Cell | null)[] }[] };
  };
  const cells = shopping.rows.flatMap(({ cells }) =>
    cells.flatMap((cell, at) => (cell === null ? [] : [{ country: columns[at]?.id ?? '', ...cell }])),
  );
  expect(columns).toHaveLength(246);
  expect(cells.length).toBeGreaterThan(2 * columns.length);
  const wrong = cells.flatMap(({ country, title, price, amount, currency }) => {
    const right = known.get(`${country} ${title}`);
    const own = findCountry(country)?.currency;
    return amount === right && (currency === own || currency === 'USD' || currency === '$')
      ? []
      : [`${country} ${price}: ${amount} ${currency}, not ${right} ${own}`];
  });
  expect(wrong).toEqual([]);
});
