import { Option } from 'commander';
import {
  isKeywordHead,
  isQuestion,
  type QuestionCandidate,
  readKeywordRows,
} from '#shared/planning/keywordFile.ts';
import { templateQuestions } from '#shared/planning/questionTemplates.ts';
import { questionsTable } from '#shared/tables/planTables.ts';
import type { CommandContext, Declare } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { leaf, listFormat, pathArgument } from '../flags.ts';
import { listFrom, printList } from '../print.ts';
import { readTableFile } from '../tableInput.ts';

/** Lists questions to choose from; as CSV they are what `plan create --questions` reads. */
export const questions: Declare = (group, { withCore }) =>
  leaf(
    group,
    'questions',
    'List questions from a keyword file, from stored answers or from templates; asks nothing',
  )
    .argument(
      '[file]',
      'Export of Search Console, Ahrefs, Semrush or Keyword Planner, or any list',
      pathArgument,
    )
    .addOption(new Option('--from <source>', 'Source without a file').choices(['answers', 'templates']))
    .option('--sheet <name>', 'Sheet of a workbook (default: the first with a heading)')
    .option('--questions-only', 'Leave out what is no question', false)
    .addOption(listFormat())
    .action(
      withCore(async (context, file, { from, sheet, questionsOnly, format }) => {
        const all = await candidates(context, file, from, sheet);
        const found = questionsOnly ? all.filter(({ text }) => isQuestion(text)) : all;
        return printList(context, format, listFrom(questionsTable), found, { none: 'No questions found.' });
      }),
    );

async function candidates(
  { call, terminal }: CommandContext,
  file: string | undefined,
  from: 'answers' | 'templates' | undefined,
  sheet: string | undefined,
): Promise<readonly QuestionCandidate[]> {
  if ((file === undefined) === (from === undefined))
    throw new UsageError('Enter a file, or --from answers, or --from templates.');
  if (from === 'templates') return templateQuestions;
  if (file === undefined) return (await call('plans.observedQuestions', {})).questions;
  const { rows, source } = await readTableFile(file, isKeywordHead, sheet);
  const read = readKeywordRows(rows);
  const columns = [read.columns.question, read.columns.volume].filter((column) => column !== null);
  terminal.stderr(
    `${read.tool}${columns.length === 0 ? '' : `, columns ${columns.map((column) => `"${column}"`).join(' and ')}`}: ${read.candidates.length} questions, ${read.left} left out, ${source}.\n`,
  );
  return read.candidates;
}
