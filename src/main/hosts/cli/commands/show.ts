import { AppError } from '#shared/model/appError.ts';
import type { RunDetail } from '#shared/model/run.ts';
import { printAnswers } from '../answerDocument.ts';
import { answerWriter, isLineFormat } from '../answerLine.ts';
import type { Declare, ReadingContext } from '../context.ts';
import { exitCode, UsageError } from '../exitCodes.ts';
import { formatOption } from '../flags.ts';
import { readAnswers, runSections } from '../storedAnswers.ts';
import { whileRead } from '../terminal.ts';

/** Prints one stored answer, or all of a run, as it was received. */
export const show: Declare = (command, { withHistory }) =>
  command
    .argument('<id>')
    .addOption(formatOption('md', 'table', 'json', 'jsonl', 'csv', 'csv-excel'))
    .action(
      withHistory(async (context, id, { format }) => {
        let question = '';
        const write = isLineFormat(format) ? answerWriter(format, () => question) : null;
        for await (const found of whileRead(context.terminal, find(context, id))) {
          question = found.run.question;
          if (!isLineFormat(format)) await printAnswers(context, found, format);
          for (const { line } of write === null
            ? []
            : await readAnswers(context.call, found.run, found.cells))
            if (write !== null) context.terminal.stdout(write(line));
        }
        return exitCode.everyAnswer;
      }),
    );

async function* find({ call }: ReadingContext, id: string): AsyncGenerator<Pick<RunDetail, 'run' | 'cells'>> {
  const run = await unlessMissing(call('runs.status', { runId: id }));
  if (run) return yield* runSections(call, id);
  const observation = await unlessMissing(call('observations.get', { id }));
  if (!observation) throw new UsageError(`No answer or run "${id}". List IDs with "parallax history".`);
  for await (const detail of runSections(call, observation.runId)) {
    const cells = detail.cells.filter((cell) => cell.id === observation.cellId);
    if (cells.length > 0) return yield { run: detail.run, cells };
  }
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
