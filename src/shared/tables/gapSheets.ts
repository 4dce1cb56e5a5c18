import { countryName } from '../geo/countries.ts';
import { usStateName } from '../geo/states.ts';
import type { GapAnswer, GapList, GapView } from '../model/gap.ts';
import { counted, listed } from './figureLabels.ts';
import { isoTime, listSheet, type Sheet, textColumn } from './sheet.ts';

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
export function gapOutcome(gap: GapView, dateOf: (atMs: number) => string = dayOf): string {
  const { sinceMs, closedAtMs, askedAtMs, status, decidedAtMs } = gap;
  if (closedAtMs !== null) return `Closed since ${dateOf(closedAtMs)}`;
  if (status === 'open' || decidedAtMs === null) return `Open since ${dateOf(sinceMs)}`;
  if (askedAtMs <= decidedAtMs) return `${gapListLabel[status]} ${dateOf(decidedAtMs)}, not asked since`;
  return `Still a gap on ${dateOf(askedAtMs)}`;
}

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

export function gapMarketName({ market, key }: GapView): string {
  const { country, state } = market;
  if (country === null) return 'No country';
  const name = state === undefined ? countryName(country, 'en') : (usStateName(state) ?? state);
  return key.market === country || key.market === `${country}:${state}` ? name : `${name} (${key.market})`;
}

/** A sentence about the listed gaps. */
export function gapSummary({ counts, total, gaps, answers, missing }: GapAnswer): string {
  if (answers === 0) return 'No answers yet.';
  if (missing.includes('own')) return 'Your brand is not set: add it to see where you are missing.';
  if (missing.includes('competitors'))
    return 'No competitors are listed: add them to see where they are named.';
  const shown = gaps.length < total ? `, ${gaps.length} shown` : '';
  return `${counted(counts.open, 'open gap')}${shown}; ${counts.done} done, ${counts.ignored} ignored, ${counts.closed} closed.`;
}

export function gapsSheet(gaps: readonly GapView[]): Sheet {
  return listSheet('gaps', 'Gaps', gaps, {
    id: ({ id }) => id,
    kind: ({ key }) => key.kind,
    question: ({ key }) => key.question,
    engine: ({ key }) => key.engine,
    market: ({ key }) => key.market,
    brand: ({ brand }) => brand?.name ?? null,
    domain: ({ key }) => key.domain || null,
    named: ({ named }) => named.map(({ name }) => name).join('; '),
    answers: ({ count }) => count,
    of: ({ of }) => of,
    low: ({ low }) => low,
    high: ({ high }) => high,
    runs: ({ runs }) => runs,
    of_runs: ({ ofRuns }) => ofRuns,
    since: ({ sinceMs }) => isoTime(sinceMs),
    asked: ({ askedAtMs }) => isoTime(askedAtMs),
    closed: ({ closedAtMs }) => isoTime(closedAtMs),
    status: ({ status }) => status,
    decided: ({ decidedAtMs }) => isoTime(decidedAtMs),
    note: ({ note }) => note,
    quote: ({ quote }) => quote?.text ?? null,
    url: ({ url }) => url,
    observation: ({ observationId }) => observationId,
  });
}

/** The same as a person reads it in a terminal. */
export function readableGaps(gaps: readonly GapView[]): Sheet {
  return {
    id: 'gaps',
    title: 'Gaps',
    note: 'Ranked by reach: the lower end of the 95 % interval of answers without you.',
    columns: ['Gap', 'Market', 'Engine', 'Reach', 'Runs', 'Outcome', 'Question', 'ID'].map((label) =>
      textColumn(label),
    ),
    rows: gaps.map((gap) => [
      gapSubject(gap),
      gapMarketName(gap),
      gap.key.engine,
      gapReach(gap),
      `${gap.runs} of ${gap.ofRuns}`,
      gapOutcome(gap),
      gap.key.question,
      gap.id,
    ]),
  };
}
