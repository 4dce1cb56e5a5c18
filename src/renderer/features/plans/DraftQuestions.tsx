import { FileUp, Languages, Search } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { wordingLines } from '#shared/documents/wordingSentences.ts';
import { type QuestionHead, questionHead } from '#shared/planning/questionHeads.ts';
import { isQuestionHead, questionsFromRows } from '#shared/planning/questionList.ts';
import { FileRefusal, fileTable } from '#shared/planning/tableFile.ts';
import { SuggestWordings } from '../../bridge/SuggestWordings.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Problem, TextAreaField, TextField } from '../../ui/Field.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { WordingsDialog } from '../../ui/WordingsDialog.tsx';
import { FindQuestions } from './FindQuestions.tsx';
import {
  draftQuestions,
  type PlanDraft,
  variableNames,
  withFile,
  withQuestions,
  withText,
  wordedQuestions,
} from './planDraft.ts';

export type DraftFieldsProps = {
  readonly draft: PlanDraft;
  readonly onChange: (draft: PlanDraft) => void;
};

/** A file whose questions were added to a draft, so that another sheet can replace them. */
type OpenedFile = {
  readonly file: File;
  readonly before: PlanDraft;
  readonly sheets: readonly string[];
  readonly sheet: string;
  readonly source: string;
  readonly rows: readonly (readonly string[])[];
  /** Where the headings stand, as recognized or as the person says. */
  readonly head: QuestionHead | null;
};

/** Reads files of questions into a draft. */
function useQuestionFile({ draft, onChange }: DraftFieldsProps) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<OpenedFile | null>(null);
  /** Replaces what the file added to the draft before. */
  const take = (from: OpenedFile): void => {
    const list = questionsFromRows(from.rows, from.head);
    const { draft: next, problems } = withFile(from.before, from.file.name, list);
    setOpened(from);
    setProblems([
      ...list.skipped.slice(0, 5).map(({ line, reason }) => `Line ${line} ${reason}`),
      ...problems,
    ]);
    onChange(next);
  };
  const read = async (file: File | undefined, before = draft, sheet?: string): Promise<void> => {
    if (!file) return;
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const table = await fileTable(bytes, isQuestionHead, sheet);
      take({ ...table, file, before, head: questionHead(table.rows) });
    } catch (error) {
      setOpened(null);
      setProblems([`${file.name} ${error instanceof FileRefusal ? error.message : 'cannot be read.'}`]);
    }
  };
  return { opened, problems, read, take };
}

type OpenedSheetProps = {
  readonly opened: OpenedFile;
  readonly onRead: (file: File, before: PlanDraft, sheet: string) => Promise<void>;
  readonly onHead: (opened: OpenedFile) => void;
};

/** What was read from where, with the choice of another sheet, of headings and of the column of the questions. */
function OpenedSheet({ opened, onRead, onHead }: OpenedSheetProps) {
  const { rows, head } = opened;
  const first = rows.findIndex((row) => row.some((cell) => cell.trim() !== ''));
  const cells = rows[head?.row ?? first] ?? [];
  const list = useMemo(() => questionsFromRows(rows, head), [rows, head]);
  const column = list.column === null ? '' : ` from column “${list.column}”`;
  const said = `${opened.file.name}: ${formatQuantity(list.questions.length, 'question')}${column}, ${opened.source}`;
  return (
    <div className="flex flex-wrap items-end gap-3">
      {opened.sheets.length > 1 ? (
        <Choice
          className="w-56"
          label="Sheet"
          value={opened.sheet}
          choices={opened.sheets.map((name) => ({ value: name, label: name }))}
          onChange={(sheet) => void onRead(opened.file, opened.before, sheet)}
        />
      ) : null}
      {head !== null && cells.length > 1 ? (
        <Choice
          className="w-56"
          label="Column of the questions"
          value={String(head.column)}
          choices={cells.map((name, at) => ({ value: String(at), label: name.trim() || `Column ${at + 1}` }))}
          onChange={(chosen) => onHead({ ...opened, head: { ...head, column: Number(chosen) } })}
        />
      ) : null}
      <label className="flex min-h-7 items-center gap-1.5 text-table">
        <input
          type="checkbox"
          checked={head !== null}
          onChange={({ target }) =>
            onHead({ ...opened, head: target.checked ? { row: first, column: 0 } : null })
          }
        />
        {head === null ? 'The first row is a heading' : <>“{cells[head.column]?.trim()}” is a heading</>}
      </label>
      <p role="status" className="flex min-h-7 items-center text-ink-2 text-table">
        {said}
      </p>
    </div>
  );
}

/** Lines that are one question with an earlier one. */
function RepeatedQuestions({ questions }: { readonly questions: string }) {
  // A long list is read after the typed character is shown.
  const settled = useDeferredValue(questions);
  const repeated = useMemo(() => draftQuestions({ questions: settled }).skipped, [settled]);
  if (repeated.length === 0) return null;
  return (
    <p role="status" className="text-ink-2 text-table">
      Asked once: line {repeated[0]?.line} {repeated[0]?.reason}
      {repeated.length === 1 ? '' : `, and ${formatQuantity(repeated.length - 1, 'more line')}`}
    </p>
  );
}

/** A text field of more characters blocks the window for seconds: 100,000 lines took half a minute. */
const editableCharacters = 300_000;

/** The questions as text; of a list that is too long for a text field, its beginning. */
function QuestionsField({ draft, onChange }: DraftFieldsProps) {
  const { questions } = draft;
  const isLong = questions.length > editableCharacters;
  const lines = useMemo(() => (isLong ? questions.split('\n') : []), [isLong, questions]);
  return (
    <TextAreaField
      label={isLong ? `First 100 of ${formatQuantity(lines.length, 'question')}` : 'Questions (one per line)'}
      hint={
        isLong
          ? 'This list is too long to edit here. Remove it and add a changed file, or add further questions from a file.'
          : 'Use braces for variables, such as {brand}: the question is asked once for each value. {{brand}} asks for {brand} itself.'
      }
      rows={6}
      placeholder={'Which {product} do people trust?\nWhere to buy a {product}?'}
      readOnly={isLong}
      value={isLong ? lines.slice(0, 100).join('\n') : questions}
      onChange={(text) => onChange(withText(draft, text))}
    />
  );
}

/** The questions of a plan: typed, from a file or found, with their variables and wordings. */
export function DraftQuestions({ draft, onChange }: DraftFieldsProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [finding, setFinding] = useState(false);
  const names = variableNames(draft);
  const worded = useMemo(() => wordedQuestions(draft), [draft]);
  const { opened, problems, read, take } = useQuestionFile({ draft, onChange });
  return (
    <div className="flex flex-col gap-2">
      <QuestionsField draft={draft} onChange={onChange} />
      <div className="flex flex-wrap items-end gap-3">
        {names.map((name) => (
          <TextField
            key={name}
            label={`{${name}}`}
            className="min-w-56 flex-1"
            dir="auto"
            placeholder="value, value"
            value={draft.variables[name] ?? ''}
            onChange={(value) => onChange({ ...draft, variables: { ...draft.variables, [name]: value } })}
          />
        ))}
        <Button onClick={() => picker.current?.click()}>
          <FileUp size={13} aria-hidden="true" /> Add questions from file
        </Button>
        <Button onClick={() => setFinding(true)}>
          <Search size={13} aria-hidden="true" /> Find questions…
        </Button>
        <PlanWordings draft={draft} worded={worded} onChange={onChange} />
        {draft.questions.length > editableCharacters ? (
          <Button onClick={() => onChange(withText(draft, ''))}>Remove all questions</Button>
        ) : null}
        {finding ? (
          <FindQuestions
            present={draft.questions.split('\n')}
            onClose={() => setFinding(false)}
            onAdd={(questions) => {
              onChange(withQuestions(draft, questions));
              setFinding(false);
            }}
          />
        ) : null}
        <input
          ref={picker}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
          aria-label="Question file"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            void read(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      {opened === null ? null : <OpenedSheet opened={opened} onRead={read} onHead={take} />}
      <RepeatedQuestions questions={draft.questions} />
      {problems.map((problem) => (
        <Problem key={problem}>{problem}</Problem>
      ))}
      <WordingsLines markets={draft.markets} worded={worded} />
    </div>
  );
}

type Worded = { readonly worded: ReturnType<typeof wordedQuestions> };

function PlanWordings({ draft, worded: questions, onChange }: DraftFieldsProps & Worded) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button disabled={questions.length === 0} onClick={() => setOpen(true)}>
        <Languages size={13} aria-hidden="true" /> Wordings…
      </Button>
      {open ? (
        <WordingsDialog
          questions={questions}
          markets={draft.markets}
          suggest={SuggestWordings}
          onClose={() => setOpen(false)}
          onSave={(wordings) => {
            const entries = questions.map(({ text }, at) => [text, wordings[at] ?? {}]);
            onChange({ ...draft, wordings: Object.fromEntries(entries) });
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}

/** Wordings by market, shown beside the questions. */
function WordingsLines({ markets, worded }: Pick<PlanDraft, 'markets'> & Worded) {
  const lines = useMemo(() => wordingLines(worded, markets), [worded, markets]);
  return lines.map((line) => (
    <p key={line} className="text-ink-2 text-table">
      {line}
    </p>
  ));
}
