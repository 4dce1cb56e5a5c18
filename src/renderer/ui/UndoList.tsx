import { Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { Button } from './Button.tsx';
import { RelativeTime } from './Times.tsx';

export type UndoableThing = { readonly id: string; readonly words: string; readonly madeAtMs: number };

type UndoListProps = {
  readonly label: string;
  readonly things: readonly UndoableThing[];
  readonly empty: string;
  readonly onUndo: (id: string) => void;
};

/** Manual corrections, newest first; each can be undone separately. */
export function UndoList({ label, things, empty, onUndo }: UndoListProps) {
  const list = useRef<HTMLUListElement>(null);
  if (things.length === 0) return <p className="text-ink-2">{empty}</p>;
  return (
    <ul ref={list} tabIndex={-1} aria-label={label} className="flex flex-col">
      {things.map(({ id, words, madeAtMs }) => (
        <li key={id} className="flex items-center gap-3 border-line border-b py-1 text-table last:border-b-0">
          <span dir="auto" className="min-w-0 flex-1 break-words">
            {words}
          </span>
          <span className="shrink-0 text-ink-3">
            <RelativeTime atMs={madeAtMs} />
          </span>
          <Button
            size="small"
            onClick={() => {
              // The pressed button is removed with its line, so the focus moves to the list.
              list.current?.focus();
              onUndo(id);
            }}
          >
            <Undo2 size={11} aria-hidden="true" /> Undo
            <span className="sr-only">: {words}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
