import { utcDays, type ZonedDays } from '../figures/trends/zonedDays.ts';
import { countryName } from '../geo/countries.ts';
import { usStateName } from '../geo/states.ts';
import type { GapAnswer, GapCause, GapList, GapView } from '../model/gap.ts';
import { counted, listed } from './figureLabels.ts';
import type { Sheet } from './sheet.ts';
import { column, readableSheet, sheetOf, tableOf } from './table.ts';

/** Sentences and tables of gaps: the same in window, files and terminal. */

export const gapListLabel: Readonly<Record<GapList, string>> = {
  open: 'Open',
  done: 'Done',
  ignored: 'Ignored',
  closed: 'Closed',
  all: 'All',
};

export const gapKindLabel = { mention: 'Mention', citation: 'Citation' } as const;

/** The competitor's side: the brand that is named, or the domain that is cited. */
export const gapSubject = ({ key, brand }: GapView): string =>
  key.kind === 'mention' ? (brand?.name ?? '') : key.domain;

/** `Named in 4 of 6 answers`, `Cited in 1 of 3 answers that name Rival`. */
export function gapReach({ key, count, of, named, brand }: GapView): string {
  const reach = `${key.kind === 'mention' ? 'Named' : 'Cited'} in ${count} of ${counted(of, 'answer')}`;
  if (key.kind === 'mention') return reach;
  if (brand !== null) return `${reach}, site of ${brand.name}`;
  return `${reach}, with ${listed(
    named.map(({ name }) => name),
    2,
  )}`;
}

/** Its outcome since the user handled it, or since it was found. */
export function gapOutcome(gap: GapView, dateOf: (atMs: number) => string = dayIn(utcDays)): string {
  const { sinceMs, closedAtMs, askedAtMs, status, decidedAtMs } = gap;
  if (closedAtMs !== null) return `Closed since ${dateOf(closedAtMs)}`;
  if (status === 'open' || decidedAtMs === null) return `Open since ${dateOf(sinceMs)}`;
  if (askedAtMs <= decidedAtMs) return `${gapListLabel[status]} ${dateOf(decidedAtMs)}, not asked since`;
  return `Still a gap on ${dateOf(askedAtMs)}`;
}

/** "2026-11-01" of a moment, in the project's time zone. */
const dayIn =
  ({ clockAt }: ZonedDays) =>
  (atMs: number): string =>
    new Date(clockAt(atMs)).toISOString().slice(0, 10);

export function gapMarketName({ market, key }: GapView): string {
  const { country, state } = market;
  if (country === null) return 'No country';
  const name = state === undefined ? countryName(country, 'en') : (usStateName(state) ?? state);
  return key.market === country || key.market === `${country}:${state}` ? name : `${name} (${key.market})`;
}

/** A sentence about the listed gaps. */
export function gapSummary({ counts, total, gaps, causes, answers, missing }: GapAnswer): string {
  if (answers === 0) return 'No answers yet.';
  if (missing.includes('own')) return 'Your brand is not set: add it to see where you are missing.';
  if (missing.includes('competitors'))
    return 'No competitors are listed: add them to see where they are named.';
  const shown = gaps.length < total && causes.length === 0 ? `, ${gaps.length} shown` : '';
  return `${counted(counts.open, 'open gap')}${shown}; ${counts.done} done, ${counts.ignored} ignored, ${counts.closed} closed.`;
}

export const gapsTable = tableOf<GapView>()({
  id: 'gaps',
  title: 'Gaps',
  note: 'Ranked by reach: the lower end of the 95 % interval of answers without you.',
  columns: {
    id: column.text('ID', ({ id }) => id),
    kind: ({ key }) => key.kind,
    question: column.text('Question', ({ key }) => key.question),
    engine: column.text('Engine', ({ key }) => key.engine),
    market: column.text('Market', ({ key }) => key.market, { text: gapMarketName }),
    brand: ({ brand }) => brand?.name ?? null,
    domain: ({ key }) => key.domain || null,
    named: ({ named }) => named.map(({ name }) => name).join('; '),
    answers: ({ count }) => count,
    of: ({ of }) => of,
    low: column.number('Reach', ({ low }) => low, { text: gapReach }),
    high: ({ high }) => high,
    runs: column.number('Runs', ({ runs }) => runs, { text: ({ runs, ofRuns }) => `${runs} of ${ofRuns}` }),
    of_runs: ({ ofRuns }) => ofRuns,
    since: column.time('Since', ({ sinceMs }) => sinceMs),
    asked: column.time('Last asked', ({ askedAtMs }) => askedAtMs),
    closed: column.time('Closed', ({ closedAtMs }) => closedAtMs),
    status: column.text('Status', ({ status }) => status),
    decided: column.time('Decided', ({ decidedAtMs }) => decidedAtMs),
    note: ({ note }) => note,
    quote: ({ quote }) => quote?.text ?? null,
    url: ({ url }) => url,
    observation: ({ observationId }) => observationId,
    gap: column.text('Gap', gapSubject, { inFiles: false }),
    outcome: column.text('Outcome', (gap) => gapOutcome(gap), { inFiles: false }),
  },
  window: ['gap', 'market', 'question', 'low', 'outcome', 'status'],
  terminal: ['gap', 'market', 'engine', 'low', 'runs', 'outcome', 'question', 'id'],
});

/** Gaps by cause: what to work on first. */
export const gapCausesTable = tableOf<GapCause>()({
  id: 'gap-causes',
  title: 'Gaps by cause',
  note: 'Competitors by answers over average position, then pages by answers. Answers are those without you.',
  columns: {
    kind: column.text('Kind', ({ kind }) => kind, { text: ({ kind }) => gapKindLabel[kind] }),
    cause: column.text('Cause', ({ label }) => label),
    answers: column.number('Answers', ({ answers }) => answers, {
      text: ({ answers, of }) => `${answers} of ${of}`,
    }),
    of: ({ of }) => of,
    average_position: column.number('Average position', ({ position }) => position, {
      text: ({ position }) => position?.toFixed(1) ?? '–',
    }),
    questions: column.number('Questions', ({ questions }) => questions),
    markets: column.text('Markets', ({ markets }) => markets.join(' ')),
    gaps: column.number('Gaps', ({ gaps }) => gaps),
  },
  window: ['cause', 'answers', 'average_position', 'questions', 'markets', 'gaps'],
  terminal: ['kind', 'cause', 'answers', 'average_position', 'questions', 'markets', 'gaps'],
});

export const gapCausesSheet = (causes: readonly GapCause[]): Sheet => sheetOf(gapCausesTable, causes);

export const readableCauses = (causes: readonly GapCause[]): Sheet => readableSheet(gapCausesTable, causes);

export const gapsSheet = (gaps: readonly GapView[]): Sheet => sheetOf(gapsTable, gaps);

/** The same as a person reads it in a terminal, with days of the project's time zone. */
export function readableGaps(gaps: readonly GapView[], days: ZonedDays): Sheet {
  const outcome = column.text('Outcome', (gap: GapView) => gapOutcome(gap, dayIn(days)), { inFiles: false });
  return readableSheet({ ...gapsTable, columns: { ...gapsTable.columns, outcome } }, gaps);
}
