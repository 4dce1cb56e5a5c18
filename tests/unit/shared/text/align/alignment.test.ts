import { describe, expect, it } from 'vitest';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import { defaultOptions } from '#shared/model/comparison/samples.ts';
import { numberRules } from '#shared/text/words/numberRules.ts';
import { tokenize } from '#shared/text/words/tokens.ts';
import { column } from '#tests/support/analysis/columns.ts';

/** The texts of every row, one by column, `-` where a column has none. */
function rowsOf(...answers: readonly string[]): readonly string[] {
  const { answer } = compareObservations(
    answers.map((text, index) => column(`C${index}`, text)),
    defaultOptions,
  );
  return answer.rows.map((row) =>
    row.cells.map((cell) => (cell === null ? '-' : (answer.blocks[cell.block]?.text ?? ''))).join(' / '),
  );
}

describe('alignment', () => {
  it('pairs items that are led by other words when what follows is the same', () => {
    expect(
      rowsOf(
        'The plan at a glance:\n\n- **Price**: $9.99 a month, billed yearly\n- **Storage**: 2 TB for everybody',
        'The plan at a glance:\n\n- **Cost**: $9.99 a month, billed yearly\n- **Space**: 2 TB for everybody',
      ),
    ).toEqual([
      'The plan at a glance: / The plan at a glance:',
      'Price: $9.99 a month, billed yearly / Cost: $9.99 a month, billed yearly',
      'Storage: 2 TB for everybody / Space: 2 TB for everybody',
    ]);
  });

  it('keeps apart what two things with names of their own are praised with', () => {
    const rows = rowsOf(
      'Good choices:\n\n- **Casa Rio**: quiet rooms and a good breakfast',
      'Good choices:\n\n- **Torre Nova**: quiet rooms and a good breakfast',
    );
    expect(rows.filter((row) => row.includes('-') && row.includes('breakfast'))).toHaveLength(2);
  });

  it('never pairs an item under one item with an item under another', () => {
    const rows = rowsOf(
      '- **Fiber One**\n  - No throttling\n  - Free router\n- **Cable Two**\n  - No throttling',
      '- **Cable Two**\n  - No throttling\n- **Dial Four**\n  - No throttling',
    );
    expect(rows.filter((row) => row.endsWith('No throttling')).sort()).toEqual([
      '- / No throttling',
      'No throttling / No throttling',
    ]);
  });

  it('pairs items in another language under headings that agree', () => {
    expect(
      rowsOf(
        '## Tips\n\n- Ask for a trial period\n- Turn it twice a year',
        '## Tipps\n\n- Fragen Sie nach einer Probezeit und nehmen Sie sich die\n- Wenden Sie sie zweimal im Jahr',
      )[2],
    ).toBe('Turn it twice a year / Wenden Sie sie zweimal im Jahr');
  });

  it.each([2, 40, 2_000])('pairs %i identical lines in order', (lines) => {
    const same = Array.from({ length: lines }, () => '- To be announced').join('\n');
    const { answer } = compareObservations(
      [column('A', same), column('B', `${same}\n- Closing night`)],
      defaultOptions,
    );
    expect(answer.rows).toHaveLength(lines + 1);
    const orders = answer.rows.slice(0, lines).map(({ cells }) => cells.map((cell) => cell?.order));
    expect(orders).toEqual(Array.from({ length: lines }, (_, at) => [at, at]));
  });
});

describe('tokens that hold a row together', () => {
  const keys = (text: string, language: string) =>
    tokenize(text, numberRules(language))
      .filter(({ kind }) => kind === 'number' || kind === 'code' || kind === 'price')
      .map(({ kind, key }) => `${kind} ${key}`);

  it('end a unit where a script without spaces begins', () => {
    expect(keys('月20GB以上、重さ1.2kgの', 'ja')).toEqual(['number 20 GB', 'number 1.2 kg']);
    expect(keys('5kg이상', 'ko')).toEqual(['number 5 kg']);
    expect(keys('5 kgs', 'en')).toEqual(['number 5']);
  });

  it('are model codes in any script, whole, with or without a hyphen', () => {
    expect(keys('索纳罗WH-900X的表现', 'zh')).toEqual(['code WH900X']);
    expect(keys('U2723QE가 뛰어납니다', 'ko')).toEqual(['code U2723QE']);
    expect(keys('the DEY-5K and the QC45II', 'en')).toEqual(['code DEY5K', 'code QC45II']);
    expect(keys('A$139 and R$ 20', 'en')).toEqual(['price 139 AUD', 'price 20 BRL']);
  });

  it('read three zeros as thousands whatever the language', () => {
    expect(keys('£1,000 dan 1.000', 'id')).toEqual(['price 1000 GBP', 'number 1000']);
  });
});
