import { Undo2, X } from 'lucide-react';
import { useState } from 'react';
import type { BrandDecisions } from '../../bridge/brandRules.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { UndoList } from '../../ui/UndoList.tsx';

type RulesBarProps = {
  readonly decisions: BrandDecisions;
  /** Version of the brand rules of the displayed figures. */
  readonly rulesVersion: string;
};

/** The brand rules of the figures, the manual corrections, and their undo. */
export function RulesBar({ decisions, rulesVersion }: RulesBarProps) {
  const { book, undo, last, forgetLast, failure, confirm } = decisions;
  const [open, setOpen] = useState(false);
  const made = book?.decisions ?? [];
  const behind = book !== undefined && String(book.version) !== rulesVersion && book.version > 0;
  return (
    <>
      <span role="status" className="flex min-w-0 items-center gap-1">
        {last ? (
          <>
            <span dir="auto" className="truncate">
              {last.words}.
            </span>
            <Button size="small" onClick={() => undo(last.id)}>
              <Undo2 size={11} aria-hidden="true" /> Undo
            </Button>
            <IconButton Icon={X} px={12} label="Dismiss" onClick={forgetLast} />
          </>
        ) : null}
      </span>
      {rulesVersion === 'none' ? null : (
        <span>
          Brand list version {rulesVersion}
          {behind ? ' · updating…' : ''}
        </span>
      )}
      <Button look="quiet" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {made.length === 0 ? 'Manual corrections' : formatQuantity(made.length, 'manual correction')}
      </Button>
      {failure ? <ErrorNotice error={failure} /> : null}
      {confirm ? (
        <Button size="small" onClick={confirm}>
          Mark anyway
        </Button>
      ) : null}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Manual corrections"
        description="Undo a correction to recompute the values without it."
        reading
      >
        <div className="px-4 py-3">
          <UndoList
            label="Manual corrections"
            things={made}
            empty="No manual corrections yet. Use the menu of a brand or domain to make one."
            onUndo={undo}
          />
        </div>
      </Dialog>
    </>
  );
}
