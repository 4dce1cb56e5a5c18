import { changesBetween, momentsOf } from '#shared/alerts/series.ts';
import type { Series } from '#shared/model/series.ts';
import { seriesSheet } from '#shared/tables/historyTables.ts';
import type { ReadingContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import type { ListFormat } from '../flags.ts';
import { type ListTable, printList, tableText } from '../print.ts';
import { periodOf, projectDays, type TimeFlags } from '../timeFlags.ts';

/**
 * The same question, engine and market through time, oldest first: a line for each time it was asked.
 * `series` is any answer of it.
 */
export async function seriesHistory(
  context: ReadingContext,
  options: TimeFlags & { readonly series: string; readonly monitor?: string; readonly format: ListFormat },
): Promise<ExitCode> {
  const { call, terminal } = context;
  const range = { id: options.series, ...periodOf(options, await projectDays(call)) };
  const whole = await call('observations.series', range);
  const monitorId = monitorOf(whole, options.monitor);
  const series = monitorId === null ? whole : await call('observations.series', { ...range, monitorId });
  const table = { columns, sheet: () => seriesSheet(series) };
  const made = linesOf(series);
  printList(context, options.format, table, made, {
    text: () =>
      `${series.question}\n${series.engine}, ${series.marketKey}\n\n${tableText(context, columns, made)}`,
  });
  if (series.total > series.answers.length)
    terminal.stderr(
      `Latest ${series.answers.length} of ${series.total} answers; select others with --from and --to.\n`,
    );
  return exitCode.everyAnswer;
}

function monitorOf(series: Series, name: string | undefined): string | null {
  if (name === undefined) return null;
  const found = series.monitors.find((monitor) => monitor.name === name || monitor.id === name);
  if (found) return found.id;
  const known = series.monitors.map((monitor) => monitor.name).join(', ');
  throw new UsageError(
    `Monitor "${name}" has no runs of this question. ${known === '' ? 'No monitor has.' : `Monitors with runs: ${known}.`}`,
  );
}

function linesOf(series: Series) {
  const brandName = new Map(series.brands.map(({ id, name }) => [id, name]));
  const moments = momentsOf(series.answers);
  return moments.map(({ shown, answers }, index) => {
    const before = moments[index - 1]?.shown;
    const named = (ids: readonly string[]): string[] => ids.map((id) => brandName.get(id) ?? id);
    const brands = shown.brands === null ? null : named(shown.brands);
    const brandsBefore = before?.brands == null ? null : named(before.brands);
    return {
      id: shown.id,
      runId: shown.runId,
      receivedAt: new Date(shown.receivedAtMs).toISOString(),
      wording: shown.wording,
      samples: answers.map(({ id }) => id),
      engine: series.engine,
      market: series.marketKey,
      language: shown.language,
      textChars: shown.textChars,
      driver: shown.driver,
      model: shown.model,
      servedShape: shown.servedShape,
      imported: shown.imported,
      creditsCharged: shown.creditsCharged,
      labels: shown.labels,
      domains: shown.domains,
      domainChanges: before === undefined ? null : changesBetween(before.domains, shown.domains),
      brands,
      brandChanges: brands === null || brandsBefore === null ? null : changesBetween(brandsBefore, brands),
    };
  });
}

const columns: ListTable<ReturnType<typeof linesOf>[number]>['columns'] = {
  ANSWER: ({ id }) => id,
  'DATE (UTC)': ({ receivedAt }) => receivedAt.slice(0, 16).replace('T', ' '),
  DOMAINS: ({ domains }) => domains.length,
  NEW: ({ domainChanges }) => listed(domainChanges?.came, '+'),
  LOST: ({ domainChanges }) => listed(domainChanges?.went, '−'),
  BRANDS: ({ brands }) => brands?.join(', ') ?? '',
};

const listed = (names: readonly string[] | undefined, sign: string): string =>
  (names ?? []).map((name) => `${sign}${name}`).join(' ');
