import type { Retention, RetentionPreview, RetentionRule } from '#shared/model/maintenance.ts';
import { retentionDefaults } from '#shared/model/retentionDefaults.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { retentionSheet } from '#shared/tables/projectSheets.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { type ListFormat, sheetText } from '../flags.ts';
import { jsonLine } from '../storedAnswers.ts';
import { bytesLabel } from './maintenance.ts';

export type Printed = { readonly format: 'table' | 'json' };
type Named = Printed & { readonly project?: string };

export type RetentionFlags = Named & {
  readonly pagesDays?: number | 'none';
  readonly runsMonths?: number | 'none';
  readonly keepMarked?: boolean;
  readonly keepMonitors?: boolean;
  readonly automatic?: boolean;
  readonly remove: boolean;
};

const noRule: RetentionRule = { pagesDays: null, runsMonths: null, ...retentionDefaults };
const named = ({ project }: { readonly project?: string }) => (project === undefined ? {} : { project });

export async function showRetention(
  context: CommandContext,
  options: { readonly project?: string; readonly format: ListFormat },
): Promise<ExitCode> {
  const { call, terminal } = context;
  const retention = await call('retention.get', named(options));
  const preview = await call('retention.preview', named(options));
  const file = sheetText(options.format, () => retentionSheet(preview));
  if (file !== null) terminal.stdout(file);
  else if (options.format === 'json') terminal.stdout(jsonLine({ ...retention, preview }));
  else
    terminal.stdout(
      `${ruleLabel(retention)}\n${retention.rule === null ? '' : `${previewLabel(preview)}\n`}`,
    );
  return exitCode.everyAnswer;
}

/** What is not named stays as it was. */
export async function setRetention(context: CommandContext, options: RetentionFlags): Promise<ExitCode> {
  const { call } = context;
  const before = await call('retention.get', named(options));
  const period = (given: number | 'none' | undefined, now: number | null): number | null =>
    given === undefined ? now : given === 'none' ? null : given;
  const old = before.rule ?? noRule;
  const rule: RetentionRule = {
    pagesDays: period(options.pagesDays, old.pagesDays),
    runsMonths: period(options.runsMonths, old.runsMonths),
    keepMarked: options.keepMarked ?? old.keepMarked,
    keepMonitors: options.keepMonitors ?? old.keepMonitors,
    automatic: options.automatic ?? old.automatic,
  };
  if (!options.remove && rule.pagesDays === null && rule.runsMonths === null)
    throw new UsageError('Set --pages-days or --runs-months, or delete the rule with --remove.');
  await call('retention.set', { ...named(options), rule: options.remove ? null : rule });
  return showRetention(context, options);
}

export async function applyRetention(
  context: CommandContext,
  options: Named & { readonly dryRun: boolean },
): Promise<ExitCode> {
  const { call, terminal, clock, interrupted } = context;
  const preview = await call('retention.preview', named(options));
  if (options.dryRun) {
    const words = `${previewLabel(preview)} Nothing was deleted.\n`;
    terminal.stdout(options.format === 'json' ? jsonLine({ dryRun: true, ...preview }) : words);
    return exitCode.everyAnswer;
  }
  let retention = await call('retention.apply', named(options));
  while (retention.running) {
    if (interrupted.aborted) retention = await call('retention.stop', named(options));
    else {
      await clock.wait(100, interrupted).catch(() => {});
      retention = await call('retention.get', named(options));
    }
  }
  const { pages, runs, answers, bytes } = retention.lastRound ?? { pages: 0, runs: 0, answers: 0, bytes: 0 };
  terminal.stdout(
    options.format === 'json'
      ? jsonLine({ dryRun: false, stopped: interrupted.aborted, ...retention.lastRound })
      : `Deleted ${counted(runs, 'run')} with ${counted(answers, 'answer')} and ${counted(pages, 'page')}, ${bytesLabel(bytes)}.${interrupted.aborted ? ' Stopped before the end.' : ' Return the space to the disk with "parallax data compact".'}\n`,
  );
  return interrupted.aborted ? exitCode.unfinished : exitCode.everyAnswer;
}

function ruleLabel({ projectName, rule }: Retention): string {
  if (rule === null) return `${projectName} has no retention rule: everything is kept.`;
  const parts = [
    ...(rule.pagesDays === null ? [] : [`stored pages are deleted after ${counted(rule.pagesDays, 'day')}`]),
    ...(rule.runsMonths === null ? [] : [`runs are deleted after ${counted(rule.runsMonths, 'month')}`]),
    ...(rule.keepMarked ? ['answers with notes or labels are kept'] : []),
    ...(rule.keepMonitors ? ['runs of monitors are kept'] : []),
    rule.automatic
      ? 'applied daily while Parallax is open'
      : 'applied by "parallax data retention apply" only',
  ];
  return `${projectName}: ${parts.join('; ')}.`;
}

function previewLabel({ runs, pages, keptRuns }: RetentionPreview): string {
  const day = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString().slice(0, 10));
  const between = (oldest: number | null, newest: number | null): string =>
    oldest === null ? '' : ` (${day(oldest)} to ${day(newest)})`;
  const kept =
    keptRuns === 0 ? '' : ` ${counted(keptRuns, 'old run')} ${keptRuns === 1 ? 'is' : 'are'} kept.`;
  return `To delete now: ${counted(runs.count, 'run')} with ${counted(runs.answers, 'answer')}, ${bytesLabel(runs.bytes)}${between(runs.oldestAtMs, runs.newestAtMs)}; ${counted(pages.count, 'stored page')} of other runs, ${bytesLabel(pages.bytes)}${between(pages.oldestAtMs, pages.newestAtMs)}.${kept}`;
}
