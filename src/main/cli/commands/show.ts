import { AppError } from '#shared/bridge/appError.ts';
import type { RunDetail } from '#shared/bridge/routes/runs.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { jsonLine, readAnswers } from '../storedAnswers.ts';
import { printAnswers } from './ask.ts';

export type ShowOptions = { readonly id: string; readonly format: 'md' | 'json' };

/** Prints one stored answer, or all of a run, as it was received. */
export async function show(context: CommandContext, options: ShowOptions): Promise<ExitCode> {
  const found = await find(context, options.id);
  if (options.format === 'md') await printAnswers(context, found, 'md');
  else {
    for (const { line } of await readAnswers(context.call, found.run, found.cells)) {
      context.terminal.stdout(jsonLine(line));
    }
  }
  return exitCode.everyAnswer;
}

async function find({ call }: CommandContext, id: string): Promise<Pick<RunDetail, 'run' | 'cells'>> {
  const run = await unlessMissing(call('runs.get', { runId: id }));
  if (run) return run;
  const observation = await unlessMissing(call('observations.get', { id }));
  if (!observation) {
    throw new UsageError(
      `Nothing is stored under "${id}": "parallax history" lists the ids of runs and answers.`,
    );
  }
  const detail = await call('runs.get', { runId: observation.runId });
  return { run: detail.run, cells: detail.cells.filter((cell) => cell.id === observation.cellId) };
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'INVALID_INPUT'))
      return null;
    throw error;
  }
}
