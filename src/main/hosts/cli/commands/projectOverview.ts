import {
  nextRunsOf,
  overviewListLength,
  periodOverview,
  periodQuery,
  twoPeriods,
  visibilityTitle,
} from '#shared/documents/periodOverview.ts';
import { projectSteps, stepGaps } from '#shared/documents/planSteps.ts';
import { overviewRate } from '#shared/figures/definitions/pageFigures.ts';
import type { Contribution } from '#shared/figures/trends/contributions.ts';
import { trendMetric } from '#shared/figures/trends/trendMetrics.ts';
import { zonedDays } from '#shared/figures/trends/zonedDays.ts';
import type { TrendLine } from '#shared/model/trendLines.ts';
import { overviewRateSentence, rateLabel, shareLabel, verdictLabel } from '#shared/tables/figureLabels.ts';
import { filterLabel } from '#shared/tables/filterLabels.ts';
import { gapListLabel } from '#shared/tables/gapTables.ts';
import { isoTime, numberColumn, type Sheet, textColumn } from '#shared/tables/sheet.ts';
import { escapeMarkdown } from '#shared/tables/sheetFormats.ts';
import { changeLabel, partOfChangeLabel } from '#shared/tables/trendTables.ts';
import type { CommandContext } from '../context.ts';
import type { ExitCode } from '../exitCodes.ts';
import { asUsage, type CompareFlags, comparedOf, type FilterFlags, filterOf } from '../filterFlags.ts';
import { type PrintedDocument, printDocument, stepLines, utcDay } from '../print.ts';

const visibility = trendMetric('visibility');

/** Prints what a period changed in a project and what waits to be done, with the figures of the window. */
export async function projectOverview(
  context: CommandContext & { readonly project?: string },
  flags: FilterFlags & CompareFlags & { readonly days?: string },
  format: 'text' | 'md' | 'json',
): Promise<ExitCode> {
  const facts = await factsOf(context, flags, context.project).catch(asUsage);
  return printDocument(context, format, facts, () => documentOf(facts));
}

type OverviewFacts = Awaited<ReturnType<typeof factsOf>>;

async function factsOf(
  { call, clock, interrupted }: CommandContext,
  { days, ...flags }: FilterFlags & CompareFlags & { readonly days?: string },
  /** Name or id; the current one when left out. */
  wanted: string | undefined,
) {
  const { projects, currentId } = await call('projects.list', {});
  const project = projects.find(({ id, name }) =>
    wanted === undefined ? id === currentId : id === wanted || name === wanted,
  );
  const timeZone = project?.timeZone ?? 'UTC';
  const zone = zonedDays(timeZone);
  const { fromMs, beforeMs, ...filter } = filterOf(flags, zone);
  const compare = comparedOf(flags, zone);
  const period = twoPeriods(clock.now(), Number(days ?? 28), zone, { fromMs, beforeMs, compare });
  const dayOf = (atMs: number): string => utcDay(zone.clockAt(atMs));
  const { now, before } = period;
  const known = await call('trends.choices', {}, interrupted);
  const changes = (by: Parameters<typeof periodQuery>[1]) =>
    known.brands.length === 0
      ? { answers: 0, lines: [] }
      : call('trends.changes', periodQuery(period, by, filter), interrupted);
  const compared = {
    brand: await changes('brand'),
    market: await changes('market'),
    engine: await changes('engine'),
    question: await changes('question'),
  };
  const reach = known.brands.some(({ kind }) => kind === 'own')
    ? await call('trends.pooled', { metric: 'visibility', ...filter, ...now }, interrupted)
    : null;
  const overview = periodOverview(period, known, compared, reach);
  const cited = { ...filter, ...now, most: overviewListLength };
  const { sources } = await call('trends.sources', cited, interrupted);
  const overviews = await call(
    'trends.pooled',
    { metric: overviewRate.id, branded: 'with', ...filter, ...now },
    interrupted,
  );
  const gaps = await call('gaps.list', { ...filter, ...now, most: 1 }, interrupted);
  const queries = stepGaps({ ...filter, ...now });
  const steps =
    reach === null
      ? []
      : projectSteps({
          mentions: await call('gaps.list', queries.mentions, interrupted),
          citations: await call('gaps.list', queries.citations, interrupted),
          detected: await call('brands.detected', {}, interrupted),
        });
  const { alerts } = await call('alerts.list', { limit: overviewListLength });
  const { monitors } = await call('monitors.list', {});
  return {
    project: { id: project?.id ?? null, name: project?.name ?? null },
    days: period.days,
    filter: filterLabel({ ...filter, ...now, compare: before }, zone),
    period: {
      from: dayOf(now.fromMs),
      to: dayOf(now.beforeMs - 1),
      comparedFrom: dayOf(before.fromMs),
      comparedTo: dayOf(before.beforeMs - 1),
      timeZone,
    },
    ...overview,
    steps,
    domains: sources.map(({ domain, presence }) => ({ domain, ...presence })),
    overviews,
    gaps: gaps.missing.some((kind) => kind === 'own' || kind === 'competitors') ? null : gaps.counts,
    alerts: alerts.map(({ id, text, raisedAtMs, monitor }) => ({
      id,
      text,
      at: isoTime(raisedAtMs),
      monitor,
    })),
    nextRuns: nextRunsOf(monitors).map(({ id, name, atMs }) => ({ monitor: id, name, at: isoTime(atMs) })),
  };
}

function documentOf(facts: OverviewFacts): PrintedDocument {
  const { project, filter, period, sentences, steps, gaps, overviews } = facts;
  const lists = ['open', 'done', 'ignored', 'closed'] as const;
  const open =
    gaps === null
      ? 'Gaps need your brand and at least one competitor.'
      : `Gaps: ${lists.map((list) => `${gaps[list]} ${gapListLabel[list].toLowerCase()}`).join(', ')}.`;
  return {
    title: `Overview of ${project.name ?? 'all projects'}`,
    about: `${filter} (${period.timeZone})`,
    sentences: [...sentences, ...overviewRateSentence(overviews)],
    sheets: sheetsOf(facts).filter(({ rows }) => rows.length > 0),
    widest: 80,
    end: (markdown) => [...stepLines(steps, markdown), '', markdown ? escapeMarkdown(open) : open],
  };
}

function sheetsOf(facts: OverviewFacts): readonly Sheet[] {
  return [
    changeSheet('brand', visibilityTitle(facts.days), facts.brands),
    changeSheet('engine', 'Change of your brand by engine', facts.engines),
    changeSheet('question', 'Change of your brand by question', facts.questions.slice(0, overviewListLength)),
    changeSheet('market', 'Your brand by market', facts.markets),
    {
      id: 'domains',
      title: 'Most cited domains',
      note: 'Share of answers that cite it, with the 95 % interval.',
      columns: [textColumn('domain'), textColumn('answers that cite it')],
      rows: facts.domains.map(({ domain, ...rate }) => [domain, rateLabel(rate)]),
    },
    {
      id: 'alerts',
      title: 'Latest alerts',
      note: '"parallax alerts" lists all of them.',
      columns: [textColumn('time'), textColumn('alert')],
      rows: facts.alerts.map(({ at, text }) => [at, text]),
    },
    {
      id: 'next-runs',
      title: 'Next scheduled runs',
      note: 'The next run of each monitor.',
      columns: [textColumn('time'), textColumn('monitor')],
      rows: facts.nextRuns.map(({ at, name }) => [at, name]),
    },
  ];
}

function changeSheet(of: string, title: string, lines: readonly (TrendLine | Contribution)[]): Sheet {
  const change = (points: number | null): string =>
    points === null || visibility === null
      ? '–'
      : `${points > 0 ? '+' : ''}${changeLabel(points, visibility)}`;
  const part = (points: number): string =>
    visibility === null ? '–' : `${points > 0 ? '+' : ''}${partOfChangeLabel(points, visibility)}`;
  const parts = lines.some((line) => 'contribution' in line);
  return {
    id: `change-by-${of}`,
    title,
    note: `Segments (question, engine, country) answered in both periods.${parts ? ' The parts of all lines add up to the total change.' : ''}`,
    columns: [
      textColumn(of),
      textColumn('before'),
      textColumn('now'),
      textColumn('change'),
      ...(parts ? [textColumn('part of the total change')] : []),
      numberColumn('segments'),
      textColumn('significance'),
    ],
    rows: lines.map((line) => [
      line.label,
      shareLabel(line.delta.before),
      shareLabel(line.delta.now),
      change(line.delta.delta),
      ...('contribution' in line ? [part(line.contribution)] : []),
      line.delta.commonCells,
      line.delta.verdict === null ? '–' : verdictLabel[line.delta.verdict],
    ]),
  };
}
