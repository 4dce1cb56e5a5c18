import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockRuns } from '#renderer/reading/aligned/blockRuns.ts';
import { gridLines, lineIsBare, nextDifference } from '#renderer/reading/aligned/rowFilter.ts';
import { readCompareView, writeCompareView } from '#renderer/reading/compareView.ts';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import type { AnswerRow } from '#shared/model/comparison/answer.ts';
import { factsDiffering, wordingNotCompared } from '#shared/model/comparison/facts.ts';
import { type CompareColumn, defaultOptions, noContent } from '#shared/model/comparison/samples.ts';
import { cellVerdictSentence, rowVerdictSentence } from '#shared/tables/verdictSentences.ts';

const column = (id: string, markdown: string): CompareColumn => ({
  id,
  label: id,
  market: { country: id },
  engine: 'assistant-a',
  prompt: 'Which lock?',
  samples: [
    {
      ...noContent,
      text: markdown,
      markdown,
      observationId: `o-${id}`,
      status: 'completed',
      servedShape: null,
      driver: null,
      surface: null,
      language: 'en',
      creditsCharged: null,
      latencyMs: null,
      at: null,
      error: null,
    },
  ],
});

const compare = (texts: Readonly<Record<string, string>>, baseline: string | null = null) =>
  compareObservations(
    Object.entries(texts).map(([id, text]) => column(id, text)),
    { ...defaultOptions, baseline },
  );

const paragraphs = (...texts: readonly string[]): string => texts.join('\n\n');
const intro =
  'The folding lock by **Foldmaster** costs $84 and is the usual pick for city use in every test.';
const changed =
  'The folding lock by **Foldmaster** costs $92 and is the usual pick for city use in every test.';
const steady = [
  'It weighs little and fits in a bag.',
  'Keys can be ordered again with the card.',
  'The frame mount is screwed on.',
];

it('a row is empty if none of the visible columns has a block of it', () => {
  const only = 'Only in Great Britain: the **Brivanto** lock with its steel cable and a carrying case.';
  const { answer } = compare({ US: paragraphs(intro, ...steady), GB: paragraphs(intro, only, ...steady) });
  const lines = gridLines(answer, false, 1, new Set());
  const bareIn = (...columns: readonly number[]) => lines.filter((line) => lineIsBare(line, columns)).length;
  expect([bareIn(0), bareIn(1), bareIn(0, 1), bareIn()]).toEqual([1, 0, 0, 0]);
});

describe('the text runs of a block', () => {
  it('restore its text when removed text is left out, with its bold ranges', () => {
    const { answer } = compare(
      { US: paragraphs(intro, ...steady), GB: paragraphs(changed, ...steady) },
      'US',
    );
    const row = answer.rows[0];
    const base = answer.blocks[row?.cells[0]?.block ?? -1];
    const cell = row?.cells[1];
    const block = answer.blocks[cell?.block ?? -1];
    if (!base || !cell || !block) throw new Error('expected an aligned first row');
    const runs = blockRuns(block, base, cell.spans);
    const without = (change: string) =>
      runs
        .filter((run) => run.change !== change)
        .map((run) => run.text)
        .join('');
    expect(without('removed')).toBe(block.text);
    expect(without('added')).toBe(base.text);
    expect(runs.filter((run) => run.change !== 'same').map((run) => run.text)).toEqual(['$84', '$92']);
    expect(runs.find((run) => run.text === 'Foldmaster')?.spans).toEqual(['strong']);
  });

  it('give each character the formatting of all its spans, in their order', () => {
    const { answer } = compare(
      { US: paragraphs(intro, ...steady), GB: paragraphs(changed, ...steady) },
      'US',
    );
    const row = answer.rows[0];
    const base = answer.blocks[row?.cells[0]?.block ?? -1];
    const other = answer.blocks[row?.cells[1]?.block ?? -1];
    const spans = row?.cells[1]?.spans ?? null;
    if (!base || !other) throw new Error('expected an aligned first row');
    const place = fc.nat({ max: other.text.length });
    const format = fc
      .tuple(fc.constantFrom('strong' as const, 'emphasis' as const, 'code' as const), place, place)
      .map(([kind, a, b]) => ({ kind, start: Math.min(a, b), end: Math.max(a, b) }));
    fc.assert(
      fc.property(fc.array(format, { maxLength: 40, size: 'max' }), fc.boolean(), (formats, compared) => {
        const runs = blockRuns({ ...other, spans: formats }, base, compared ? spans : null);
        const shown = runs.filter(({ change }) => change !== 'removed');
        const found = shown.flatMap((run) => Array.from(run.text, () => run.spans));
        const expected = Array.from(other.text, (_, at) =>
          formats.filter(({ start, end }) => start <= at && at < end).map(({ kind }) => kind),
        );
        expect(shown.map(({ text }) => text).join('')).toBe(other.text);
        expect(found).toEqual(expected);
        expect(shown.every(({ text }) => text !== '')).toBe(true);
      }),
    );
  });
});

describe('the filter “Differences only”', () => {
  const texts = {
    US: paragraphs(...steady, intro, ...steady.map((text) => `${text} Indeed.`)),
    GB: paragraphs(...steady, changed, ...steady.map((text) => `${text} Indeed.`)),
  };
  const { answer } = compare(texts);

  it('keeps one row of context around each, with the number of hidden blocks', () => {
    const lines = gridLines(answer, true, 1, new Set());
    expect(
      lines.map((line) =>
        line.kind === 'skipped' ? `${line.count} left out` : line.kind === 'row' ? line.index : 'apart',
      ),
    ).toEqual(['2 left out', 2, 3, 4, '2 left out']);
    expect(gridLines(answer, true, 1, new Set([0])).filter((line) => line.kind === 'row')).toHaveLength(5);
    expect(gridLines(answer, false, 1, new Set())).toHaveLength(answer.rows.length);
  });

  it('are stepped through in a loop, in both directions', () => {
    expect(nextDifference(answer, null, 1)).toBe(3);
    expect(nextDifference(answer, 3, 1)).toBe(3);
    expect(nextDifference(answer, null, -1)).toBe(3);
    expect(nextDifference(compare({ US: intro, GB: intro }).answer, null, 1)).toBeNull();
  });

  it('are announced in words', () => {
    const { answer, columns } = compare(texts);
    const sentences = answer.rows.map((row) => rowVerdictSentence(row, columns, answer.mode));
    expect(sentences[3]).toMatch(
      /^1 of 2 agree; (US: “\$84” where GB says “\$92”|GB: “\$92” where US says “\$84”)$/,
    );
    expect(sentences[0]).toBe('2 of 2 agree');
  });

  it('name a value of each market where no two agree, and a difference once', () => {
    const lock = (name: string): string => `We recommend the ${name} lock for every folding bike in town.`;
    const { answer, columns } = compare({ US: lock('Norvia'), GB: lock('Alpwerk'), CA: lock('Quillon') });
    const sentence = rowVerdictSentence(answer.rows[0] as AnswerRow, columns, answer.mode);
    expect(sentence).toBe('0 of 3 agree; US “Norvia”; GB “Alpwerk”; CA “Quillon”');
  });

  it('say of a negation that the others are without it, and quote only words of an answer', () => {
    const [cell] = compare(texts).answer.rows[0]?.cells ?? [];
    const said = (here: string, there: string): string =>
      cell === null || cell === undefined
        ? ''
        : cellVerdictSentence({
            ...cell,
            verdict: { kind: 'fact', facts: [{ kind: 'negation', here, there }], added: [], left: [] },
          });
    expect(said('no single winner', 'without “not”')).toBe(
      '“no single winner” where the others say it without “not”',
    );
    expect(said('without “not”', 'not waterproof')).toBe(
      'without “not” where the others say “not waterproof”',
    );
  });

  it('make no statement about words across two languages', () => {
    const german =
      'Beim Kauf eines Fahrradschlosses zählen vor allem die Sicherheit und das Gewicht des Schlosses.';
    const english =
      'When you buy a bike lock, what counts most is the security and the weight of the lock itself.';
    const { answer, columns } = compare({ DE: german, US: english });
    const { rows } = answer;
    const shared = rows.filter(({ present }) => present === 2);
    expect(shared.length).toBeGreaterThan(0);
    for (const row of shared) {
      expect(wordingNotCompared(row)).toBe(true);
      expect(rowVerdictSentence(row, columns, answer.mode)).toMatch(/other languages, not compared/);
    }
  });

  it('without a baseline, begin with the most common rows, each heading with its content', () => {
    const shared = '# Locks\n\nThe Foldmaster 90 is the best lock for a folding bike.';
    const { answer } = compare({
      BR: `# Tulips\n\nPlant tulip bulbs in autumn.\n\n${shared}`,
      US: shared,
      GB: shared,
    });
    const texts = answer.rows.map(({ commonBlock }) => answer.blocks[commonBlock]?.text);
    expect(texts).toEqual([
      'Locks',
      'The Foldmaster 90 is the best lock for a folding bike.',
      'Tulips',
      'Plant tulip bulbs in autumn.',
    ]);
  });

  it('without a baseline and a heading, begin with the paragraph that most answers share', () => {
    const shared = 'The Foldmaster 90 is the best lock for a folding bike.';
    const { answer } = compare({
      BR: `Tulips like sun and sandy ground in every garden.\n\n${shared}`,
      US: shared,
      GB: shared,
    });
    expect(answer.blocks[answer.rows[0]?.commonBlock ?? -1]?.text).toBe(shared);
  });

  it('show what a single answer says after the headings and items that others share', () => {
    const single = 'Tulips like sun and sandy ground in every garden.';
    const shared = '## Best locks\n\n- Foldmaster 90 is light\n- Cargo 12 is strong';
    const { answer } = compare({ BR: `${single}\n\n${shared}`, US: shared, GB: shared });
    const texts = answer.rows.map((row) =>
      row.cells.flatMap((cell) => (cell === null ? [] : (answer.blocks[cell.block]?.text ?? []))).at(0),
    );
    expect(texts).toEqual(['Best locks', 'Foldmaster 90 is light', 'Cargo 12 is strong', single]);
  });

  it('include differing names and numbers across languages, and step to them', () => {
    const german = 'Das beste Schloss ist das Foldmaster 90 für 79 Euro, sagen die Prüfer von example.org.';
    const english = 'The best lock is the Foldmaster 90 for 89 euros, say the testers of example.org today.';
    const facts = (texts: Readonly<Record<string, string>>) => {
      const { answer } = compare(texts);
      const row = answer.rows.find(({ present }) => present > 1);
      return { differing: row && factsDiffering(row), step: nextDifference(answer, null, 1) };
    };
    expect(facts({ DE: german, US: english })).toEqual({ differing: 1, step: 0 });
    expect(facts({ DE: german, US: english.replace('89', '79') }).differing).toBe(0);
    // Two markets of a language agree with each other and still not with the others.
    expect(facts({ DE: german, AT: german, US: english, GB: english }).differing).toBe(2);
  });
});

describe('the view of a comparison', () => {
  it('is restored from the address', () => {
    fc.assert(
      fc.property(
        fc.record({
          mode: fc.constantFrom('written' as const, 'consensus' as const, 'baseline' as const),
          onlyDifferences: fc.boolean(),
          granularity: fc.constantFrom(
            'auto' as const,
            'block' as const,
            'sentence' as const,
            'word' as const,
          ),
          ignoreCase: fc.boolean(),
          ignoreWhitespace: fc.boolean(),
        }),
        fc.constantFrom('written' as const, 'consensus' as const),
        (part, usual) => {
          const view = { ...part, baseline: part.mode === 'baseline' ? 'US:CA' : null };
          expect(readCompareView(writeCompareView(view), usual)).toEqual(view);
        },
      ),
    );
  });
});

describe('blocks of only one market', () => {
  const { answer } = compare({
    US: paragraphs(
      steady[0] ?? '',
      'Rust never forms on titanium bolts.',
      'Couriers carry two of them at night.',
    ),
    GB: paragraphs(
      steady[0] ?? '',
      'Insurers in Leeds ask for a receipt.',
      'Thieves prefer cordless grinders lately.',
    ),
    CA: paragraphs(
      steady[0] ?? '',
      'Snow clogs cheap keyholes quickly.',
      'Montréal lends sturdy racks downtown.',
    ),
  });
  const lines = gridLines(answer, false, 1, new Set());

  it('are shown side by side in the order of each market, and none is lost', () => {
    const shown = lines.flatMap((line) =>
      line.kind === 'row' ? [line] : line.kind === 'apart' ? line.rows : [],
    );
    expect(shown.map((placed) => placed.index).sort((a, b) => a - b)).toEqual(
      answer.rows.map((_, index) => index),
    );
    expect(lines.length).toBeLessThan(answer.rows.length);
    for (const line of lines) {
      if (line.kind !== 'apart') continue;
      const markets = line.rows.map(({ row }) => row.cells.findIndex((cell) => cell !== null));
      expect(new Set(markets).size).toBe(markets.length);
    }
    for (let market = 0; market < 3; market += 1) {
      const order = shown.flatMap(({ row }) => row.cells[market]?.order ?? []);
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }
  });
});
