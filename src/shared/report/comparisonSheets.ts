import type { AnswerCell, AnswerRow, Comparison, PairFigures, ResultList } from '../analysis/comparison.ts';
import {
  type ComparisonHead,
  type ComparisonPart,
  type ComparisonWith,
  comparisonParts,
} from '../analysis/comparisonParts.ts';
import { type ColumnWords, columnWords } from './columnWords.ts';
import {
  consensusWords,
  figureWords,
  outsideWords,
  priceRangeWords,
  rateWords,
  shareWords,
  testWords,
} from './figures.ts';
import { numberColumn, type Sheet, type SheetCell, textColumn } from './sheet.ts';
import { similaritySheets } from './similaritySheets.ts';

export const comparisonTabs = comparisonParts;
export type ComparisonTab = ComparisonPart;

/** The tables behind one tab of a comparison; empty when no column's answer could carry what the tab shows. */
export function comparisonSheets<T extends ComparisonTab>(
  comparison: ComparisonWith<T>,
  tab: T,
  words: ColumnWords = columnWords.market,
): readonly Sheet[] {
  return sheetBuilders[tab](comparison, words);
}

type Builders = {
  readonly [T in ComparisonTab]: (comparison: ComparisonWith<T>, words: ColumnWords) => readonly Sheet[];
};

const sheetBuilders: Builders = {
  answer: (comparison, words) => [overviewSheet(comparison, words), answerSheet(comparison)],
  sources: sourceSheets,
  brands: brandSheets,
  fanout: fanoutSheets,
  search: searchSheets,
  shopping: shoppingSheets,
  ads: adSheets,
  matrix: similaritySheets,
};

const labels = (comparison: ComparisonHead): readonly string[] =>
  comparison.columns.map((column) => column.label);
const inColumns = (present: number, of: number): string => `${present} of ${of}`;

function overviewSheet(comparison: ComparisonHead, words: ColumnWords): Sheet {
  return {
    id: words.many,
    title: words.head,
    note: `One line ${words.each}. Same, changed, added, missing and moved count blocks against the reference of the comparison.`,
    columns: [
      textColumn(words.one),
      textColumn('state'),
      textColumn('language'),
      textColumn('driver'),
      textColumn('shape'),
      numberColumn('samples'),
      numberColumn('failed'),
      numberColumn('words'),
      numberColumn('credits'),
      numberColumn('seconds'),
      numberColumn('same'),
      numberColumn('changed'),
      numberColumn('added'),
      numberColumn('missing'),
      numberColumn('moved'),
    ],
    rows: comparison.columns.map((column) => [
      column.label,
      column.error ? `${column.state}: ${column.error.code}` : column.state,
      column.language.code,
      column.drivers.join(', '),
      column.servedShapes.join(', '),
      column.samples.valid,
      column.samples.failed,
      column.words,
      column.creditsCharged,
      column.latencyMs === null ? null : Math.round(column.latencyMs / 100) / 10,
      column.counts.same,
      column.counts.changed,
      column.counts.added,
      column.counts.missing,
      column.counts.moved,
    ]),
  };
}

function answerSheet(comparison: ComparisonWith<'answer'>): Sheet {
  const { answer, columns } = comparison;
  const cellText = (row: AnswerRow, cell: AnswerCell | null, column: number): string => {
    if (cell === null && row.outside.includes(column)) return outsideWords;
    if (cell === null)
      return columns[column]?.state === 'answered'
        ? '— missing'
        : `(${columns[column]?.state ?? 'no answer'})`;
    const moved = cell.move ? `↕ from ${cell.move.from} to ${cell.move.to}: ` : '';
    return moved + (answer.blocks[cell.block]?.text ?? '');
  };
  return {
    id: 'answer',
    title: 'Answer, block by block',
    note: `${answer.differingRows} of ${answer.rows.length} blocks differ. ${
      answer.crossLanguage
        ? 'Answers are in several languages: blocks are matched by sources, brands, numbers and place, and words are not compared across languages.'
        : 'Blocks are matched by headings, sources, brands, numbers, list rank and likeness.'
    }`,
    columns: [
      textColumn('block'),
      textColumn('in'),
      textColumn('agreement'),
      ...labels(comparison).map(textColumn),
    ],
    rows: answer.rows.map((row) => [
      row.kind,
      inColumns(row.present, row.of),
      consensusWords[row.consensus],
      ...row.cells.map((cell, column) => cellText(row, cell, column)),
    ]),
  };
}

function sourceSheets(comparison: ComparisonWith<'sources'>, words: ColumnWords): readonly Sheet[] {
  const { sources } = comparison;
  if (!sources.available) return [];
  return [
    {
      id: 'source-domains',
      title: `Source domains by ${words.one}`,
      note: `A figure is the domain's best position in the list of sources ${words.there}. All ${words.many}: ${testWords(sources.test)}.`,
      columns: [
        textColumn('domain'),
        textColumn('type'),
        textColumn('owner'),
        textColumn(words.many),
        textColumn('agreement'),
        textColumn('presence'),
        textColumn('citation share'),
        ...labels(comparison).map(numberColumn),
        textColumn('real?'),
      ],
      rows: sources.rows.map((row) => [
        row.domain,
        row.type,
        row.owner,
        inColumns(row.columns, row.of),
        consensusWords[row.consensus],
        rateWords(row.presence),
        rateWords(row.citationShare),
        ...row.cells.map((cell) => cell?.position ?? null),
        testWords(row.test),
      ]),
    },
    {
      id: `source-${words.many}`,
      title: `Sources of each ${words.one}`,
      note: 'Local share counts citations on the country’s own top-level domain. Concentration is the sum of squared domain shares. Overlap is against the baseline.',
      columns: [
        textColumn(words.one),
        numberColumn('citations'),
        numberColumn('domains'),
        textColumn('answers with sources'),
        textColumn('local share'),
        textColumn('concentration'),
        textColumn('top five share'),
        ...overlapColumns,
        textColumn('only here'),
      ],
      rows: sources.columns.map((column, index) => [
        labels(comparison)[index] ?? '',
        column.citations,
        column.domains,
        rateWords(column.answersWithSources),
        rateWords(column.localShare),
        figureWords(column.concentration, 2),
        rateWords(column.topFiveShare),
        ...overlapCells(column.overlap),
        column.onlyHere.join(', '),
      ]),
    },
    intersectionSheet(
      'source-intersections',
      `Sources in exactly these ${words.many}`,
      words,
      comparison,
      sources.intersections,
    ),
  ];
}

function brandSheets(comparison: ComparisonWith<'brands'>, words: ColumnWords): readonly Sheet[] {
  const { brands } = comparison;
  if (!brands.available) return [];
  return [
    {
      id: 'brands',
      title: `Brands by ${words.one}`,
      note: `A figure is the brand's place by first mention. Brand rules ${brands.rulesVersion}. All ${words.many}: ${testWords(brands.test)}.`,
      columns: [
        textColumn('brand'),
        textColumn('kind'),
        textColumn(words.many),
        textColumn('agreement'),
        textColumn('visibility'),
        textColumn('share of voice'),
        textColumn('mean rank'),
        ...labels(comparison).map(numberColumn),
        textColumn('real?'),
      ],
      rows: brands.rows.map((row) => [
        row.name,
        row.proposed ? 'proposed' : row.kind,
        inColumns(row.columns, row.of),
        consensusWords[row.consensus],
        rateWords(row.visibility),
        rateWords(row.shareOfVoice),
        figureWords(row.meanRank),
        ...row.cells.map((cell) => cell?.rank ?? null),
        testWords(row.test),
      ]),
    },
    intersectionSheet(
      'brand-intersections',
      `Brands in exactly these ${words.many}`,
      words,
      comparison,
      brands.intersections,
    ),
  ];
}

function fanoutSheets(comparison: ComparisonWith<'fanout'>, words: ColumnWords): readonly Sheet[] {
  const { fanout } = comparison;
  if (!fanout.available) return [];
  return [
    {
      id: 'fanout-queries',
      title: 'Searches the engine ran',
      note: `Words added to, kept from and dropped from the question. All ${words.many}: ${testWords(fanout.test)}.`,
      columns: [
        textColumn('search'),
        textColumn('language'),
        textColumn(words.many),
        textColumn('added'),
        textColumn('kept'),
        textColumn('dropped'),
      ],
      rows: fanout.queries.map((query) => [
        query.query,
        query.language,
        query.columns.map((column) => labels(comparison)[column]).join(', '),
        query.added.join(' '),
        query.kept.join(' '),
        query.dropped.join(' '),
      ]),
    },
    {
      id: `fanout-${words.many}`,
      title: `Searches of each ${words.one}`,
      note: 'Overlap is against the baseline.',
      columns: [
        textColumn(words.one),
        textColumn('searches an answer'),
        numberColumn('distinct'),
        textColumn('answers with searches'),
        textColumn('languages'),
        ...overlapColumns,
      ],
      rows: fanout.columns.map((column, index) => [
        labels(comparison)[index] ?? '',
        figureWords(column.mean),
        column.distinct,
        rateWords(column.answers),
        Object.entries(column.languages)
          .map(([code, count]) => `${code} ${count}`)
          .join(', '),
        ...overlapCells(column.overlap),
      ]),
    },
  ];
}

const resultListTitles: Readonly<Record<ResultList, string>> = {
  organic: 'Organic results',
  questions: 'People Also Ask',
  related: 'Related searches',
  news: 'News',
  overview: 'Sources of the AI overview',
};

function searchSheets(comparison: ComparisonWith<'search'>, words: ColumnWords): readonly Sheet[] {
  if (!comparison.search.available) return [];
  return comparison.search.lists.map((list) => ({
    id: `search-${list.list}`,
    title: resultListTitles[list.list],
    note: `A figure is the position ${words.there}.`,
    columns: [
      textColumn('result'),
      textColumn('domain'),
      textColumn('owner'),
      textColumn(words.many),
      ...labels(comparison).map(numberColumn),
    ],
    rows: list.rows.map((row) => [
      row.label,
      row.domain,
      row.owner,
      inColumns(row.columns, row.of),
      ...row.cells.map((cell) => cell?.position ?? null),
    ]),
  }));
}

function shoppingSheets(comparison: ComparisonWith<'shopping'>, words: ColumnWords): readonly Sheet[] {
  const { shopping } = comparison;
  if (!shopping.available) return [];
  return [
    {
      id: 'products',
      title: `Products and prices by ${words.one}`,
      note: 'Prices as shown; nothing is converted. A range holds one currency; where a price does not say which, the market’s own is assumed and the range says so.',
      columns: [
        textColumn('product'),
        textColumn('matched by'),
        textColumn('price range'),
        textColumn(words.many),
        ...labels(comparison).map(textColumn),
      ],
      rows: shopping.rows.map((row) => [
        row.name,
        row.matchedBy,
        priceRangeWords(row),
        inColumns(row.columns, row.of),
        ...row.cells.map((cell) => (cell ? [cell.price ?? 'no price', ...cell.sellers].join(' · ') : null)),
      ]),
    },
    {
      id: 'sellers',
      title: 'Sellers',
      note: `Products counts distinct products over all ${words.many}.`,
      columns: [textColumn('seller'), numberColumn('products'), textColumn(words.many)],
      rows: shopping.sellers.map((seller) => [
        seller.name,
        seller.products,
        seller.columns.map((column) => labels(comparison)[column]).join(', '),
      ]),
    },
  ];
}

function adSheets(comparison: ComparisonWith<'ads'>, words: ColumnWords): readonly Sheet[] {
  const { ads } = comparison;
  if (!ads.available) return [];
  return [
    {
      id: 'advertisers',
      title: `Advertisers by ${words.one}`,
      note: `A figure is the number of ads ${words.there}.`,
      columns: [
        textColumn('advertiser'),
        textColumn('domain'),
        textColumn('owner'),
        textColumn(words.many),
        textColumn('share'),
        ...labels(comparison).map(numberColumn),
      ],
      rows: ads.rows.map((row) => [
        row.advertiser,
        row.domain,
        row.owner,
        inColumns(row.columns, row.of),
        rateWords(row.share),
        ...row.cells.map((cell) => cell?.ads ?? null),
      ]),
    },
  ];
}

function intersectionSheet(
  id: string,
  title: string,
  words: ColumnWords,
  comparison: ComparisonHead,
  intersections: Comparison['sources']['intersections'],
): Sheet {
  return {
    id,
    title,
    note: `Each line holds what stands in all of its ${words.many} and in no other.`,
    columns: [textColumn(words.many), numberColumn('count'), textColumn('which')],
    rows: intersections.map((entry) => [
      entry.columns.map((column) => labels(comparison)[column]).join(', '),
      entry.items.length,
      entry.items.join(', '),
    ]),
  };
}

const overlapColumns = [textColumn('overlap'), textColumn('weighted'), textColumn('rank agreement')];

function overlapCells(pair: PairFigures | null): readonly SheetCell[] {
  if (pair === null) return [null, null, null];
  return [shareWords(pair.jaccard), shareWords(pair.weighted), shareWords(pair.rankBiased)];
}
