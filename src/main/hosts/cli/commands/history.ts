import { runsTable } from '#shared/tables/historyTables.ts';
import type { Declare, ReadingContext } from '../context.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import { type ListFormat, listFormat, wholeNumber } from '../flags.ts';
import { jsonLine, listFrom, printList } from '../print.ts';
import { readAnswers, runSections } from '../storedAnswers.ts';
import { whileRead } from '../terminal.ts';

/** Runs, answers that are searched for, or the changes of one. Only what is asked for is loaded. */
export const history: Declare = (command, { withHistory }) =>
  command
    .option('--limit <n>', 'Number of runs or answers', wholeNumber(1, 500), 20)
    .option('--search <query>', 'Words, "a phrase", begin*, -without, and filters such as before:2026-10')
    .option('--engine <list>', 'Only these engines')
    .option('--country <list>', 'Only these countries, such as DE,FR')
    .option('--language <list>', 'Only these languages, such as de,ja')
    .option('--domain <list>', 'Only answers that cite these domains')
    .option('--brand <list>', 'Only answers that name these brands, by the current rules')
    .option('--tag <list>', 'Only questions with these tags')
    .option('--status <name>', 'completed or failed')
    .option('--from <date>', 'First day, month or year, such as 2026-10-01')
    .option('--to <date>', 'Last day, month or year')
    .option('--series <answer>', 'Show the change history of this answer')
    .option('--monitor <name>', 'With --series: only runs of this monitor')
    .addOption(listFormat())
    .action(
      withHistory(async (context, { series, monitor, limit, format, ...filter }) => {
        if (series !== undefined) {
          const { seriesHistory } = await import('./seriesHistory.ts');
          return seriesHistory(context, { series, monitor, ...filter, format });
        }
        if (Object.values(filter).every((flag) => flag === undefined))
          return listRuns(context, limit, format);
        const { searchHistory } = await import('./searchHistory.ts');
        return searchHistory(context, filter, limit, format);
      }),
    );

/** The last runs, newest first: a row for each run, or as JSON a line for each of their answers. */
async function listRuns(context: ReadingContext, limit: number, format: ListFormat): Promise<ExitCode> {
  const { call, terminal } = context;
  const { runs } = await call('runs.list', { limit });
  if (format === 'json') {
    for (const { id } of runs) {
      for await (const { run, cells } of whileRead(terminal, runSections(call, id)))
        for (const { line } of await readAnswers(call, run, cells)) terminal.stdout(jsonLine(line));
    }
    return exitCode.everyAnswer;
  }
  return printList(context, format, listFrom(runsTable), runs, {
    none: runs.length > 0 ? '' : await hintFor(context),
  });
}

async function hintFor({ call }: ReadingContext): Promise<string> {
  const { projects } = await call('projects.list', {});
  return projects.some(({ runs }) => runs > 0)
    ? 'No runs in this project yet. List the runs of all projects with "parallax history --project all".'
    : 'No runs yet. Try: parallax ask "…" --countries US,DE,JP';
}
