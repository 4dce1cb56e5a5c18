import type { Retention, RetentionPreview, RetentionRule } from '#shared/model/maintenance.ts';
import { retentionDefaults } from '#shared/model/retentionDefaults.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { retentionSheet } from '#shared/tables/projectTables.ts';
import type { CommandContext, Declare } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { groupOf, type ListFormat, leaf, listFormat, numberOrNone, tableOrJson } from '../flags.ts';
import { bytesLabel, lines, print, utcDay } from '../print.ts';

const noRule: RetentionRule = { pagesDays: null, runsMonths: null, ...retentionDefaults };

const show: Declare = (group, { withCore }) =>
  group
    .command('show', { isDefault: true })
    .description('Show the retention rule and the data to delete')
    .option('--project <name>', 'Project (default: the current one)')
    .addOption(listFormat())
    .action(withCore((context, { project, format }) => printRetention(context, project, format)));

async function printRetention(
  context: CommandContext,
  project: string | undefined,
  format: ListFormat,
): Promise<ExitCode> {
  const retention = await context.call('retention.get', { project });
  const preview = await context.call('retention.preview', { project });
  const said = [ruleLabel(retention), ...(retention.rule === null ? [] : [previewLabel(preview)])];
  return print(context, format, { ...retention, preview }, lines(said), () => retentionSheet(preview));
}

const period = (most: number) => numberOrNone(1, most, `Use a whole number from 1 to ${most}, or none.`);

/** What is not named stays as it was. */
const set: Declare = (group, { withCore }) =>
  leaf(group, 'set', 'Change the retention rule; deletes nothing yet')
    .option('--pages-days <n>', 'Delete stored HTML pages after this many days, or none', period(36_500))
    .option('--runs-months <n>', 'Delete runs and answers after this many months, or none', period(1200))
    .option('--keep-marked', 'Keep answers with notes or labels, and their runs')
    .option('--no-keep-marked', 'Delete answers with notes or labels too')
    .option('--keep-monitors', 'Keep runs of monitors')
    .option('--no-keep-monitors', 'Delete runs of monitors too')
    .option('--automatic', 'Apply daily while Parallax is open')
    .option('--no-automatic', 'Apply only by "retention apply"')
    .option('--remove', 'Delete the rule: everything is kept', false)
    .option('--project <name>', 'Project (default: the current one)')
    .addOption(tableOrJson())
    .action(
      withCore(async (context, { project, format, remove, ...given }) => {
        const { call } = context;
        const old = (await call('retention.get', { project })).rule ?? noRule;
        const { pagesDays = old.pagesDays, runsMonths = old.runsMonths } = given;
        const rule: RetentionRule = {
          pagesDays: pagesDays === 'none' ? null : pagesDays,
          runsMonths: runsMonths === 'none' ? null : runsMonths,
          keepMarked: given.keepMarked ?? old.keepMarked,
          keepMonitors: given.keepMonitors ?? old.keepMonitors,
          automatic: given.automatic ?? old.automatic,
        };
        if (!remove && rule.pagesDays === null && rule.runsMonths === null)
          throw new UsageError('Set --pages-days or --runs-months, or delete the rule with --remove.');
        await call('retention.set', { project, rule: remove ? null : rule });
        return printRetention(context, project, format);
      }),
    );

const apply: Declare = (group, { withCore }) =>
  leaf(group, 'apply', 'Delete data by the rule; Ctrl+C stops, deleted data is not restored')
    .option('--dry-run', 'Show the data to delete only', false)
    .option('--project <name>', 'Project (default: the current one)')
    .addOption(tableOrJson())
    .action(
      withCore(async (context, { dryRun, project, format }) => {
        const { call, clock, interrupted } = context;
        const preview = await call('retention.preview', { project });
        if (dryRun)
          return print(
            context,
            format,
            { dryRun, ...preview },
            `${previewLabel(preview)} Nothing was deleted.\n`,
          );
        let retention = await call('retention.apply', { project });
        while (retention.running) {
          if (interrupted.aborted) retention = await call('retention.stop', { project });
          else {
            await clock.wait(100, interrupted).catch(() => {});
            retention = await call('retention.get', { project });
          }
        }
        const stopped = interrupted.aborted;
        const { pages = 0, runs = 0, answers = 0, bytes = 0 } = retention.lastRound ?? {};
        const end = stopped
          ? 'Stopped before the end.'
          : 'Return the space to the disk with "parallax data compact".';
        print(
          context,
          format,
          { dryRun, stopped, ...retention.lastRound },
          `Deleted ${counted(runs, 'run')} with ${counted(answers, 'answer')} and ${counted(pages, 'page')}, ${bytesLabel(bytes)}. ${end}\n`,
        );
        return stopped ? exitCode.unfinished : exitCode.everyAnswer;
      }),
    );

/** Retention rules of projects. */
export const retention: Declare = (parent, actions) =>
  groupOf(
    show,
    set,
    apply,
  )(
    parent.command('retention').description('Manage retention rules; nothing is deleted without a rule'),
    actions,
  );

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
  const between = (oldest: number | null, newest: number | null): string =>
    oldest === null || newest === null ? '' : ` (${utcDay(oldest)} to ${utcDay(newest)})`;
  const kept =
    keptRuns === 0 ? '' : ` ${counted(keptRuns, 'old run')} ${keptRuns === 1 ? 'is' : 'are'} kept.`;
  return `To delete now: ${counted(runs.count, 'run')} with ${counted(runs.answers, 'answer')}, ${bytesLabel(runs.bytes)}${between(runs.oldestAtMs, runs.newestAtMs)}; ${counted(pages.count, 'stored page')} of other runs, ${bytesLabel(pages.bytes)}${between(pages.oldestAtMs, pages.newestAtMs)}.${kept}`;
}
