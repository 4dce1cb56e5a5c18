import { shareOfVoice, visibility } from '../figures/definitions/brandFigures.ts';
import { citationShare, sourcePresence } from '../figures/definitions/sourceFigures.ts';
import type {
  BrandListRow,
  QuestionList,
  QuestionRow,
  SourceList,
  SourceRow,
} from '../model/projectLists.ts';
import type { TrendDelta } from '../model/trendLines.ts';
import { brandKindLabel } from './brandLabels.ts';
import { counted, listed, rateLabel, shareLabel } from './figureLabels.ts';
import { marketName } from './filterLabels.ts';
import { column, tableOf } from './table.ts';
import { changeLabel } from './trendTables.ts';

/** Sentences and tables of the questions and sources of a project: the same in window, files and terminal. */

/** `+12.5 points`; a dash if a period has no data. */
export function changeText(delta: TrendDelta | null): string {
  if (delta?.delta == null) return '–';
  return `${delta.delta > 0 ? '+' : ''}${changeLabel(delta.delta, visibility)}`;
}

/** `Brazil, Japan +3`. */
const shownMarkets = 2;

export function marketsText(markets: readonly string[]): string {
  const names = markets.slice(0, shownMarkets).map(marketName).join(', ');
  return markets.length > shownMarkets ? `${names} +${markets.length - shownMarkets}` : names;
}

/** What the table says in one breath: how many questions name the brand, and who leads where none does. */
export function questionsSummary({ brand, questions, answers, unsearched }: QuestionList): string {
  if (questions.length === 0) return 'No questions yet.';
  if (answers === 0)
    return `${counted(questions.length, 'question')}, without an answer in this period and filter.`;
  if (brand === null) return `${counted(questions.length, 'question')}. Your brand is not set.`;
  const answered = questions.filter(({ visibility: found }) => (found?.denominator ?? 0) > 0);
  if (answered.length === 0) return `Computing the brands of ${counted(unsearched, 'answer')}…`;
  const without = answered.filter(({ visibility: found }) => found?.numerator === 0);
  const named = answered.length - without.length;
  const leads = new Map<string, number>();
  for (const { leaders } of without)
    for (const { name } of leaders) leads.set(name, (leads.get(name) ?? 0) + 1);
  const [most] = [...leads].sort((one, two) => two[1] - one[1]);
  return [
    `${brand.name} is named in ${named} of ${counted(answered.length, 'question')}.`,
    ...(without.length === 0 || most === undefined
      ? []
      : [`Where it is missing, ${most[0]} leads your list most often (${most[1]} of ${without.length}).`]),
    ...(unsearched === 0 ? [] : [`Computing the brands of ${counted(unsearched, 'more answer')}.`]),
  ].join(' ');
}

type Changing = Pick<QuestionRow, 'change' | 'trend'>;
/** What became of the figure of a question or a source. */
const changeColumns = {
  before: ({ change }: Changing) => change?.before ?? null,
  change: column.number<Changing>('Change', ({ change }) => change?.delta ?? null, {
    text: ({ change }) => changeText(change),
  }),
  change_verdict: ({ change }: Changing) => change?.verdict ?? null,
  trend: column.number<Changing>('Trend', ({ trend }) => trend.findLast((value) => value !== null) ?? null, {
    text: ({ trend }) => shareLabel(trend.findLast((value) => value !== null) ?? null),
    inFiles: false,
  }),
};

export const questionsTable = tableOf<QuestionRow>()({
  id: 'questions',
  title: 'Questions',
  note: 'Visibility and average position of the brand over all answers of the period; 95 % intervals (Wilson).',
  columns: {
    question: column.text('Question', ({ question }) => question),
    tags: column.text('Tags', ({ tags }) => tags.join('; '), { text: ({ tags }) => tags.join(', ') }),
    branded: ({ branded }) => branded,
    answers: column.number('Answers', ({ answers }) => answers),
    visibility: column.number('Visibility', ({ visibility: found }) => found?.value ?? null, {
      text: ({ visibility: found }) => (found === null ? 'no data' : rateLabel(found)),
      about: visibility.definition,
    }),
    named: ({ visibility: found }) => found?.numerator ?? null,
    of: ({ visibility: found }) => found?.denominator ?? null,
    low: ({ visibility: found }) => found?.low ?? null,
    high: ({ visibility: found }) => found?.high ?? null,
    average_position: column.number('Average position', ({ position }) => position?.value ?? null, {
      text: ({ position }) => position?.value?.toFixed(1) ?? '–',
    }),
    ...changeColumns,
    leaders: column.text(
      'Leads, listed brands',
      ({ leaders }) => leaders.map(({ name }) => name).join('; '),
      {
        text: ({ leaders }) => listed(leaders.map(({ name }) => name)) || '–',
      },
    ),
    markets: column.number('Markets', ({ markets }) => markets.length),
    missing: column.text('Not named in', ({ missing }) => missing.join('; '), {
      text: ({ missing }) => marketsText(missing),
    }),
    last_answer: column.time('Last answer', ({ last }) => last?.atMs ?? null),
    answer: ({ last }) => last?.observationId ?? null,
    run: ({ last }) => last?.runId ?? null,
  },
  window: [
    'question',
    'visibility',
    'change',
    'trend',
    'average_position',
    'leaders',
    'missing',
    'last_answer',
  ],
  terminal: ['question', 'visibility', 'average_position', 'leaders', 'missing', 'answers', 'last_answer'],
});

export const brandListTable = tableOf<BrandListRow>()({
  id: 'brand-figures',
  title: 'Brands in your answers',
  note: 'Answers to questions that do not name your brand; 95 % intervals (Wilson).',
  columns: {
    brand: column.text('Brand', ({ name }) => name),
    kind: column.text('Kind', ({ kind }) => kind, { text: ({ kind }) => brandKindLabel[kind] }),
    visibility: column.number('Visibility', ({ visibility: { value } }) => value, {
      text: (row) => rateLabel(row.visibility),
      about: visibility.definition,
    }),
    named: (row) => row.visibility.numerator,
    of: (row) => row.visibility.denominator,
    low: (row) => row.visibility.low,
    high: (row) => row.visibility.high,
    change: column.number('Change', ({ change }) => change?.delta ?? null, {
      text: ({ change }) => changeText(change),
    }),
    change_verdict: ({ change }) => change?.verdict ?? null,
    share_of_voice: column.number('Share of voice', ({ shareOfVoice }) => shareOfVoice.value, {
      text: ({ shareOfVoice }) => shareLabel(shareOfVoice.value),
      about: shareOfVoice.definition,
    }),
    average_position: column.number('Average position', ({ position }) => position.value, {
      text: ({ position }) => position.value?.toFixed(1) ?? '–',
    }),
  },
  window: ['brand', 'visibility', 'change', 'share_of_voice', 'average_position'],
  terminal: ['brand', 'visibility', 'change', 'share_of_voice', 'average_position'],
});

/** How often your site is cited, and what is cited in its place. */
export function sourcesSummary({ answers, citations, own, sources, total }: SourceList): string {
  if (answers === 0) return 'No answers that can cite sources in this period and filter.';
  if (total === 0) return `${counted(answers, 'answer')} cite no source.`;
  const rivals = sources
    .filter(({ instead }) => (instead?.numerator ?? 0) > 0)
    .sort((one, two) => (two.instead?.numerator ?? 0) - (one.instead?.numerator ?? 0));
  const names = [...new Set(rivals.map(({ domain }) => domain))];
  return [
    `${counted(citations, 'citation')} in ${counted(answers, 'answer')}.`,
    ...(own === null
      ? ['Add the domains of your brand to see who is cited instead of you.']
      : [`Your site is cited in ${own.numerator} of them, ${shareLabel(own.value)}.`]),
    ...(own === null || names.length === 0 ? [] : [`Cited instead: ${listed(names)}.`]),
  ].join(' ');
}

const ownerLabel = ({ owner }: SourceRow): string =>
  owner === null ? '' : owner.kind === 'own' ? 'Your brand' : owner.name;

export const sourceListTable = tableOf<SourceRow>()({
  id: 'sources',
  title: 'Sources',
  note: 'Answers that can cite; a URL counts once per answer; 95 % intervals (Wilson).',
  columns: {
    domain: column.text('Domain', ({ domain }) => domain),
    url: column.text('Page', ({ url }) => url),
    type: column.text('Type', ({ type }) => type),
    owner: column.text('Owner', (row) => ownerLabel(row)),
    presence: column.number('Cited in', ({ presence }) => presence.value, {
      text: ({ presence }) => rateLabel(presence),
      about: sourcePresence.definition,
    }),
    cited: ({ presence }) => presence.numerator,
    of: ({ presence }) => presence.denominator,
    low: ({ presence }) => presence.low,
    high: ({ presence }) => presence.high,
    citation_share: column.number('Citation share', ({ share }) => share.value, {
      text: ({ share }) => rateLabel({ ...share, low: null, high: null }),
      about: citationShare.definition,
    }),
    citations: ({ share }) => share.numerator,
    ...changeColumns,
    instead_of_you: column.number('Instead of you', ({ instead }) => instead?.numerator ?? null, {
      text: ({ instead }) => (instead === null ? '–' : `${instead.numerator} of ${instead.denominator}`),
      about: 'Answers that cite it and not your site, of those that cite it.',
    }),
    questions: column.number('Questions', ({ questions }) => questions),
    markets: column.text('Markets', ({ markets }) => markets.join('; '), {
      text: ({ markets }) => marketsText(markets),
    }),
    last_cited: column.time('Last cited', ({ last }) => last.atMs),
    answer: ({ last }) => last.observationId,
    source: column.text('Source', ({ url, domain }) => url ?? domain, { inFiles: false }),
  },
  window: [
    'source',
    'type',
    'presence',
    'citation_share',
    'change',
    'trend',
    'instead_of_you',
    'questions',
    'markets',
    'last_cited',
  ],
  terminal: ['source', 'type', 'presence', 'citation_share', 'instead_of_you', 'questions', 'last_cited'],
});
