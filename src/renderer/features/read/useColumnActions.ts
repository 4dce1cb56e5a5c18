import { useMemo } from 'react';
import { placeLabel } from '../../ui/placeNames.ts';
import {
  type ArrangedColumns,
  type Arrangement,
  type Column,
  hideColumn,
  moveColumn,
  togglePin,
} from './columns.ts';

export type ColumnActions = {
  readonly togglePin: (key: string) => void;
  readonly hide: (key: string) => void;
  readonly hideOthers: (key: string) => void;
  readonly move: (key: string, by: -1 | 1) => void;
  readonly chooseSample: (key: string, sample: number) => void;
  readonly inspect: (key: string) => void;
  /** Puts a column's identical ones beside it, or behind it again. */
  readonly setApart: (key: string, apart: boolean) => void;
};

type Arranging = {
  readonly columns: readonly Column[];
  readonly arrangement: Arrangement;
  readonly arranged: ArrangedColumns;
  readonly setArrangement: (next: Arrangement) => void;
  readonly onUndoable: (message: string, undo: () => void) => void;
  readonly select: (key: string, inspect: boolean) => void;
  readonly chooseSample: (key: string, sample: number) => void;
  readonly setApart: (key: string, apart: boolean) => void;
};

/** What the head of a column can do; hiding can be taken back. */
export function useColumnActions(arranging: Arranging): ColumnActions {
  const { columns, arrangement, arranged, setArrangement, onUndoable, select, chooseSample, setApart } =
    arranging;
  return useMemo(() => {
    const undoable = (message: string, next: Arrangement): void => {
      setArrangement(next);
      onUndoable(message, () => setArrangement(arrangement));
    };
    const nameOf = (key: string): string => {
      const column = columns.find((each) => each.key === key);
      return column ? placeLabel(column.market).name : key;
    };
    return {
      togglePin: (key) => setArrangement(togglePin(arrangement, key)),
      hide: (key) => undoable(`${nameOf(key)} is hidden`, hideColumn(arrangement, key)),
      hideOthers: (key) =>
        undoable(`Only ${nameOf(key)} is shown`, {
          ...arrangement,
          pinned: [],
          hidden: columns.map((column) => column.key).filter((other) => other !== key),
        }),
      move: (key, by) => setArrangement(moveColumn(arranged, arrangement, key, by)),
      chooseSample,
      inspect: (key) => select(key, true),
      setApart,
    };
  }, [arrangement, arranged, columns, setArrangement, onUndoable, select, chooseSample, setApart]);
}
