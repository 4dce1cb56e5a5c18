import { importedConnectionId } from '#shared/model/import.ts';
import type { RunSummary } from '#shared/model/run.ts';
import { runsSheet } from '#shared/tables/historySheets.ts';
import type { ReadingContext } from '../context.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import { type ListFormat, sheetText } from '../flags.ts';
import { endedOf } from '../progressLine.ts';
import { jsonLine, readAnswers, runSections } from '../storedAnswers.ts';
import { whileRead } from '../terminal.ts';
import { textTable } from '../textTable.ts';

export type HistoryOptions = { readonly limit: number; readonly format: ListFormat };

/** The last runs, newest first: a row for each run, or as JSON a line for each of their answers. */
export async function history(
  { call, terminal }: ReadingContext,
  options: HistoryOptions,
): Promise<ExitCode> {
  const { runs } = await call('runs.list', { limit: options.limit });
  const file = sheetText(options.format, () => runsSheet(runs));
  if (file !== null) {
    terminal.stdout(file);
    return exitCode.everyAnswer;
  }
  if (options.format === 'json') {
    for (const { id } of runs) {
      for await (const { run, cells } of whileRead(terminal, runSections(call, id)))
        for (const { line } of await readAnswers(call, run, cells)) terminal.stdout(jsonLine(line));
    }
    return exitCode.everyAnswer;
  }
  if (runs.length === 0) {
    const { projects } = await call('projects.list', {});
    terminal.stderr(
      projects.some((project) => project.runs > 0)
        ? 'No runs in this project yet. List the runs of all projects with "parallax history --project all".\n'
        : 'No runs yet. Try: parallax ask "…" --countries US,DE,JP\n',
    );
    return exitCode.everyAnswer;
  }
  const rows = runs.map((run) => [
    run.id,
    new Date(run.createdAtMs).toISOString().slice(0, 16).replace('T', ' '),
    `${run.engine}${run.plan && run.plan.engines.length > 1 ? ` +${run.plan.engines.length - 1}` : ''}${run.connectionId === importedConnectionId ? ' (imported)' : ''}`,
    `${run.counts.completed}/${run.counts.total}${endedOf(run.counts) < run.counts.total ? ` ${run.state}` : ''}`,
    marketsOf(run),
    String(run.creditsCharged),
    run.plan ? `${run.plan.name} (${run.plan.questions} questions)` : run.question,
  ]);
  terminal.stdout(
    textTable(
      ['RUN', 'DATE (UTC)', 'ENGINE', 'ANSWERS', 'MARKETS', 'CREDITS', 'QUESTION'],
      rows,
      terminal.columns(),
    ),
  );
  return exitCode.everyAnswer;
}

function marketsOf({ markets, strip }: RunSummary): string {
  const shown = [...new Set(strip.map(({ market }) => market))].slice(0, 4);
  return markets > shown.length ? `${shown.join(' ')} +${markets - shown.length}` : shown.join(' ');
}
