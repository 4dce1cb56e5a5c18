import { type ComponentType, useMemo, useState } from 'react';
import { wordingLines } from '#shared/documents/wordingSentences.ts';
import { mainLanguage } from '#shared/geo/countries.ts';
import { baseLanguage, textDirection } from '#shared/geo/languages.ts';
import type { Market } from '#shared/model/market.ts';
import {
  keysOf,
  nameOfKey,
  strangeVariables,
  textProblem,
  type WordedQuestion,
  type Wordings,
  wordingKey,
} from '#shared/model/wordingTexts.ts';
import { Button } from './Button.tsx';
import { Badge } from './Chip.tsx';
import { Dialog } from './Dialog.tsx';
import { Problem, TextField } from './Field.tsx';
import { formatCount } from './format.ts';
import { PasteWordings } from './PasteWordings.tsx';
import { ScrollRegion } from './ScrollRegion.tsx';
import { tableLook } from './Table.tsx';

export type SuggestProps = {
  readonly questions: readonly WordedQuestion[];
  /** Countries and languages with a column. */
  readonly keys: readonly string[];
  /** Keys without a text for a question. */
  readonly missing: (question: number) => readonly string[];
  /** Receives suggestions for one question, which the user has not reviewed yet. */
  readonly onSuggested: (question: number, wordings: Wordings) => void;
};

type WordingsDialogProps = {
  readonly questions: readonly WordedQuestion[];
  readonly markets: readonly Market[];
  /** Receives the wordings of all questions, in order. */
  readonly onSave: (wordings: readonly Wordings[]) => void;
  readonly onClose: () => void;
  /** Suggests wordings by an engine. */
  readonly suggest: ComponentType<SuggestProps>;
};

/** Number of questions shown at first. */
const fewQuestions = 25;

/**
 * Table of questions and their wordings: typed, pasted or suggested. Suggestions are used only after the user has
 * reviewed them.
 */
export function WordingsDialog({
  questions,
  markets,
  onSave,
  onClose,
  suggest: Suggest,
}: WordingsDialogProps) {
  const wordings = useWordings(questions);
  const { keys, texts, unseen } = wordings;
  const [all, setAll] = useState(false);
  const shown = all ? questions : questions.slice(0, fewQuestions);
  const problems = useMemo(
    () =>
      new Map(
        questions.flatMap(({ text }, at) =>
          Object.entries(texts[at] ?? {}).flatMap(([key, wording]): [string, string][] => {
            const problem = problemOf(text, key, wording);
            return problem === null ? [] : [[cellOf(at, key), problem]];
          }),
        ),
      ),
    [questions, texts],
  );
  const lines = wordingLines(
    texts.map((each) => ({ wordings: filled(each) })),
    markets,
  );
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title="Wordings"
      description="The same question in the words of a country or language. Markets without a wording are asked the main text."
      footer={
        <>
          <div role="status" className="me-auto min-w-0 text-ink-2 text-table">
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={problems.size > 0 || unseen.size > 0}
            title={unseen.size > 0 ? 'Accept or remove the suggestions first' : undefined}
            onClick={() => onSave(texts.map(filled))}
          >
            Use wordings
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 px-4 py-3">
        <AddWordings keys={keys} markets={markets} onAdd={wordings.addKey} />
        {keys.length === 0 ? null : (
          <WordingsTable questions={shown} problems={problems} wordings={wordings} />
        )}
        <div className="flex flex-wrap items-center gap-2">
          {shown.length < questions.length ? (
            <Button size="small" onClick={() => setAll(true)}>
              Show {formatCount(questions.length - shown.length)} more questions
            </Button>
          ) : null}
          {unseen.size > 0 ? (
            <Button size="small" onClick={() => wordings.accept([...unseen])}>
              Accept all {formatCount(unseen.size)} suggestions
            </Button>
          ) : null}
        </div>
        <PasteWordings questions={questions} onRead={wordings.merge} />
        {/* Last, because it appears after the engines are loaded and must not move other controls. */}
        <Suggest
          questions={questions}
          keys={keys}
          missing={(at) => keys.filter((key) => (texts[at]?.[key] ?? '').trim() === '')}
          onSuggested={wordings.take}
        />
      </div>
    </Dialog>
  );
}

type WordingsTableProps = {
  readonly questions: readonly WordedQuestion[];
  readonly problems: ReadonlyMap<string, string>;
  readonly wordings: ReturnType<typeof useWordings>;
};

function WordingsTable({ questions, problems, wordings }: WordingsTableProps) {
  const { keys, texts, unseen } = wordings;
  return (
    <ScrollRegion framed label="Wordings" className="overflow-x-auto">
      <table className={tableLook}>
        <caption className="sr-only">Wordings of each question</caption>
        <thead>
          <tr>
            <th scope="col" className="min-w-56 px-2 py-1 text-start font-medium">
              Main text
            </th>
            {keys.map((key) => (
              <th key={key} scope="col" className="min-w-64 px-2 py-1 text-start font-medium">
                <span className="flex items-center gap-2">
                  {nameOfKey(key)} <span className="text-ink-3">{key}</span>
                  <Button look="quiet" size="small" onClick={() => wordings.removeKey(key)}>
                    Remove
                    <span className="sr-only"> {nameOfKey(key)}</span>
                  </Button>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {questions.map(({ text }, at) => (
            <tr key={text} className="align-top">
              <th scope="row" dir="auto" className="max-w-80 px-2 py-1.5 text-start font-normal">
                {text}
              </th>
              {keys.map((key) => (
                <td key={key} className="px-2 py-1.5">
                  <WordingCell
                    label={`${nameOfKey(key)} wording of ${text}`}
                    language={languageOf(key)}
                    text={texts[at]?.[key] ?? ''}
                    problem={problems.get(cellOf(at, key))}
                    suggested={unseen.has(cellOf(at, key))}
                    onText={(next) => wordings.setText(at, key, next)}
                    onAccept={() => wordings.accept([cellOf(at, key)])}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const cellOf = (question: number, key: string): string => `${question} ${key}`;

/** Removes empty fields. */
const filled = (texts: Wordings): Wordings =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => (text.trim() === '' ? [] : [[key, text.trim()]])),
  );

function problemOf(question: string, key: string, wording: string): string | null {
  if (wording.trim() === '') return null;
  const [strange] = strangeVariables(question, wording);
  return strange === undefined
    ? textProblem(wording, nameOfKey(key))
    : `The question has no variable {${strange}}. Remove it here.`;
}

/** Language of the wordings of a key, if the key states one. */
function languageOf(key: string): string {
  const [first = '', country] = key.split('-');
  return country === undefined && first === first.toUpperCase() ? baseLanguage(mainLanguage(first)) : first;
}

function useWordings(questions: readonly WordedQuestion[]) {
  const [keys, setKeys] = useState<readonly string[]>(() => [
    ...new Set(questions.flatMap(({ wordings }) => Object.keys(wordings))),
  ]);
  const [texts, setTexts] = useState<readonly Wordings[]>(() => questions.map(({ wordings }) => wordings));
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set());
  const without = (cells: readonly string[]): void =>
    setUnseen((before) => new Set([...before].filter((cell) => !cells.includes(cell))));
  const put = (question: number, added: Wordings): void => {
    setKeys((before) => [...new Set([...before, ...Object.keys(added)])]);
    setTexts((before) => before.map((each, at) => (at === question ? { ...each, ...added } : each)));
  };
  return {
    keys,
    texts,
    unseen,
    addKey: (key: string) => setKeys((before) => [...new Set([...before, key])]),
    removeKey(key: string): void {
      setKeys((before) => before.filter((each) => each !== key));
      setTexts((before) =>
        before.map((each) => Object.fromEntries(Object.entries(each).filter(([name]) => name !== key))),
      );
      without(questions.map((_, at) => cellOf(at, key)));
    },
    /** A typed text counts as reviewed. */
    setText(question: number, key: string, text: string): void {
      put(question, { [key]: text });
      without([cellOf(question, key)]);
    },
    merge: put,
    take(question: number, suggested: Wordings): void {
      put(question, suggested);
      setUnseen(
        (before) => new Set([...before, ...Object.keys(suggested).map((key) => cellOf(question, key))]),
      );
    },
    accept: without,
  };
}

type WordingCellProps = {
  readonly label: string;
  readonly language: string;
  readonly text: string;
  readonly problem: string | undefined;
  readonly suggested: boolean;
  readonly onText: (text: string) => void;
  readonly onAccept: () => void;
};

function WordingCell({ label, language, text, problem, suggested, onText, onAccept }: WordingCellProps) {
  return (
    <div className="flex flex-col gap-1">
      <textarea
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        lang={language}
        dir={text === '' ? textDirection(language) : 'auto'}
        rows={2}
        className="field-sizing-content max-h-48 min-h-12 w-full resize-y rounded-md border border-control bg-surface px-2 py-1 text-ui aria-invalid:border-bad"
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      {problem === undefined ? null : <Problem>{problem}</Problem>}
      {suggested ? (
        <span className="flex items-center gap-2">
          <Badge tone="warn">Suggested</Badge>
          <Button look="quiet" size="small" onClick={onAccept}>
            Accept
          </Button>
          <Button look="quiet" size="small" onClick={() => onText('')}>
            Discard
          </Button>
        </span>
      ) : null}
    </div>
  );
}

type AddWordingsProps = {
  readonly keys: readonly string[];
  readonly markets: readonly Market[];
  readonly onAdd: (key: string) => void;
};

/** Adds the languages of the markets with one click, and other countries and languages by name or code. */
function AddWordings({ keys, markets, onAdd }: AddWordingsProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const offered = [
    ...new Set(
      markets.flatMap((market) =>
        keysOf(market).some((key) => keys.includes(key)) ? [] : (keysOf(market).at(-1) ?? []),
      ),
    ),
  ].slice(0, 12);
  const add = (): void => {
    const key = wordingKey(text);
    setProblem(key === null ? 'Enter a country or language: German, de, Japan, JP or fr-CA.' : undefined);
    if (key === null) return;
    onAdd(key);
    setText('');
  };
  return (
    <div className="flex flex-wrap items-start gap-2">
      <TextField
        label="Country or language"
        problem={problem}
        className="w-60"
        placeholder="German, JP, fr-CA"
        value={text}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add();
        }}
        onChange={setText}
      />
      <div className="mt-5.5 flex min-h-7 flex-wrap items-center gap-1">
        <Button onClick={add}>Add wording</Button>
        {offered.map((key) => (
          <Button key={key} look="quiet" size="small" onClick={() => onAdd(key)}>
            Add {nameOfKey(key)}
          </Button>
        ))}
      </div>
    </div>
  );
}
