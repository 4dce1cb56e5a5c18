import { FileUp, Languages, Search } from 'lucide-react';
import {
  memo,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { wordingLines } from '#shared/documents/wordingSentences.ts';
import { engines } from '#shared/interface/engines.ts';
import { type Market, marketKey } from '#shared/model/market.ts';
import { isQuestionHead, questionsFromLines, questionsFromRows } from '#shared/planning/questionList.ts';
import { FileRefusal, fileTable } from '#shared/planning/tableFile.ts';
import { SuggestWordings } from '../../bridge/SuggestWordings.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { Field, inputLook, Problem } from '../../ui/Field.tsx';
import { Flag } from '../../ui/Flag.tsx';
import { formatCount, formatQuantity } from '../../ui/format.ts';
import { locationLabel } from '../../ui/locationLabels.ts';
import { WordingsDialog } from '../../ui/WordingsDialog.tsx';
import { FindQuestions } from './FindQuestions.tsx';
import {
  choicesFor,
  type PlanDraft,
  variableNames,
  withFile,
  withMarkets,
  withQuestions,
  withText,
  wordedQuestions,
} from './planDraft.ts';

type DraftFieldsProps = {
  readonly draft: PlanDraft;
  readonly onChange: (draft: PlanDraft) => void;
};

/** Fields of a plan: questions with variables, engines, markets, repeats and extra data. */
export function DraftFields({
  draft,
  onChange,
  planner,
}: DraftFieldsProps & {
  /** Shown beside the repeats: how many are needed. */
  readonly planner: ReactNode;
}) {
  const nameOf = useEngineNames();
  const extras = useMemo(() => choicesFor(draft.engines), [draft.engines]);
  const toggled = <Item,>(items: readonly Item[], item: Item): readonly Item[] =>
    items.includes(item) ? items.filter((each) => each !== item) : [...items, item];
  return (
    <>
      <Questions draft={draft} onChange={onChange} />
      <div className="grid gap-4 min-[1100px]:grid-cols-2">
        <Markets draft={draft} onChange={onChange} />
        <div className="flex flex-col gap-3">
          <Checks
            legend="Engines"
            choices={engines.map((engine) => ({ id: engine, label: nameOf(engine) }))}
            chosen={draft.engines}
            onToggle={(id) => {
              const engine = engines.find((known) => known === id);
              if (engine) onChange({ ...draft, engines: toggled(draft.engines, engine) });
            }}
          />
          <Checks
            legend="Extra data (where supported)"
            choices={extras.map(({ name, label }) => ({ id: name, label }))}
            chosen={draft.include}
            onToggle={(id) => onChange({ ...draft, include: toggled(draft.include, id) })}
          />
          <div className="flex items-end gap-2">
            <Field label="Repeats per question" className="w-40">
              {(ids) => (
                <input
                  {...ids}
                  type="number"
                  min={1}
                  max={50}
                  className={inputLook}
                  value={draft.samples}
                  onChange={(event) =>
                    onChange({
                      ...draft,
                      samples: Math.max(1, Math.min(50, Math.floor(Number(event.target.value)) || 1)),
                    })
                  }
                />
              )}
            </Field>
            {planner}
          </div>
        </div>
      </div>
    </>
  );
}

/** A file whose questions were added to a draft, so that another sheet can replace them. */
type OpenedFile = {
  readonly file: File;
  readonly before: PlanDraft;
  readonly sheets: readonly string[];
  readonly sheet: string;
  readonly source: string;
};

/** Reads files of questions into a draft. */
function useQuestionFile({ draft, onChange }: DraftFieldsProps) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<OpenedFile | null>(null);
  const read = async (file: File | undefined, before = draft, sheet?: string): Promise<void> => {
    if (!file) return;
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const table = await fileTable(bytes, isQuestionHead, sheet);
      const list = questionsFromRows(table.rows);
      const { draft: next, problems } = withFile(before, file.name, list);
      const column = list.column === null ? '' : ` from column “${list.column}”`;
      setOpened({
        file,
        before,
        sheets: table.sheets,
        sheet: table.sheet,
        source: `${file.name}: ${formatQuantity(list.questions.length, 'question')}${column}, ${table.source}`,
      });
      setProblems([
        ...list.skipped.slice(0, 5).map(({ line, reason }) => `Row ${line} ${reason}`),
        ...problems,
      ]);
      onChange(next);
    } catch (error) {
      setOpened(null);
      setProblems([`${file.name} ${error instanceof FileRefusal ? error.message : 'cannot be read.'}`]);
    }
  };
  return { opened, problems, read };
}

type OpenedSheetProps = {
  readonly opened: OpenedFile;
  readonly onRead: (file: File, before: PlanDraft, sheet: string) => Promise<void>;
};

/** What was read from where, with the choice of another sheet. */
function OpenedSheet({ opened, onRead }: OpenedSheetProps) {
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
      <p role="status" className="text-ink-2 text-table">
        {opened.source}
      </p>
    </div>
  );
}

/** Lines that are one question with an earlier one. */
function RepeatedQuestions({ questions }: { readonly questions: string }) {
  const repeated = useMemo(() => questionsFromLines(questions).skipped, [questions]);
  if (repeated.length === 0) return null;
  return (
    <p role="status" className="text-ink-2 text-table">
      Asked once: line {repeated[0]?.line} {repeated[0]?.reason}
      {repeated.length === 1 ? '' : `, and ${formatQuantity(repeated.length - 1, 'more line')}`}
    </p>
  );
}

function Questions({ draft, onChange }: DraftFieldsProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [finding, setFinding] = useState(false);
  const names = variableNames(draft);
  const { opened, problems, read } = useQuestionFile({ draft, onChange });
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Questions (one per line)"
        hint="Use braces for variables, such as {brand}: the question is asked once for each value. {{brand}} asks for {brand} itself."
      >
        {(ids) => (
          <textarea
            {...ids}
            dir="auto"
            rows={6}
            className="w-full resize-y rounded-md border border-control bg-surface px-2 py-1.5 text-ui placeholder:text-ink-3"
            placeholder={'Which {product} do people trust?\nWhere to buy a {product}?'}
            value={draft.questions}
            onChange={(event) => onChange(withText(draft, event.target.value))}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-end gap-3">
        {names.map((name) => (
          <Field key={name} label={`{${name}}`} className="min-w-56 flex-1">
            {(ids) => (
              <input
                {...ids}
                dir="auto"
                className={inputLook}
                placeholder="value, value"
                value={draft.variables[name] ?? ''}
                onChange={(event) =>
                  onChange({ ...draft, variables: { ...draft.variables, [name]: event.target.value } })
                }
              />
            )}
          </Field>
        ))}
        <Button onClick={() => picker.current?.click()}>
          <FileUp size={13} aria-hidden="true" /> Add questions from file
        </Button>
        <Button onClick={() => setFinding(true)}>
          <Search size={13} aria-hidden="true" /> Find questions…
        </Button>
        <PlanWordings draft={draft} onChange={onChange} />
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
      {opened === null ? null : <OpenedSheet opened={opened} onRead={read} />}
      <RepeatedQuestions questions={draft.questions} />
      {problems.map((problem) => (
        <Problem key={problem}>{problem}</Problem>
      ))}
      <WordingsLines draft={draft} />
    </div>
  );
}

function PlanWordings({ draft, onChange }: DraftFieldsProps) {
  const [open, setOpen] = useState(false);
  const questions = useMemo(() => wordedQuestions(draft), [draft]);
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
function WordingsLines({ draft }: { readonly draft: PlanDraft }) {
  const lines = useMemo(() => wordingLines(wordedQuestions(draft), draft.markets), [draft]);
  return lines.map((line) => (
    <p key={line} className="text-ink-2 text-table">
      {line}
    </p>
  ));
}

function Markets({ draft, onChange }: DraftFieldsProps) {
  const [text, setText] = useState('');
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const add = (): void => {
    if (text.trim() === '') return;
    const next = withMarkets(draft, text);
    setUnknown(next.unknown);
    setText(next.unknown.join(', '));
    onChange(next.draft);
  };
  const newest = useRef({ draft, onChange });
  useEffect(() => {
    newest.current = { draft, onChange };
  });
  const remove = useCallback((market: Market): void => {
    const now = newest.current;
    now.onChange({ ...now.draft, markets: now.draft.markets.filter((each) => each !== market) });
  }, []);
  const problem = unknown.length > 0 ? `Unknown country or group: ${unknown.join(', ')}.` : undefined;
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Markets"
        hint="Names, codes or groups: germany, at, G7, US:CA. Press Enter to add."
        problem={problem}
      >
        {(ids) => (
          <input
            {...ids}
            className={inputLook}
            placeholder={draft.markets.length === 0 ? 'G7, at, US:CA' : 'Add more'}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onBlur={add}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              add();
            }}
          />
        )}
      </Field>
      {draft.markets.length > 0 ? (
        <>
          <MarketChips markets={draft.markets} onRemove={remove} />
          <div className="flex items-center gap-2 text-ink-2 text-table">
            {formatQuantity(draft.markets.length, 'market')}
            <Button look="quiet" size="small" onClick={() => onChange({ ...draft, markets: [] })}>
              Clear
            </Button>
          </div>
        </>
      ) : null}
    </div>
  );
}
type MarketChipsProps = {
  readonly markets: readonly Market[];
  /** Must keep its identity, otherwise all chips are rendered at every key. */
  readonly onRemove: (market: Market) => void;
};

/** Number of chips rendered at first, because rendering two hundred and fifty blocks the window. */
const fewChips = 60;

const MarketChips = memo(function MarketChips({ markets, onRemove }: MarketChipsProps) {
  const [all, setAll] = useState(false);
  const drawn = all ? markets : markets.slice(0, fewChips);
  return (
    <div className="flex max-h-40 flex-wrap items-center gap-1 overflow-y-auto">
      {drawn.map((market) => (
        <MarketChip key={marketKey(market)} market={market} onRemove={onRemove} />
      ))}
      {drawn.length < markets.length ? (
        <Button look="quiet" size="small" onClick={() => startTransition(() => setAll(true))}>
          Show {formatCount(markets.length - drawn.length)} more
        </Button>
      ) : null}
    </div>
  );
});

const MarketChip = memo(function MarketChip({
  market,
  onRemove,
}: Pick<MarketChipsProps, 'onRemove'> & { readonly market: Market }) {
  const { code, name } = locationLabel(market);
  return (
    <Chip title={name} removeLabel={`Remove ${name}`} onRemove={() => onRemove(market)}>
      {market.country ? <Flag country={market.country} /> : null}
      {code}
    </Chip>
  );
});

function Checks({
  legend,
  choices,
  chosen,
  onToggle,
}: {
  readonly legend: string;
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onToggle: (id: string) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-ink-2 text-table">{legend}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {choices.map(({ id, label }) => (
          <label key={id} className="flex items-center gap-1.5">
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => onToggle(id)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
