import { useMemo, useRef, useState } from 'react';
import {
  distinctQuestions,
  isKeywordHead,
  isQuestion,
  type KeywordFile,
  type KeywordTool,
  type QuestionCandidate,
  readKeywordRows,
} from '#shared/planning/keywordFile.ts';
import { templateQuestions } from '#shared/planning/questionTemplates.ts';
import { FileRefusal, fileTable } from '#shared/planning/tableFile.ts';
import { questionsTable } from '#shared/tables/planTables.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem, TextField } from '../../ui/Field.tsx';
import { formatCount, formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Table } from '../../ui/Table.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';

type Source = 'file' | 'history' | 'templates';
const sources = [
  { value: 'file', label: 'Keyword file' },
  { value: 'history', label: 'Your answers' },
  { value: 'templates', label: 'Templates' },
] as const;
const tools: Readonly<Record<KeywordTool, string>> = {
  'search-console': 'Search Console',
  'keyword-planner': 'Keyword Planner',
  semrush: 'Semrush',
  ahrefs: 'Ahrefs',
  list: 'List',
};

type FindQuestionsProps = {
  /** Questions of the plan, which are not offered again. */
  readonly present: readonly string[];
  readonly onAdd: (questions: readonly QuestionCandidate[]) => void;
  readonly onClose: () => void;
};

/** Finds questions in a keyword file, in stored answers, or from templates. The user selects which to add. */
export function FindQuestions({ present, onAdd, onClose }: FindQuestionsProps) {
  const [source, setSource] = useState<Source>('file');
  const [file, setFile] = useState<KeywordFile | null>(null);
  const [onlyQuestions, setOnlyQuestions] = useState(false);
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const observed = useRoute('plans.observedQuestions', {}, { enabled: source === 'history' });
  const found = useMemo((): readonly QuestionCandidate[] => {
    if (source === 'file') return file?.candidates ?? [];
    return source === 'templates' ? templateQuestions : (observed.data?.questions ?? []);
  }, [source, file, observed.data]);
  const candidates = useMemo(() => {
    const wanted = words.trim().toLowerCase();
    return distinctQuestions(found, present).filter(
      ({ text }) => (!onlyQuestions || isQuestion(text)) && text.toLowerCase().includes(wanted),
    );
  }, [found, present, onlyQuestions, words]);
  const selected = candidates.filter(({ text }) => chosen.has(text));
  const toggle = (text: string): void => {
    const next = new Set(chosen);
    if (!next.delete(text)) next.add(text);
    setChosen(next);
  };
  const all = selected.length === candidates.length && candidates.length > 0;
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title="Find questions"
      description="Nothing is asked: you choose which questions are added to the plan."
      footer={
        <>
          <span role="status" className="me-auto text-ink-2 text-table">
            {formatCount(selected.length)} of {formatQuantity(candidates.length, 'question')} selected
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={selected.length === 0} onClick={() => onAdd(selected)}>
            Add {selected.length === 0 ? 'questions' : formatQuantity(selected.length, 'question')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 px-4 py-3">
        <div className="flex flex-wrap items-start gap-3">
          <Choice className="w-44" label="Source" value={source} choices={sources} onChange={setSource} />
          {source === 'file' ? <FilePicker file={file} onFile={setFile} /> : null}
          <TextField label="Contains" className="min-w-40 flex-1" value={words} onChange={setWords} />
          <label className="mt-5.5 flex min-h-7 items-center gap-1.5">
            <input
              type="checkbox"
              checked={onlyQuestions}
              onChange={({ target }) => setOnlyQuestions(target.checked)}
            />
            Questions only
          </label>
        </div>
        {observed.error && source === 'history' ? <ErrorNotice error={observed.error} /> : null}
        {candidates.length === 0 ? (
          <p className="py-6 text-center text-ink-2">
            {emptyLabel(source, found.length, observed.isLoading)}
          </p>
        ) : (
          <>
            <label className="flex items-center gap-1.5">
              <input
                type="checkbox"
                checked={all}
                onChange={() => setChosen(all ? new Set() : new Set(candidates.map(({ text }) => text)))}
              />
              Select all
            </label>
            <CandidateTable
              candidates={candidates}
              chosen={chosen}
              heading={
                source === 'history'
                  ? 'Answers'
                  : source === 'file'
                    ? (file?.columns.volume ?? 'Volume')
                    : null
              }
              onToggle={toggle}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

function emptyLabel(source: Source, found: number, loading: boolean): string {
  if (loading && source === 'history') return 'Reading your answers…';
  if (found > 0) return 'No question fits, or all are in the plan.';
  return source === 'file'
    ? 'Choose an export of Search Console, Ahrefs, Semrush or Keyword Planner, or any list.'
    : 'Stored answers contain no search queries and no “people also ask” yet.';
}

type FilePickerProps = { readonly file: KeywordFile | null; readonly onFile: (file: KeywordFile) => void };

function FilePicker({ file, onFile }: FilePickerProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (chosen: File): Promise<void> => {
    try {
      const { rows } = await fileTable(new Uint8Array(await chosen.arrayBuffer()), isKeywordHead);
      setProblem(null);
      onFile(readKeywordRows(rows));
    } catch (error) {
      setProblem(`${chosen.name} ${error instanceof FileRefusal ? error.message : 'cannot be read.'}`);
    }
  };
  return (
    <div className="mt-5.5 flex min-h-7 flex-wrap items-center gap-2">
      <Button onClick={() => picker.current?.click()}>Choose file…</Button>
      {problem === null ? null : <Problem>{problem}</Problem>}
      {file === null ? null : (
        <span role="status" className="text-ink-2 text-table">
          {tools[file.tool]}
          {file.columns.question === null ? '' : `: column “${file.columns.question}”`}
          {file.columns.volume === null ? '' : `, “${file.columns.volume}”`};{' '}
          {formatQuantity(file.candidates.length, 'question')}
          {file.left === 0 ? '' : `, ${formatQuantity(file.left, 'repeat')} left out`}
        </span>
      )}
      <input
        ref={picker}
        hidden
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
        aria-label="Keyword file"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) void take(chosen);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

type CandidateTableProps = {
  readonly candidates: readonly QuestionCandidate[];
  readonly chosen: ReadonlySet<string>;
  /** Heading of the number column; null if there are no numbers. */
  readonly heading: string | null;
  readonly onToggle: (text: string) => void;
};

function CandidateTable({ candidates, chosen, heading, onToggle }: CandidateTableProps) {
  return (
    <Table
      label="Questions found"
      className="max-h-96"
      rows={candidates}
      rowKey={({ text }) => text}
      empty="No questions."
      first={{ rows: 300, noun: 'question' }}
      columns={[
        {
          id: 'select',
          header: 'Select',
          quietHeader: true,
          className: 'w-8',
          cell: ({ text }) => (
            <input
              type="checkbox"
              aria-label={text}
              checked={chosen.has(text)}
              onChange={() => onToggle(text)}
            />
          ),
        },
        ...columnsOf(
          {
            ...questionsTable,
            window: ['question', ...(heading === null ? [] : ['volume' as const]), 'tags'],
          },
          {
            question: ({ text }) => <span dir="auto">{text}</span>,
            volume: { header: heading ?? '' },
            tags: { className: 'text-ink-2' },
          },
        ),
      ]}
    />
  );
}
