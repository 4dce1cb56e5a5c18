import { useState } from 'react';
import type { WordedQuestion, Wordings } from '#shared/model/wordingTexts.ts';
import { questionsFromTable } from '#shared/planning/questionList.ts';
import { readWordings } from '#shared/planning/wordingTable.ts';
import { Button } from './Button.tsx';
import { Problem, TextAreaField } from './Field.tsx';

type PasteWordingsProps = {
  readonly questions: readonly WordedQuestion[];
  readonly onRead: (question: number, wordings: Wordings) => void;
};

/**
 * Reads a table from a spreadsheet. Unreadable parts are reported, and nothing is used before the user has reviewed
 * it.
 */
export function PasteWordings({ questions, onRead }: PasteWordingsProps) {
  const [text, setText] = useState('');
  const [told, setTold] = useState<readonly string[]>([]);
  const single = questions.length === 1;
  const read = (): void => {
    const { found, problems } = single ? readForOne(text) : readForSeveral(text, questions);
    for (const [question, wordings] of found) onRead(question, wordings);
    setTold(problems);
    if (problems.length === 0) setText('');
  };
  return (
    <details>
      <summary className="font-medium text-ink-2 text-table">Paste from a spreadsheet</summary>
      <div className="flex flex-col gap-2 pt-2">
        <TextAreaField
          label={single ? 'Country or language, and wording' : 'Questions and their wordings'}
          hint={
            single
              ? 'One wording in each line, such as: German, tab, the question in German.'
              : 'Columns “question” and “wording de”, “wording JP” and so on, with their heads.'
          }
          mono
          rows={4}
          value={text}
          onChange={setText}
        />
        {told.map((problem) => (
          <Problem key={problem}>{problem}</Problem>
        ))}
        <div>
          <Button disabled={text.trim() === ''} onClick={read}>
            Add pasted wordings
          </Button>
        </div>
      </div>
    </details>
  );
}

type Pasted = {
  readonly found: readonly (readonly [question: number, wordings: Wordings])[];
  readonly problems: readonly string[];
};

function readForOne(text: string): Pasted {
  const { wordings, problems } = readWordings(text);
  return {
    found: [[0, wordings]],
    problems: problems.map(({ line, message }) => `Line ${line}: ${message}`),
  };
}

function readForSeveral(text: string, questions: readonly WordedQuestion[]): Pasted {
  const { questions: rows, wordingProblems } = questionsFromTable(text);
  const places = new Map(questions.map((question, at) => [question.text, at]));
  const known = rows.filter((row) => places.has(row.text) && row.wordings !== undefined);
  return {
    found: known.map((row) => [places.get(row.text) ?? 0, row.wordings ?? {}]),
    problems: [
      ...wordingProblems.map(({ line, reason }) => `Line ${line}: ${reason}`),
      ...(known.length === 0
        ? ['No wordings found. Begin with a line of heads such as “question”, tab, “wording de”.']
        : []),
      ...rows
        .filter((row) => !places.has(row.text) && row.wordings !== undefined)
        .map((row) => `Not a question of this plan: “${row.text.slice(0, 80)}”.`),
    ],
  };
}
