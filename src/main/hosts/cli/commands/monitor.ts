import { Option } from 'commander';
import { AppError } from '#shared/model/appError.ts';
import type { MonitorTranslation, MonitorView } from '#shared/model/monitor.ts';
import { monitorsTable, timesTable } from '#shared/tables/planTables.ts';
import { withConnection } from '../connections.ts';
import type { CommandContext, Declare } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import {
  acting,
  connectionOption,
  defined,
  groupOf,
  leaf,
  listFormat,
  listing,
  maxCredits,
  positiveNumber,
  tableOrJson,
  wholeNumber,
} from '../flags.ts';
import { lines, listFrom, print, printList, utcMinute } from '../print.ts';
import { daemon, runDue } from './monitorDaemon.ts';
import { channel, report, reports, saveReport } from './monitorReport.ts';

const missed = () =>
  new Option('--missed <rule>', 'Missed runs: skip, catch up once, or run all').choices([
    'skip',
    'once',
    'all',
  ]);
const overlap = () =>
  new Option('--overlap <rule>', 'If the previous run is still going').choices(['skip', 'wait', 'parallel']);
const translate = () =>
  new Option('--translate', 'Translate what it collects, by the translation setting of the project');
const translationLimit = () =>
  new Option('--translation-limit <amount>', 'Cost limit of the translations of a run').argParser(
    positiveNumber(1_000_000),
  );
const mode = () => new Option('--mode <name>', 'Run mode').choices(['live', 'queued']);

/** Puts a plan on a schedule and says when it runs next. */
const create: Declare = (group, { withCore }) =>
  leaf(group, 'create', 'Create a monitor: run a plan on a schedule')
    .alias('add')
    .argument('<name>')
    .requiredOption('--plan <name>', 'Plan to run, in its latest version')
    .requiredOption('--cron <fields>', 'Minute hour day month weekday, such as "0 7 * * 1"')
    .option('--time-zone <name>', 'Time zone of the schedule, such as Europe/Berlin', 'UTC')
    .addOption(missed().default('once'))
    .addOption(overlap().default('skip'))
    .option('--random-delay <seconds>', 'Maximum random delay', wholeNumber(0, 86_400), 0)
    .addOption(mode().default('live'))
    .option('--credit-limit <n>', 'Credit limit per run', wholeNumber(0, maxCredits))
    .addOption(translate())
    .addOption(translationLimit())
    .addOption(connectionOption())
    .option('--no-alert-rules', 'Create it without alert rules')
    .addOption(tableOrJson())
    .action(
      withCore(async (context, name, { cron, timeZone, missed, overlap, randomDelay, ...flags }) => {
        const { plan, mode, alertRules, creditLimit, format } = flags;
        const translation = translationOf(flags.translate, flags.translationLimit, null);
        const { id: connectionId } = await withConnection(context, flags.connection);
        const monitor = await context.call('monitors.add', {
          name,
          plan,
          connectionId,
          schedule: { cron, timeZone, missed, overlap, jitterSeconds: randomDelay },
          mode,
          alertRules,
          ceiling: creditLimit,
          translation: translation ?? null,
        });
        return print(context, format, monitor, monitorLabel(monitor));
      }),
    );

/** Changes what is named and leaves the rest. */
const edit: Declare = (group, { withCore }) =>
  leaf(group, 'edit', 'Edit a monitor')
    .argument('<name>')
    .option('--name <name>', 'New name')
    .option('--plan <name>', 'Plan to run')
    .option('--cron <fields>', 'Minute hour day month weekday')
    .option('--time-zone <name>', 'Time zone of the schedule')
    .addOption(missed())
    .addOption(overlap())
    .option('--random-delay <seconds>', 'Maximum random delay', wholeNumber(0, 86_400))
    .addOption(mode())
    .option('--credit-limit <n>', 'Credit limit per run', wholeNumber(0, maxCredits))
    .option('--no-credit-limit', 'Remove the credit limit')
    .addOption(translate())
    .option('--no-translate', 'Translate nothing any more')
    .addOption(translationLimit())
    .option('--no-translation-limit', 'Remove the cost limit of translations')
    .addOption(connectionOption('Connection to use'))
    .addOption(tableOrJson())
    .action(
      withCore(async (context, wanted, { cron, timeZone, missed, overlap, randomDelay, ...flags }) => {
        const { name, plan, mode, creditLimit, connection, format } = flags;
        const { id, schedule, translation } = await findMonitor(context, wanted);
        const given = { cron, timeZone, missed, overlap, jitterSeconds: randomDelay };
        const edited = await context.call('monitors.edit', {
          monitor: id,
          name,
          plan,
          mode,
          schedule: { ...schedule, ...defined(given) },
          ceiling: creditLimit === false ? null : creditLimit,
          translation: translationOf(flags.translate, flags.translationLimit, translation),
          connectionId: connection === undefined ? undefined : (await withConnection(context, connection)).id,
        });
        return print(context, format, edited, monitorLabel(edited));
      }),
    );

const pause: Declare = (group, { withCore }) =>
  acting(group, 'pause', 'Pause a monitor; paused runs do not count as missed')
    .argument('<name>')
    .action(
      withCore(async (context, monitor, { format }) => {
        const paused = await context.call('monitors.pause', { monitor, paused: true });
        return print(context, format, paused, `"${paused.name}" paused.\n`);
      }),
    );

const resume: Declare = (group, { withCore }) =>
  acting(group, 'resume', 'Resume a paused monitor')
    .argument('<name>')
    .action(
      withCore(async (context, monitor, { format }) => {
        const resumed = await context.call('monitors.pause', { monitor, paused: false });
        const [nextMs] = resumed.nextTimesMs;
        const next = nextMs === undefined ? '' : ` Next: ${utcMinute(nextMs)} UTC.`;
        return print(context, format, resumed, `"${resumed.name}" resumed.${next}\n`);
      }),
    );

/** @throws AppError NOT_FOUND */
async function findMonitor({ call }: CommandContext, name: string): Promise<MonitorView> {
  const { monitors } = await call('monitors.list', {});
  const found = monitors.find(
    (each) => each.id === name || each.name.toLocaleLowerCase() === name.toLocaleLowerCase(),
  );
  if (found) return found;
  throw new AppError('NOT_FOUND', `No monitor "${name}". List monitors with "parallax monitor list".`);
}

/**
 * The translation of a monitor by the flags; undefined leaves it as it is.
 * @param limit false removes it
 */
function translationOf(
  translate: boolean | undefined,
  limit: number | false | undefined,
  before: MonitorTranslation | null,
): MonitorTranslation | null | undefined {
  if (translate === undefined && limit === undefined) return undefined;
  if (translate === false) return null;
  if (translate === undefined && before === null)
    throw new UsageError('This monitor translates nothing. Add --translate to limit what that costs.');
  return { costLimit: limit === false ? null : (limit ?? before?.costLimit ?? null) };
}

const monitorLabel = (monitor: MonitorView): string => {
  const { name, planName, words, schedule, nextTimesMs, translation } = monitor;
  const limit = translation?.costLimit == null ? '' : `, at most ${translation.costLimit} per run`;
  return lines([
    `"${name}" runs the plan "${planName}": ${words} (${schedule.timeZone}).`,
    ...(translation === null ? [] : [`Translates what it collects${limit}.`]),
    'Next (UTC):',
    ...nextTimesMs.map((ms) => `  ${utcMinute(ms)}`),
    'Monitors run while Parallax is open, with "parallax monitor daemon", or from cron with "parallax monitor run".',
  ]);
};

/** Scheduled times, newest first, each with its run or why there is none. */
const history: Declare = (group, { withCore }) =>
  leaf(group, 'history', 'Show the run history of a monitor')
    .argument('<name>')
    .option('--limit <n>', 'Number of runs', wholeNumber(1, 500), 20)
    .addOption(listFormat())
    .action(
      withCore(async (context, monitor, { limit, format }) => {
        const { times } = await context.call('monitors.times', { monitor, limit });
        return printList(context, format, listFrom(timesTable), times, { none: 'No runs yet.' });
      }),
    );

const list: Declare = (group, { withCore }) =>
  listing(group, 'list', 'List monitors').action(
    withCore(async (context, { format }) => {
      const { monitors } = await context.call('monitors.list', {});
      const none = 'No monitors yet. Create one with "parallax monitor create".';
      return printList(context, format, listFrom(monitorsTable), monitors, { none });
    }),
  );

const remove: Declare = (group, { withCore }) =>
  acting(group, 'delete', 'Delete a monitor; its runs are kept')
    .alias('remove')
    .argument('<name>')
    .action(
      withCore(async (context, monitor, { format }) => {
        await context.call('monitors.remove', { monitor });
        const said = `Monitor "${monitor}" deleted. Its runs and answers are kept.\n`;
        return print(context, format, { monitor, deleted: true }, said);
      }),
    );

/** Plans on a schedule. */
export const monitor = groupOf(
  create,
  edit,
  pause,
  resume,
  history,
  list,
  remove,
  runDue,
  daemon,
  report,
  reports,
  saveReport,
  channel,
);
