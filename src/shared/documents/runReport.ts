import { type Overview, overviewOf } from '../figures/comparison/overview.ts';
import { rateOf, shareOf } from '../figures/statistics/wilson.ts';
import { surfaceLabel } from '../interface/surface.ts';
import type { BrandRow, Comparison, Rate } from '../model/comparison/comparison.ts';
import type { ReportSectionId, ReportSettings } from '../model/report.ts';
import { percentInterval } from '../percent.ts';
import { shareOfNamedNote } from '../tables/brandLabels.ts';
import { columnLabels } from '../tables/columnLabels.ts';
import {
  counted,
  dataQualitySentences,
  figureLabel,
  listed,
  shareLabel,
  verdictLabel,
} from '../tables/figureLabels.ts';
import type { Sheet } from '../tables/sheet.ts';
import { marketNames, otherMarkets, stepText, verdictText } from './overviewSentences.ts';
import { overviewSheets } from './overviewSheets.ts';
import type {
  ReportBlock,
  ReportCell,
  ReportDocument,
  ReportQuote,
  ReportSection,
  ReportTable,
} from './reportDocument.ts';

/** One question at one engine. */
export type ReportSlice = {
  readonly question: string;
  readonly engine: string;
  readonly comparison: Comparison;
};

export type ReportFacts = {
  /** Of the plan, or the question. */
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly askedAt: string;
  readonly writtenAt: string;
  readonly runId: string;
  readonly program: string;
  readonly slices: readonly ReportSlice[];
};

/** This much of each fits on its page, beside the markets of a typical run. */
const maxRows = 16;
const maxAside = 4;
const maxBars = 24;
const maxQuotes = 24;
const quoteCharacters = 460;
/** A table with more columns continues below. */
export const maxTableColumns = 11;
/** Maximum question and engine pairs with pages of their own. */
const maxSliceSections = 30;

/** The report of a run: summary, charts, tables, answers, and method. */
export function runReport(facts: ReportFacts, settings: ReportSettings): ReportDocument {
  const { slices } = facts;
  const [first] = slices;
  const sections =
    slices.length === 1 && first !== undefined ? sliceSections(first.comparison, facts) : planSections(facts);
  const engines = [...new Set(slices.map(({ engine }) => engine))];
  const markets = Math.max(0, ...slices.map(({ comparison }) => comparison.columns.length));
  return {
    title: settings.title === '' ? facts.name : settings.title,
    facts: [
      ...(settings.title === '' || settings.title === facts.name ? [] : [facts.name]),
      [
        listed(engines),
        ...(slices.length > 1
          ? [counted(new Set(slices.map(({ question }) => question)).size, 'question')]
          : []),
        counted(markets, 'market'),
        `asked ${facts.askedAt.slice(0, 10)}`,
      ].join(' · '),
    ],
    logo: settings.logo,
    colour: settings.colour,
    paper: settings.paper,
    sections: sections.flatMap((section) => {
      const chosen = settings.sections.find((id) => id === section.part);
      if (chosen === undefined) return [];
      const { part: _, ...rest } = section;
      return [{ ...rest, comment: section.id === chosen ? settings.comments[chosen] || null : null }];
    }),
    footer: `Run ${facts.runId} · written by ${facts.program} at ${facts.writtenAt.slice(0, 16).replace('T', ' ')} UTC`,
  };
}

type Built = Omit<ReportSection, 'comment'> & {
  /** Its name in the settings. */
  readonly part: ReportSectionId;
};

function sliceSections(comparison: Comparison, facts: ReportFacts): readonly Built[] {
  const overview = overviewOf(comparison);
  const built = [
    summarySection(comparison, overview),
    visibilitySection(comparison, overview),
    brandsSection(comparison),
    sourcesSection(comparison),
    answersSection(comparison),
    methodSection(facts),
  ];
  return built.filter(({ blocks }) => blocks.length > 0);
}

function summarySection(comparison: Comparison, overview: Overview): Built {
  const { statements, confidence } = verdictText(comparison, overview);
  const [markets, ...others] = overviewSheets(comparison, overview, maxAside).map((sheet) => tableOf(sheet));
  const steps = overview.steps.map((step) => {
    const { title, reason, markets } = stepText(step, comparison);
    return { title, text: markets === undefined ? reason : `${reason} ${otherMarkets(markets)}` };
  });
  return {
    part: 'summary',
    id: 'summary',
    title: 'Summary',
    blocks: [
      { kind: 'lead', text: statements.join(' ') },
      ...(confidence === null ? [] : [{ kind: 'text', text: confidence } as const]),
      ...(markets === undefined ? [] : [markets]),
    ],
    aside: [
      ...(steps.length === 0 ? [] : [{ kind: 'list', title: 'Next steps', items: steps } as const]),
      ...others,
    ],
  };
}

function tableOf(sheet: Sheet, rows = maxRows): ReportTable {
  const note =
    sheet.rows.length > rows ? `${sheet.note} The first ${rows} of ${sheet.rows.length}.`.trim() : sheet.note;
  return {
    kind: 'table',
    title: sheet.title,
    note,
    head: sheet.columns.map(({ heading }) => heading.charAt(0).toUpperCase() + heading.slice(1)),
    rows: sheet.rows.slice(0, rows).map((row) => row.map((cell) => (cell === null ? '–' : String(cell)))),
  };
}

/** Your brand by market, or the most named brand if yours is not set. */
export function visibilityBars(
  comparison: Comparison,
  overview: Overview,
): Extract<ReportBlock, { kind: 'bars' }> | null {
  const { brands, columns } = comparison;
  const [most] = [...brands.rows].sort((one, two) => two.visibility.numerator - one.visibility.numerator);
  const row = brands.rows.find(({ id }) => id === overview.own?.id) ?? most;
  if (!brands.available || row === undefined) return null;
  const names = marketNames(comparison);
  return {
    kind: 'bars',
    title: `Visibility of ${row.name} by market`,
    note: `Share of answers that name it, with 95 % interval. All markets: ${kOfN(row.visibility)} answers, ${shareLabel(row.visibility.value)}.`,
    bars: columns.slice(0, maxBars).map(({ state }, column) => ({
      label: names[column] ?? '',
      rate: (brands.answers[column] ?? 0) === 0 ? null : rateAt(row, column, brands.answers),
      state: state === 'answered' ? 'no text' : state,
    })),
  };
}

type WithCells = { readonly cells: readonly ({ readonly visibility: Rate } | null)[] };

function rateAt(row: WithCells, column: number, answers: readonly number[]): Rate {
  return row.cells[column]?.visibility ?? rateOf(0, answers[column] ?? 0);
}

const kOfN = ({ numerator, denominator }: Rate): string => `${numerator} of ${denominator}`;

const heatRows = 10;

function visibilitySection(comparison: Comparison, overview: Overview): Built {
  const isOwn = ({ id }: { readonly id: string }): boolean => id === overview.own?.id;
  const bars = visibilityBars(comparison, overview);
  const { brands, columns } = comparison;
  const names = columns.map(({ label }) => label);
  const ranked = [...brands.rows].sort((one, two) => two.visibility.numerator - one.visibility.numerator);
  const own = ranked.findIndex(isOwn);
  // Your brand is always included, however many others are named more often.
  const shown = [...ranked.slice(0, heatRows), ...(own >= heatRows ? ranked.slice(own, own + 1) : [])];
  const heat: ReportTable = {
    kind: 'table',
    title: 'Visibility by brand and market',
    note: `Answers that name the brand, of all answers of the market. Empty where none does.${shown.length < ranked.length ? ` The ${heatRows} named most often of ${ranked.length}${own >= heatRows ? `, and ${ranked[own]?.name}` : ''}.` : ''}`,
    head: ['Brand', ...names],
    rows: shown.map((row) => [
      row.name,
      ...columns.map((_, column): ReportCell => {
        const cell = row.cells[column];
        return cell == null ? '' : { text: kOfN(cell.visibility), share: cell.visibility.value ?? 0 };
      }),
    ]),
  };
  return {
    part: 'visibility',
    id: 'visibility',
    title: 'Visibility',
    blocks: bars === null ? [] : [bars, heat],
    aside: [],
  };
}

function brandsSection(comparison: Comparison): Built {
  const { brands, columns } = comparison;
  const rows = brands.rows.slice(0, maxRows);
  return {
    part: 'brands',
    id: 'brands',
    title: 'Brands',
    blocks:
      !brands.available || rows.length === 0
        ? []
        : [
            {
              kind: 'table',
              title: 'Average position by brand and market',
              note: `Average position in the answers that name the brand.${ofAll(rows.length, brands.rows.length)} ${shareOfNamedNote} Significance: whether visibility differs between the markets.`,
              head: [
                'Brand',
                'Visibility',
                'Share of voice',
                'Average position',
                'Significance',
                ...columns.map(({ label }) => label),
              ],
              rows: rows
                .map((row) => [
                  row.proposed ? `${row.name} (detected)` : row.name,
                  `${kOfN(row.visibility)}, ${shareLabel(row.visibility.value)}`,
                  shareLabel(row.shareOfVoice.value),
                  row.meanRank.value === null ? '–' : row.meanRank.value.toFixed(1),
                  verdictLabel[row.test.verdict],
                  ...columns.map((_, column) => row.cells[column]?.meanRank.value?.toFixed(1) ?? ''),
                ])
                .concat(otherBrands(brands.rows.slice(maxRows), columns.length)),
            },
          ],
    aside: [],
  };
}

/** What the brands that are not shown have of the share of voice, so that it adds up. */
function otherBrands(rest: readonly BrandRow[], markets: number): readonly string[][] {
  const [first] = rest;
  if (first === undefined) return [];
  const mentions = rest.reduce((sum, { shareOfVoice }) => sum + shareOfVoice.numerator, 0);
  const share = shareOf(mentions, first.shareOfVoice.denominator);
  return [['Others', '', shareLabel(share.value), '', '', ...Array.from({ length: markets }, () => '')]];
}

const ofAll = (shown: number, all: number): string =>
  shown < all ? ` The first ${shown} of ${all}; all are in the data export.` : '';

function sourcesSection(comparison: Comparison): Built {
  const { sources, columns } = comparison;
  const rows = sources.rows.slice(0, maxRows);
  return {
    part: 'sources',
    id: 'sources',
    title: 'Sources',
    blocks:
      !sources.available || rows.length === 0
        ? []
        : [
            {
              kind: 'table',
              title: 'Domains by market',
              note: `Answers that cite the domain, of all answers of the market.${ofAll(rows.length, sources.rows.length)}`,
              head: ['Domain', 'Type', 'All markets', 'Significance', ...columns.map(({ label }) => label)],
              rows: rows.map((row) => [
                `${row.domain}${row.owner === 'own' ? ' (yours)' : row.owner === 'competitor' ? ' (competitor)' : ''}`,
                row.type,
                `${kOfN(row.presence)}, ${shareLabel(row.presence.value)}`,
                verdictLabel[row.test.verdict],
                ...columns.map((_, column): ReportCell => {
                  const cell = row.cells[column];
                  return cell == null ? '' : { text: kOfN(cell.rate), share: cell.rate.value ?? 0 };
                }),
              ]),
            },
          ],
    aside: [],
  };
}

function answersSection(comparison: Comparison): Built {
  const { columns } = comparison;
  const names = marketNames(comparison);
  const quotes = columns.flatMap((column, index): ReportQuote[] => {
    if (column.state !== 'answered') return [];
    return [
      {
        label: names[index] ?? '',
        facts: `${column.language.code}, ${counted(column.words, 'word')}, answer ${column.shown?.number ?? 1} of ${column.samples.valid}`,
        language: column.language.code,
        direction: column.language.direction,
        text: openingOf(comparison, index),
        sources: citedIn(comparison, index),
      },
    ];
  });
  return {
    part: 'answers',
    id: 'answers',
    title: 'Answers',
    blocks:
      quotes.length === 0
        ? []
        : [
            {
              kind: 'quotes',
              note: `How each answer begins, and what it cites first.${quotes.length > maxQuotes ? ` The first ${maxQuotes} of ${quotes.length} markets.` : ''}`,
              quotes: quotes.slice(0, maxQuotes),
            },
          ],
    aside: [],
  };
}

/** The first sentences of the answer that a column shows, cut at a word. */
function openingOf({ answer }: Comparison, column: number): string {
  const blocks = answer.rows
    .flatMap((row) => row.cells[column] ?? [])
    .sort((one, two) => one.order - two.order)
    .flatMap((cell) => answer.blocks[cell.block]?.text ?? []);
  const text = blocks.join(' ').replace(/\s+/g, ' ');
  if (text.length <= quoteCharacters) return text;
  const cut = text.slice(0, quoteCharacters);
  const space = cut.lastIndexOf(' ');
  return `${space > quoteCharacters / 2 ? cut.slice(0, space) : cut}…`;
}

function citedIn({ sources }: Comparison, column: number): string {
  return sources.rows
    .flatMap(({ domain, cells }) => {
      const cell = cells[column];
      return cell == null ? [] : [{ domain, position: cell.position ?? Number.POSITIVE_INFINITY }];
    })
    .sort((one, two) => one.position - two.position)
    .slice(0, 4)
    .map(({ domain }) => domain)
    .join(', ');
}

function methodSection({ slices, runId, askedAt }: ReportFacts): Built {
  const [first] = slices;
  if (first === undefined) return { part: 'method', id: 'method', title: 'Method', blocks: [], aside: [] };
  const { comparison } = first;
  const all = slices.flatMap(({ comparison: each }) => each.columns);
  const sum = (of: 'answers' | 'valid' | 'failed' | 'total'): number =>
    all.reduce((count, { samples }) => count + samples[of], 0);
  const lists = sum('valid') - sum('answers');
  const surfaces = [...new Set(all.flatMap((column) => column.surfaces))].map(surfaceLabel);
  const sentences = [
    `${counted(sum('answers'), 'answer')} of ${counted(sum('total'), 'request')}; ${sum('failed')} failed${lists === 0 ? '' : `, ${counted(lists, 'search list')} without an answer`}. Neither counts as present or absent.`,
    `Asked ${askedAt.replace('T', ' ').slice(0, 16)} UTC, run ${runId}.${surfaces.length === 0 ? '' : ` Surfaces: ${listed(surfaces, 8)}.`}`,
    'Visibility is the share of answers that name a brand; intervals are 95 % Wilson intervals. Average position: the number in a numbered list, otherwise the order of first mention among all brands an answer names.',
    'Differences between markets are compared with the differences between repeats of one market by permutation tests, with false discoveries controlled at 5 %.',
    ...(slices.length === 1
      ? dataQualitySentences(comparison, columnLabels.market)
      : [
          `Rules ${comparison.dataQuality.ruleVersion}, brand list version ${comparison.dataQuality.brandRulesVersion}.`,
        ]),
  ];
  const columns = slices.length === 1 ? comparison.columns : [];
  return {
    part: 'method',
    id: 'method',
    title: 'Method',
    blocks: [
      ...sentences.map((text) => ({ kind: 'text', text }) as const),
      ...(columns.length === 0
        ? []
        : [
            {
              kind: 'table',
              title: 'Answers by market',
              note: '',
              head: [
                'Market',
                'Answers',
                'Failed',
                'Language',
                'Provider',
                'Surface',
                'Response type',
                'Why it failed',
              ],
              rows: columns
                .slice(0, 2 * maxRows)
                .map((column) => [
                  column.label,
                  `${column.samples.answers} of ${column.samples.total}`,
                  String(column.samples.failed),
                  column.language.code,
                  column.drivers.join(', '),
                  column.surfaces.map(surfaceLabel).join(', '),
                  column.servedShapes.join(', '),
                  column.error?.message ?? '',
                ]),
            } as const,
          ]),
    ],
    aside: [],
  };
}

/** A plan's run: one line for each question at each engine, then a page for each, then the method. */
function planSections(facts: ReportFacts): readonly Built[] {
  const read = facts.slices.map((slice) => ({ ...slice, overview: overviewOf(slice.comparison) }));
  const pages = read.slice(0, maxSliceSections);
  const left = read.length - pages.length;
  const summary: ReportTable = {
    kind: 'table',
    title: 'By question and engine',
    note: left > 0 ? `The first ${pages.length} of ${read.length} have a page of their own.` : '',
    head: [
      'Question',
      'Engine',
      'Your brand',
      'Named in',
      'Average position',
      'Leads elsewhere',
      'Failed',
      'Result',
    ],
    rows: read.map(({ question, engine, comparison, overview: { own, leaders, failed } }) => [
      question,
      engine,
      own === null ? '–' : `${own.name}: ${kOfN(own.visibility)}, ${shareLabel(own.visibility.value)}`,
      own === null ? '–' : `${own.named.length} of ${own.named.length + own.missing.length} markets`,
      own === null ? '–' : figureLabel(own.position),
      listed(leaders.slice(0, 3).map(({ name }) => name)),
      String(failed.reduce((sum, each) => sum + each.failed, 0)),
      verdictLabel[comparison.dataQuality.verdict],
    ]),
  };
  return [
    { part: 'summary', id: 'summary', title: 'Summary', blocks: [planLead(read), summary], aside: [] },
    ...pages.map(({ question, engine, comparison, overview }, index): Built => {
      const { blocks } = summarySection(comparison, overview);
      const bars = visibilityBars(comparison, overview);
      return {
        part: 'visibility',
        id: `question-${index + 1}`,
        title: `${question} · ${engine}`,
        blocks,
        aside: bars === null ? [] : [bars],
      };
    }),
    methodSection(facts),
  ];
}

type ReadSlice = ReportSlice & { readonly overview: Overview };

/** How often your brand is named overall: answers are counted, percentages are not averaged. */
function planLead(read: readonly ReadSlice[]): ReportBlock {
  const rows = read.flatMap(({ comparison: { brands } }) => brands.rows.filter(({ kind }) => kind === 'own'));
  const namedBy = (id: string): number =>
    rows.reduce((sum, row) => sum + (row.id === id ? row.visibility.numerator : 0), 0);
  const [own] = [...rows].sort((one, two) => namedBy(two.id) - namedBy(one.id));
  if (own === undefined) return { kind: 'lead', text: 'Your brand is not set.' };
  const answers = read.reduce(
    (sum, { comparison: { brands } }) => sum + brands.answers.reduce((all, each) => all + each, 0),
    0,
  );
  const { value, low, high, numerator } = rateOf(namedBy(own.id), answers);
  // A question that has no answer with text says nothing about the brand.
  const asked = read.filter(({ comparison: { brands } }) => brands.answers.some((each) => each > 0));
  const missing = asked.filter(
    ({ comparison: { brands } }) =>
      !brands.rows.some(({ id, visibility }) => id === own.id && visibility.numerator > 0),
  ).length;
  const nowhere =
    missing === 0
      ? ''
      : ` It is named in no answer to ${missing} of ${asked.length} question and engine pairs.`;
  return {
    kind: 'lead',
    text: `${own.name} is named in ${numerator} of ${counted(answers, 'answer')}, ${value === null ? shareLabel(value) : percentInterval(value, low, high)}.${nowhere}`,
  };
}
