import { useState } from 'react';
import type { QuestionRow } from '#shared/model/projectLists.ts';
import { useAction, useServerData } from '../../bridge/BridgeContext.tsx';
import { failureOf } from '../../bridge/client.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { Popover } from '../../ui/Popover.tsx';
import type { OfferUndo } from '../../ui/undo.ts';

export type SelectionHandlers = {
  /** One question opens in the composer, several as a new plan. */
  readonly onRerun: (rows: readonly QuestionRow[]) => void;
  readonly onCompare: (answers: readonly string[]) => void;
  readonly onUndoable: OfferUndo;
  readonly onSaid: (message: string) => void;
  readonly onFailure: (message: string) => void;
};

type SelectionBarProps = SelectionHandlers & {
  readonly rows: readonly QuestionRow[];
  readonly onClear: () => void;
};

/** As many answers as can be compared. */
const maxCompared = 60;

/** What can be done with the selected questions. */
export function SelectionBar({ rows, onClear, onRerun, onCompare, ...said }: SelectionBarProps) {
  const { tag, remove } = useQuestionActions(said, onClear);
  if (rows.length === 0)
    return (
      <p className="text-ink-3 text-table print:hidden">
        Select questions to tag, re-run, compare or delete them.
      </p>
    );
  const answers = rows.flatMap(({ last }) => last?.observationId ?? []).slice(0, maxCompared);
  return (
    <fieldset className="flex flex-wrap items-center gap-2 print:hidden">
      <legend className="sr-only">Selected questions</legend>
      <span className="font-medium">{formatQuantity(rows.length, 'question')} selected</span>
      <TagButton onTag={(tags, on) => tag(rows, tags, on)} />
      <Button onClick={() => onRerun(rows)}>Edit & re-run</Button>
      <Button
        aria-disabled={answers.length === 0}
        onClick={() => (answers.length === 0 ? undefined : onCompare(answers))}
      >
        Compare latest answers
      </Button>
      <Button look="danger" onClick={() => remove(rows)}>
        Delete
      </Button>
      <Button look="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </fieldset>
  );
}

function TagButton({ onTag }: { readonly onTag: (tags: readonly string[], on: boolean) => void }) {
  const [text, setText] = useState('');
  const tags = text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const set = (on: boolean): void => {
    if (tags.length === 0) return;
    onTag(tags, on);
    setText('');
  };
  return (
    <Popover label="Tags" className="flex w-72 flex-col gap-2 p-3" trigger={<Button>Tag…</Button>}>
      <TextField
        label="Tags, separated by commas"
        dir="auto"
        value={text}
        maxLength={300}
        onKeyDown={({ key }) => (key === 'Enter' ? set(true) : undefined)}
        onChange={setText}
      />
      <span className="flex gap-2">
        <Button look="primary" aria-disabled={tags.length === 0} onClick={() => set(true)}>
          Add
        </Button>
        <Button aria-disabled={tags.length === 0} onClick={() => set(false)}>
          Remove
        </Button>
      </span>
    </Popover>
  );
}

function useQuestionActions(
  { onUndoable, onSaid, onFailure }: Pick<SelectionHandlers, 'onUndoable' | 'onSaid' | 'onFailure'>,
  onDone: () => void,
) {
  const { bridge, invalidate } = useServerData();
  const { mutateAsync } = useAction('projects.tagQuestion', ['projects.questions', 'trends.']);
  const attempt = (work: () => Promise<void>): void => {
    work().catch((thrown: unknown) => onFailure(failureOf(thrown).message));
  };
  const setTags = async (
    rows: readonly QuestionRow[],
    of: (row: QuestionRow) => readonly string[],
  ): Promise<void> => {
    for (const row of rows)
      await mutateAsync({
        question: row.question,
        tags: [...of(row)],
        branded: row.brandedByRule ? null : row.branded,
      });
  };
  const refresh = (): Promise<void> => invalidate(['runs.', 'trends.', 'gaps.', 'trash.']);
  return {
    tag: (rows: readonly QuestionRow[], tags: readonly string[], on: boolean): void =>
      attempt(async () => {
        const change = (): Promise<void> =>
          setTags(rows, (row) => [...row.tags.filter((tag) => !tags.includes(tag)), ...(on ? tags : [])]);
        await change();
        onUndoable(`${on ? 'Tagged' : 'Tags removed from'} ${formatQuantity(rows.length, 'question')}`, {
          undo: () => attempt(() => setTags(rows, (row) => row.tags)),
          redo: () => attempt(change),
        });
      }),
    /** Moves the runs that asked only these questions to the trash. */
    remove: (rows: readonly QuestionRow[]): void =>
      attempt(async () => {
        const questions = rows.map(({ question }) => question);
        const { runIds, shared } = await bridge.call('runs.ofQuestions', { questions });
        const kept =
          shared === 0
            ? ''
            : ` ${formatQuantity(shared, 'run')} with other questions ${shared === 1 ? 'is' : 'are'} kept; delete ${shared === 1 ? 'it' : 'them'} in History.`;
        if (runIds.length === 0) return onSaid(`Nothing was deleted.${kept}`);
        const ofEach = async (route: 'runs.remove' | 'trash.restore'): Promise<void> => {
          for (const runId of runIds) await bridge.call(route, { runId });
          await refresh();
        };
        await ofEach('runs.remove');
        onDone();
        onUndoable(`${formatQuantity(runIds.length, 'run')} moved to the trash.${kept}`, {
          undo: () => attempt(() => ofEach('trash.restore')),
          redo: () => attempt(() => ofEach('runs.remove')),
        });
      }),
  };
}
