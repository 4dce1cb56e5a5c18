import { countryName } from '#shared/geo/countries.ts';
import type { RunDetail, RunSummary } from '#shared/model/run.ts';
import { printable } from '../common/visibleText.ts';
import type { AnswerLine } from './answerLine.ts';
import type { ReadingContext } from './context.ts';
import { readAnswers } from './storedAnswers.ts';
import { textTable } from './textTable.ts';

/** Control characters except line feed and tab. */
const controls = /(?![\n\t])\p{Cc}/gu;

/** The answers as one Markdown document: the question, then a section per market with its sources. */
export function answersAsMarkdown(
  run: Pick<RunSummary, 'question'>,
  answers: readonly { readonly line: AnswerLine; readonly markdown: string | null }[],
): string {
  const parts = answers.map(({ line, markdown }) => {
    const asked =
      line.wording === undefined ? '' : `\n\n> ${printable(line.wording).replaceAll('\n', '\n> ')}`;
    const heading = `## ${marketName(line)}${line.imported ? ', imported' : ''}${asked}`;
    if (line.error) return `${heading}\n\n_No answer: ${line.error.message}_\n`;
    const text = (markdown ?? line.text ?? '').replace(controls, '').trim();
    const sources = line.sources.map(
      ({ position, url, label }) => `${position}. [${escapeLabel(label || url)}](<${url}>)`,
    );
    const list = sources.length > 0 ? `\n### Sources\n\n${sources.join('\n')}\n` : '';
    return `${heading}\n\n${text}\n${list}`;
  });
  return `# ${printable(run.question)}\n\n${parts.join('\n')}`;
}

/** One row for each market. */
export function answersAsTable(answers: readonly AnswerLine[], width: number): string {
  const worded = answers.some(({ wording }) => wording !== undefined);
  const priced = answers.some(({ cost }) => cost !== undefined);
  return textTable(
    [
      'MARKET',
      'STATUS',
      'CREDITS',
      ...(priced ? ['COST'] : []),
      'SOURCES',
      'ID',
      ...(worded ? ['ASKED'] : []),
      'ANSWER',
    ],
    answers.map((line) => [
      marketCode(line),
      line.imported ? 'imported' : line.status,
      line.creditsCharged === null ? '–' : String(line.creditsCharged),
      ...(priced ? [line.cost ? `${line.cost.amount} ${line.cost.currency}` : '–'] : []),
      String(line.sources.length),
      line.id,
      ...(worded ? [line.wording ?? 'main text'] : []),
      line.error ? line.error.message : (line.text ?? ''),
    ]),
    width,
  );
}

export function marketCode({ country, state }: Pick<AnswerLine, 'country' | 'state'>): string {
  if (country === null) return 'anywhere';
  return state === null ? country : `${country}:${state}`;
}

function marketName(line: AnswerLine): string {
  const code = marketCode(line);
  return line.country === null ? 'Anywhere' : `${countryName(line.country, 'en')} (${code})`;
}

const escapeLabel = (label: string): string => printable(label).replace(/[[\]\\]/g, '\\$&');

/** Answers of a run, for a person. */
export async function printAnswers(
  { call, terminal }: ReadingContext,
  { run, cells }: Pick<RunDetail, 'run' | 'cells'>,
  format: 'table' | 'md',
): Promise<void> {
  const answers = await readAnswers(call, run, cells);
  terminal.stdout(
    format === 'md'
      ? answersAsMarkdown(run, answers)
      : answersAsTable(
          answers.map(({ line }) => line),
          terminal.columns(),
        ),
  );
}
