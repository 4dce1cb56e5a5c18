import type { GapStatus, GapView } from '#shared/model/gap.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { formatQuantity } from '../../ui/format.ts';
import type { OfferUndo } from '../../ui/undo.ts';
import type { Mark } from './GapTable.tsx';

const marked: Readonly<Record<GapStatus, string>> = {
  open: 'reopened',
  done: 'marked as done',
  ignored: 'ignored',
};

export type MarkReports = {
  readonly onUndoable: OfferUndo;
  readonly onFailure: (message: string) => void;
};

/** Sets the status or the note of gaps, and offers to undo it. */
export function useMarkGaps({ onUndoable, onFailure }: MarkReports) {
  const { mutate, error } = useAction('gaps.mark', ['gaps.']);
  const mark: Mark = (gaps, status, note) => {
    const after = { gaps: gaps.map(({ key }) => key), status, note };
    // The screen may be closed by then.
    const again = (marks: Parameters<typeof mutate>[0]): void =>
      mutate(marks, { onError: ({ message }) => onFailure(message) });
    const message =
      note === undefined ? `${formatQuantity(gaps.length, 'gap')} ${marked[status]}` : 'Note saved';
    mutate(after, {
      onSuccess: () =>
        onUndoable(message, {
          undo: () => {
            for (const before of marksBefore(gaps, note !== undefined)) again(before);
          },
          redo: () => again(after),
        }),
    });
  };
  return { mark, error };
}

/** What gives gaps back the status that they had, since when they had it, and their notes. */
function marksBefore(gaps: readonly GapView[], withNotes: boolean) {
  const alike = Map.groupBy(gaps, ({ status, decidedAtMs, note }) =>
    JSON.stringify([status, decidedAtMs, withNotes && note]),
  );
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined
      ? []
      : {
          gaps: group.map(({ key }) => key),
          status: first.status,
          note: withNotes ? first.note : undefined,
          decidedAtMs: first.decidedAtMs ?? undefined,
        };
  });
}
