import { readFile } from 'node:fs/promises';
import {
  decodeTable,
  isQuestion,
  type QuestionCandidate,
  readKeywordFile,
} from '#shared/planning/keywordFile.ts';
import { templateQuestions } from '#shared/planning/questionTemplates.ts';
import { questionsSheet } from '#shared/tables/planSheets.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { type ListFormat, sheetText } from '../flags.ts';
import { jsonLine } from '../storedAnswers.ts';
import { textTable } from '../textTable.ts';

export type FindQuestionsOptions = {
  readonly file?: string;
  readonly from?: 'answers' | 'templates';
  readonly questionsOnly: boolean;
  readonly format: ListFormat;
};

/** Lists questions to choose from; as CSV they are what `plan create --questions` reads. */
export async function findQuestions(
  context: CommandContext,
  options: FindQuestionsOptions,
): Promise<ExitCode> {
  const { terminal } = context;
  const all = await candidates(context, options);
  const found = options.questionsOnly ? all.filter(({ text }) => isQuestion(text)) : all;
  const file = sheetText(options.format, () => questionsSheet(found));
  if (file !== null) terminal.stdout(file);
  else if (options.format === 'json') for (const each of found) terminal.stdout(jsonLine(each));
  else if (found.length === 0) terminal.stderr('No questions found.\n');
  else
    terminal.stdout(
      textTable(
        ['QUESTION', 'VOLUME', 'TAGS'],
        found.map(({ text, volume, tags }) => [text, volume === null ? '' : String(volume), tags.join(', ')]),
        terminal.columns(),
      ),
    );
  return exitCode.everyAnswer;
}

async function candidates(
  { call, terminal }: CommandContext,
  { file, from }: FindQuestionsOptions,
): Promise<readonly QuestionCandidate[]> {
  if ((file === undefined) === (from === undefined))
    throw new UsageError('Enter a file, or --from answers, or --from templates.');
  if (from === 'templates') return templateQuestions;
  if (file === undefined) return (await call('plans.observedQuestions', {})).questions;
  const bytes = await readFile(file).catch(() => {
    throw new UsageError(`${file} cannot be read.`);
  });
  const read = readKeywordFile(decodeTable(bytes));
  const columns = [read.columns.question, read.columns.volume].filter((column) => column !== null);
  terminal.stderr(
    `${read.tool}${columns.length === 0 ? '' : `, columns ${columns.map((column) => `"${column}"`).join(' and ')}`}: ${read.candidates.length} questions, ${read.left} left out.\n`,
  );
  return read.candidates;
}
