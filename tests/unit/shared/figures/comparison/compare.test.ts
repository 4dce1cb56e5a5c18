import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareObservations,
  contentsHash,
  createCompareMemory,
  keyOfContents,
} from '#shared/figures/comparison/compare.ts';
import { pairIndex } from '#shared/figures/comparison/similarity.ts';
import type { Comparison, SimilarityMatrix } from '#shared/model/comparison/comparison.ts';
import { type CompareColumn, type CompareOptions, defaultOptions } from '#shared/model/comparison/samples.ts';
import { expandSpans } from '#shared/text/align/diff.ts';
import { column, failedSample, sample, sources } from '#tests/support/analysis/columns.ts';
import { corpus } from '#tests/support/analysis/corpus.ts';
import { applyDiff } from '#tests/support/analysis/diffs.ts';
import { acrossLanguages } from '#tests/support/golden/acrossLanguages.ts';
import { readCase } from '#tests/support/golden/goldenCase.ts';
import { oneLanguage } from '#tests/support/golden/oneLanguage.ts';

const compare = (columns: readonly CompareColumn[], options: Partial<CompareOptions> = {}): Comparison =>
  compareObservations(columns, { ...defaultOptions, ...options });

const sentence = fc.constantFrom(
  'The Foldmaster 90 costs $84.00 today.',
  'Steel plates resist a bolt cutter for 5 minutes.',
  'Check the rating before buying a lock.',
  'Das Schloss wiegt 1,2 kg und ist stabil.',
  'Die meisten Fahrer wählen ein Faltschloss.',
  '自転車の鍵は丈夫なものを選びます。',
  'CycleGuard X ist mit 0,9 kg am leichtesten.',
  'See [gearlab.example](https://gearlab.example/locks) for tests.',
  'Never lock only the wheel.',
);
const piece = fc.oneof(
  sentence,
  sentence.map((text) => `# ${text}`),
  fc
    .array(sentence, { minLength: 1, maxLength: 4 })
    .map((items) => items.map((item, at) => `${at + 1}. ${item}`).join('\n')),
  fc
    .array(sentence, { minLength: 1, maxLength: 3 })
    .map((items) => ['| a | b |', '|---|---|', ...items.map((item) => `| ${item} | 1 |`)].join('\n')),
);
const answer = fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join('\n\n'));
const answers = fc.array(answer, { minLength: 2, maxLength: 5 });
const columnsOf = (texts: readonly string[]) =>
  texts.map((text, at) =>
    column(`C${at}`, sample(text, sources(`https://s${at % 3}.example/a`, 'https://all.example'))),
  );

describe('alignment', () => {
  it('puts every block of every column into exactly one row', () => {
    fc.assert(
      fc.property(answers, (texts) => {
        const { answer: tab } = compare(columnsOf(texts));
        texts.forEach((_, at) => {
          const orders = tab.rows.flatMap((row) => row.cells[at]?.order ?? []).sort((one, two) => one - two);
          expect(orders).toEqual(orders.map((_, index) => index));
        });
      }),
      { numRuns: 150 },
    );
  });

  it('of a text with itself changes nothing', () => {
    fc.assert(
      fc.property(answer, (text) => {
        const { answer: tab, columns } = compare(columnsOf([text, text, text]), { baseline: 'C0' });
        expect(tab.differingRows).toBe(0);
        for (const row of tab.rows) {
          expect(row.consensus).toBe('all');
          expect(
            row.cells.every((cell) => cell !== null && cell.state === 'same' && cell.move === null),
          ).toBe(true);
        }
        expect(new Set(columns.map((entry) => entry.identicalGroup)).size).toBe(1);
      }),
      { numRuns: 150 },
    );
  });

  it('does not depend on the order of the columns: same rows, same consensus, same verdicts', () => {
    const facts = (comparison: Comparison) => ({
      rows: comparison.answer.rows
        .map((row) =>
          JSON.stringify([
            row.consensus,
            row.present,
            row.of,
            row.differing,
            row.moved,
            row.test.verdict,
            comparison.columns
              .map((entry, index) => {
                const cell = row.cells[index] ?? null;
                return cell === null
                  ? `${entry.id}:-`
                  : `${entry.id}:${cell.order}:${cell.state}:${JSON.stringify(cell.move)}`;
              })
              .sort(),
          ]),
        )
        .sort(),
      sources: comparison.sources.rows
        .map((row) => [row.domain, row.consensus, row.test.verdict, row.presence.value])
        .sort(),
      brands: comparison.brands.rows.map((row) => [row.id, row.consensus, row.visibility.value]).sort(),
      outlier: comparison.matrix.measures.map((matrix) => [
        matrix.measure,
        matrix.divergence.value,
        matrix.outlier === null ? null : comparison.columns[matrix.outlier]?.id,
      ]),
    });
    fc.assert(
      fc.property(answers, fc.infiniteStream(fc.nat()), (texts, keys) => {
        const columns = columnsOf(texts);
        const shuffled = columns
          .map((entry) => ({ entry, key: keys.next().value as number }))
          .sort((one, two) => one.key - two.key)
          .map(({ entry }) => entry);
        for (const baseline of [null, 'C1'])
          expect(facts(compare(shuffled, { baseline }))).toEqual(facts(compare(columns, { baseline })));
      }),
      { numRuns: 100 },
    );
  });

  it('gives the same for the golden cases in any order', () => {
    for (const golden of [...oneLanguage, ...acrossLanguages]) {
      const columns = readCase(golden).map(({ label, text }) => column(label, text));
      const pairs = (comparison: Comparison) =>
        comparison.answer.rows
          .map((row) =>
            row.cells
              .map((cell, index) => `${comparison.columns[index]?.id}:${cell?.order}`)
              .filter((entry) => !entry.endsWith('undefined'))
              .sort()
              .join(' '),
          )
          .sort();
      expect(pairs(compare([...columns].reverse()))).toEqual(pairs(compare(columns)));
    }
  });
});

describe('differences', () => {
  it('applied to the baseline’s block give the other block, byte for byte', () => {
    fc.assert(
      fc.property(answers, (texts) => {
        const { answer: tab } = compare(columnsOf(texts), { baseline: 'C0', ignoreCase: true });
        for (const row of tab.rows) {
          const base = tab.blocks[row.cells[0]?.block ?? -1]?.text;
          for (const cell of row.cells) {
            if (cell?.spans == null || base === undefined) continue;
            const other = tab.blocks[cell.block]?.text ?? '';
            expect(applyDiff(base, expandSpans(base, other, cell.spans))).toBe(other);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('are marked against the baseline: changed, added, missing, moved, counted by column', () => {
    const { answer: tab, columns } = compare(
      [
        column(
          'US',
          '# Locks\n\nIt costs $84.00 today.\n\n1. Alpha is strong and heavy\n2. Beta is light and small\n3. Gamma is cheap and simple\n\nOnly here in the baseline text.',
        ),
        column(
          'GB',
          '# Locks\n\nIt costs £79.00 today.\n\n1. Gamma is cheap and simple\n2. Alpha is strong and heavy\n3. Beta is light and small\n\nSomething entirely new stands below.',
        ),
      ],
      { baseline: 'US' },
    );
    expect(
      tab.rows.map((row) => [
        tab.blocks[row.commonBlock]?.text.slice(0, 8),
        row.cells[1]?.state ?? 'missing',
        row.cells[1]?.move ?? null,
      ]),
    ).toEqual([
      ['Locks', 'same', null],
      ['It costs', 'changed', null],
      ['Alpha is', 'same', null],
      ['Beta is ', 'same', null],
      ['Gamma is', 'same', { unit: 'item', from: 3, to: 1 }],
      ['Only her', 'missing', null],
      ['Somethin', 'added', null],
    ]);
    expect(columns[1]?.counts).toEqual({ same: 4, changed: 1, added: 1, missing: 1, moved: 1, onlyHere: 1 });
    const price = tab.rows[1];
    const base = tab.blocks[price?.cells[0]?.block ?? -1]?.text ?? '';
    const other = tab.blocks[price?.cells[1]?.block ?? -1]?.text ?? '';
    expect(
      expandSpans(base, other, price?.cells[1]?.spans ?? [])
        .filter((part) => part.kind !== 'same')
        .map((part) => part.base + part.other),
    ).toEqual(['$84.00', '£79.00']);
  });

  it('between languages are no word differences but shared and missing links, brands and numbers', () => {
    const { answer: tab } = compare(
      [
        column('US', '1. **Foldmaster 90** – 1.2 kg, $84.00'),
        column('JP', '1. **Foldmaster 90** – 総合で一位の 1.2 kg、9,800円'),
      ],
      {
        baseline: 'US',
        brands: {
          version: '1',
          decisions: [],
          brands: [{ id: 'f', name: 'Foldmaster 90', kind: 'own', aliases: [], domains: [] }],
        },
      },
    );
    const cell = tab.rows[0]?.cells[1];
    expect(tab.crossLanguage).toBe(true);
    expect(cell).toMatchObject({ state: 'other-language', spans: null });
    expect(cell?.anchors?.shared.map((anchor) => anchor.label)).toEqual(['Foldmaster 90', '1.2 kg']);
    expect(cell?.anchors?.missing.map((anchor) => anchor.key)).toEqual(['84 USD']);
    expect(cell?.anchors?.added.map((anchor) => anchor.key)).toEqual(['9800 JPY']);
  });

  it('pass over what the options ignore', () => {
    const columns = [column('US', 'Strong lock [1].'), column('GB', 'strong lock.')];
    expect(compare(columns, { baseline: 'US', ignoreCase: true }).answer.differingRows).toBe(0);
    expect(compare(columns, { baseline: 'US', ignoreCase: false }).answer.differingRows).toBe(1);
  });
});

describe('columns', () => {
  it('that failed neither have nor lack anything', () => {
    const {
      answer: tab,
      columns,
      dataQuality,
      sources: found,
    } = compare([
      column('US', sample('Same text here.', sources('https://a.example'))),
      column('GB', sample('Same text here.', sources('https://a.example'))),
      column('BR', failedSample()),
    ]);
    expect(tab.rows[0]).toMatchObject({ present: 2, of: 2, consensus: 'all', differing: 0 });
    expect(columns[2]).toMatchObject({ state: 'failed', shown: null, error: { code: 'UPSTREAM_ERROR' } });
    expect(columns[2]?.counts.missing).toBe(0);
    expect(found.rows[0]).toMatchObject({
      columns: 2,
      of: 2,
      consensus: 'all',
      presence: { numerator: 2, denominator: 2 },
    });
    expect(dataQuality).toMatchObject({
      failed: [{ column: 2, failed: 1, code: 'UPSTREAM_ERROR' }],
    });
  });

  it('that say the same are one group, and show the sample most like the others', () => {
    const { columns } = compare([
      column('US', 'one two three four', 'one two three five', 'nothing alike at all'),
      column('GB', 'one two three four'),
    ]);
    expect(columns[0]?.shown).toEqual({ observationId: 'US-1', number: 1 });
    expect(columns[0]?.identicalGroup).toBe(columns[1]?.identicalGroup);
    const chosen = compare([column('US', 'one', 'two', 'three')], { shownSample: { US: 'US-3' } });
    expect(chosen.columns[0]?.shown?.number).toBe(3);
  });

  it('can be none, one, or without any answer', () => {
    expect(compare([]).answer.rows).toEqual([]);
    expect(compare([column('US', 'Alone.')]).answer.rows[0]).toMatchObject({
      consensus: 'all',
      differing: 0,
    });
    const nothing = compare([column('US', failedSample()), column('GB', failedSample())]);
    expect(nothing.dataQuality.notes[0]).toContain('No answers yet');
    expect(nothing.matrix.measures).toEqual([]);
  });

  it('in other languages are not asked for a block that holds nothing to find it by', () => {
    const { answer: tab } = compare([
      column(
        'US',
        'The weather is nice today and nobody is at home in the city.\n\nAlways lock the frame and never only the wheel of the bike.',
      ),
      column('GB', 'The weather is nice today and nobody is at home in the city.'),
      column('DE', 'Heute ist das Wetter schön und niemand ist zu Hause in der Stadt.'),
    ]);
    const second = tab.rows.find((row) => tab.blocks[row.commonBlock]?.text.startsWith('Always'));
    expect(second).toMatchObject({ present: 1, of: 2, outside: [2] });
  });

  it('in other languages do not lack a paragraph that may be theirs, one row above', () => {
    const tests = '## Tests\n\nThe [Foldmaster](https://foldmaster.example/a) costs $84.';
    const english = `In short: 5 of 24 locks stood 90 seconds against a bolt cutter.\n\n${tests}`;
    const german = 'Kurz gesagt gibt es ein paar gute Schlösser, und der Rahmen gehört an einen Pfosten.';
    const rowsWith = (text: string) =>
      compare([column('US', english), column('GB', english), column('DE', text)]).answer.rows;
    const [first, second] = rowsWith(`${german}\n\n${tests.replace('The', 'Das')}`);
    expect(first).toMatchObject({ present: 2, of: 2, outside: [2] });
    // One answer alone does not come first as what all say.
    expect(second).toMatchObject({ present: 1, of: 1, consensus: 'only-here' });
    // Under another heading it is not the same paragraph.
    expect(rowsWith(`${tests}\n\n${german}`)[0]).toMatchObject({ present: 2, of: 3, outside: [] });
  });
});

describe('is it real', () => {
  const three = (label: string, ...texts: readonly string[]) => column(label, ...texts);
  const base = 'The lock is strong. It weighs little. Riders like it. It costs $84.00.';

  it('says larger than noise where markets differ and asking again does not', () => {
    const other = 'A chain is heavy. Nobody carries it far. Shops sell many. It costs $20.00.';
    const { dataQuality, matrix } = compare([
      three('US', base, base, base),
      three('GB', base, base, base),
      three('CA', other, other, other),
      three('AU', other, other, other),
    ]);
    expect(dataQuality.verdict).toBe('larger-than-noise');
    expect(matrix.measures.find((entry) => entry.measure === 'text')?.test).toMatchObject({
      within: 0,
      verdict: 'larger-than-noise',
      markets: 4,
      samples: 12,
    });
    expect(dataQuality.differences.larger).toBeGreaterThan(0);
    expect(dataQuality.differences.untested).toBe(0);
  });

  it('says not enough samples with one each, and not comparable across shapes', () => {
    expect(compare([column('US', base), column('GB', `${base} More.`)]).dataQuality).toMatchObject({
      verdict: 'not-enough-samples',
      samples: { least: 1, most: 1 },
    });
    const shapes = compare([
      column('US', sample(base), sample(base), sample(base)),
      column('GB', ...[1, 2, 3].map(() => sample(base, { servedShape: 'legacy' }))),
    ]);
    expect(shapes.dataQuality).toMatchObject({ verdict: 'not-comparable', reason: 'shape' });
    expect(shapes.dataQuality.shapes).toEqual([
      { shape: 'default', columns: [0] },
      { shape: 'legacy', columns: [1] },
    ]);
    const one = compare(
      [
        column('US', sample(base), sample(base), sample(base)),
        column('GB', ...[1, 2, 3].map(() => sample(base, { servedShape: 'legacy' }))),
      ],
      { shapes: ['default'] },
    );
    expect(one.columns.map((entry) => entry.samples.valid)).toEqual([3, 0]);
  });

  it('counts in how many of a market’s samples a block stands', () => {
    const { answer: tab } = compare([
      column(
        'US',
        'First line stays.\n\nSecond line comes and goes.',
        'First line stays.',
        'First line stays.\n\nSecond line comes and goes.',
      ),
      column('GB', 'First line stays.'),
    ]);
    expect(tab.rows.map((row) => row.cells[0]?.inSamples)).toEqual([3, 2]);
  });
});

/** Similarity of two columns, as the window reads it. */
const similarityAt = (matrix: SimilarityMatrix, one: number, two: number) =>
  one === two ? 1 : (matrix.values[pairIndex(matrix.order.length, one, two)] ?? null);

describe('similarity', () => {
  it('of text: 2 × 4 shared words / (5 + 5) = 0.8, moved blocks count as matched', () => {
    const { matrix } = compare([
      column('US', '1. red steel lock\n2. big key'),
      column('GB', '1. big key\n2. blue steel lock'),
    ]);
    const text = matrix.measures.find((entry) => entry.measure === 'text');
    expect(text === undefined ? null : similarityAt(text, 0, 1)).toBe(0.8);
  });

  it('of anchors: both name $84 and 5 kg, one names $20: 2 of 3', () => {
    const { matrix } = compare([
      column('US', 'It costs $84 and weighs 5 kg.'),
      column('DE', 'Es kostet $84 und wiegt 5 kg, nicht $20.'),
    ]);
    const anchors = matrix.measures.find((entry) => entry.measure === 'anchors');
    expect(anchors === undefined ? null : similarityAt(anchors, 0, 1)).toBe(0.6667);
    expect(matrix.preferred).toBe('anchors');
  });

  it('divergence is the mean distance of all pairs, and one answer a market names no outlier', () => {
    const { matrix } = compare([
      column('US', 'red steel lock key'),
      column('GB', 'red steel lock key'),
      column('CA', 'red steel chain bike'),
    ]);
    const text = matrix.measures.find((entry) => entry.measure === 'text');
    // Distances: US–GB 0, US–CA 1 − 4/8 = 0.5, GB–CA 0.5; mean 1/3; CA 0.5 from the rest, the others 0.25.
    expect(text).toMatchObject({
      divergence: { value: 0.3333, n: 3 },
      outlier: null,
      meanDistance: [0.25, 0.25, 0.5],
    });
  });

  it.each([
    ['one market that differs in all its repeats', ['chain', 'lock', 'lock', 'lock'], 0],
    ['two markets that differ from the rest alike', ['chain', 'lock', 'chain', 'lock'], null],
    ['no market that differs', ['lock', 'lock', 'lock', 'lock'], null],
  ] as const)('names as the outlier only %s', (_, things, outlier) => {
    const { matrix, dataQuality } = compare(
      things.map((thing, market) =>
        column(
          `M${market}`,
          ...['red', 'blue', 'green', 'grey'].map(
            (colour) => `The ${colour} steel ${thing} is a good ${thing}.`,
          ),
        ),
      ),
    );
    expect(matrix.measures.find(({ measure }) => measure === 'text')?.outlier).toBe(outlier);
    if (dataQuality.verdict !== 'larger-than-noise')
      expect(matrix.measures.every((each) => each.outlier === null)).toBe(true);
  });

  it('is symmetric and 1 with itself', () => {
    fc.assert(
      fc.property(answers, (texts) => {
        for (const matrix of compare(columnsOf(texts)).matrix.measures) {
          for (let one = 0; one < texts.length; one++) {
            expect(similarityAt(matrix, one, one)).toBe(1);
            for (let two = 0; two < texts.length; two++)
              expect(similarityAt(matrix, one, two)).toBe(similarityAt(matrix, two, one));
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('the whole', () => {
  it('is plain data that survives being sent, and the same every time', () => {
    const columns = corpus({ markets: 5, words: 250, languages: 3, samples: 2 });
    const options = { ...defaultOptions, baseline: columns[1]?.id ?? null };
    const first = compareObservations(columns, options);
    expect(structuredClone(first)).toEqual(first);
    expect(JSON.parse(JSON.stringify(first))).toEqual(first);
    expect(compareObservations(columns, options)).toEqual(first);
  });

  it('is the same with memory of earlier comparisons as without', () => {
    const columns = corpus({ markets: 4, words: 250, languages: 2 });
    const memory = createCompareMemory();
    for (const baseline of [null, columns[0]?.id ?? null, columns[2]?.id ?? null]) {
      for (const granularity of ['word', 'sentence', 'block'] as const) {
        const options = { ...defaultOptions, baseline, granularity };
        expect(compareObservations(columns, options, memory)).toEqual(compareObservations(columns, options));
      }
    }
  });

  it('keeps the parsed answers of the last comparison, and no others', () => {
    const columns = corpus({ markets: 6, words: 250, languages: 2 });
    const memory = createCompareMemory();
    compareObservations(columns.slice(0, 3), defaultOptions, memory);
    const before = new Map(memory.parsed);
    compareObservations(columns.slice(0, 4), defaultOptions, memory);
    expect(memory.parsed.size).toBe(before.size + 1);
    for (const [text, parsed] of before) expect(memory.parsed.get(text)).toBe(parsed);
    compareObservations(columns.slice(4), defaultOptions, memory);
    expect(memory.parsed.size).toBe(2);
  });

  it('has a key of its contents and options', () => {
    const keyOf = (of: readonly CompareColumn[], options: CompareOptions) =>
      keyOfContents(contentsHash(of), options);
    const columns = [column('US', 'a'), column('GB', 'b')];
    const key = keyOf(columns, defaultOptions);
    expect(keyOf(structuredClone(columns), { ...defaultOptions })).toBe(key);
    expect(keyOf(columns, { ...defaultOptions, ignoreCase: true })).not.toBe(key);
    expect(keyOf([column('US', 'a'), column('GB', 'c')], defaultOptions)).not.toBe(key);
  });
});
