import type { AnswerDifferences } from '../figures/comparison/answerDifferences.ts';
import type { Overview, OverviewInput } from '../figures/comparison/overview.ts';
import { overviewRate } from '../figures/definitions/pageFigures.ts';
import { figureLabel, listed, rateLabel } from '../tables/figureLabels.ts';
import { numberColumn, type Sheet, textColumn } from '../tables/sheet.ts';
import { factsSentence } from '../tables/verdictSentences.ts';
import { marketNames, rateOfAnswers } from './overviewSentences.ts';

/** Maximum rows of an overview's table; the tabs have the others. */
const maxLines = 10;

/** The tables of the overview, for files and the terminal. */
export function overviewSheets(
  comparison: OverviewInput,
  overview: Overview,
  /** Rows of a list at most. */
  lines = maxLines,
  differences: readonly AnswerDifferences[] = [],
): readonly Sheet[] {
  const names = marketNames(comparison);
  const { own, markets, leaders, onlyHere, failed } = overview;
  const { overviewRates } = comparison.search;
  const asked = comparison.search.overviewRate.denominator > 0;
  const leavesOut = markets.some((market) => market.leavesOut.length > 0);
  const leading = (column: number): string => {
    const here = markets[column]?.leaders ?? [];
    const [first] = here;
    if (first === undefined) return '';
    const names = listed(here.map(({ name }) => name));
    return `${names}${here.length === 1 ? '' : ', level'} (${rateOfAnswers(first.visibility)})`;
  };
  const sheets: readonly Sheet[] = [
    {
      id: 'overview-markets',
      title: own === null ? 'Leading brand by market' : `${own.name} by market`,
      note: `Leading: named in most answers; of these, the best average position.${leavesOut ? ' Does not name: brands that most of the other markets name.' : ''}`,
      columns: [
        textColumn('market'),
        ...(own === null ? [] : [textColumn('visibility'), textColumn('average position')]),
        textColumn('leading'),
        ...(leavesOut ? [textColumn('does not name')] : []),
        ...(asked ? [textColumn(overviewRate.label)] : []),
      ],
      rows: markets.map(({ column, state, own: here, leavesOut: missing }) => [
        names[column] ?? '',
        ...(own === null
          ? []
          : [
              here === null ? state : rateLabel(here.visibility),
              here === null ? '' : figureLabel(here.position),
            ]),
        leading(column),
        ...(leavesOut ? [listed(missing)] : []),
        ...(asked ? [rateLabel(overviewRates[column] ?? comparison.search.overviewRate)] : []),
      ]),
    },
    differencesSheet(differences, names),
    {
      id: 'overview-leaders',
      title: own === null ? 'Brands that lead' : 'Brands that lead where you do not',
      note: note(leaders.length, lines),
      columns: [textColumn('brand'), textColumn('kind'), numberColumn('markets'), textColumn('leads in')],
      rows: leaders
        .slice(0, lines)
        .map(({ name, kind, detected, leads }) => [
          name,
          detected ? 'detected' : kind,
          leads.length,
          listed(leads.map(({ column }) => names[column] ?? '')),
        ]),
    },
    {
      id: 'overview-sources',
      title: 'Sources cited in one market only',
      note: note(onlyHere.length, lines),
      columns: [textColumn('domain'), textColumn('type'), textColumn('market'), textColumn('cited in')],
      rows: onlyHere
        .slice(0, lines)
        .map(({ domain, type, column, rate }) => [domain, type, names[column] ?? '', rateOfAnswers(rate)]),
    },
    {
      id: 'overview-wordings',
      title: 'Wordings of the question',
      note: 'What was asked in each market. Differences may come from the wording.',
      columns: [textColumn('wording'), textColumn('markets')],
      rows: comparison.dataQuality.wordings.map(({ text, columns }) => [
        text,
        columns.map((column) => names[column] ?? '').join(', '),
      ]),
    },
    {
      id: 'overview-failed',
      title: 'Failed requests',
      note: 'Failed requests count neither as present nor as absent.',
      columns: [textColumn('market'), textColumn('failed'), textColumn('code'), textColumn('message')],
      rows: failed.map(({ column, failed: count, total, code, message }) => [
        names[column] ?? '',
        `${count} of ${total}`,
        code,
        message,
      ]),
    },
  ];
  return sheets.filter(({ rows }) => rows.length > 0);
}

/** What the answers say differently: heading and columns of the table in window, files and terminal. */
export const differencesTitle = 'What each answer says differently';
export const differenceColumns: readonly {
  readonly id: 'facts' | 'leavesOut' | 'onlyHere';
  readonly header: string;
  /** Each as a sentence or in quotes, in reading order. */
  readonly lines: (market: AnswerDifferences) => readonly string[];
}[] = [
  {
    id: 'facts',
    header: 'Other facts',
    lines: ({ facts }) => [
      ...new Set(
        facts.map((fact) => {
          const said = factsSentence([fact], null);
          return fact.sentence === null ? said : `${said}: ${fact.sentence}`;
        }),
      ),
    ],
  },
  { id: 'leavesOut', header: 'Leaves out', lines: ({ leavesOut }) => leavesOut.map((each) => `“${each}”`) },
  { id: 'onlyHere', header: 'Only here', lines: ({ onlyHere }) => onlyHere.map((each) => `“${each}”`) },
];

const differencesSheet = (differences: readonly AnswerDifferences[], names: readonly string[]): Sheet => ({
  id: 'overview-answers',
  title: differencesTitle,
  note: 'By the verdicts on the sections of the shown answers; "parallax compare" lists all.',
  columns: [textColumn('market'), ...differenceColumns.map(({ header }) => textColumn(header.toLowerCase()))],
  rows: differences.map((market) => [
    names[market.column] ?? '',
    ...differenceColumns.map(({ lines }) => listedFirst(lines(market))),
  ]),
});

function listedFirst(all: readonly string[], shown = 2): string {
  const more = all.length - shown;
  return `${all.slice(0, shown).join('; ')}${more > 0 ? `; ${more} more` : ''}`;
}

const note = (all: number, shown: number): string =>
  all > shown ? `The first ${shown} of ${all}.` : `${all} in total.`;
