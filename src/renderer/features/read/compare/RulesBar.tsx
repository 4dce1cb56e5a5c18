import { Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { formatAddress } from '../../../app/address.ts';
import type { BrandDecisions } from '../../../bridge/brandRules.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { formatQuantity } from '../../../ui/format.ts';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { UndoList } from '../../../ui/UndoList.tsx';

type RulesBarProps = {
  readonly decisions: BrandDecisions;
  /** Version of the rules the figures on the screen were made with. */
  readonly rulesVersion: string;
};

/** By which rules the figures were made, what was decided, and the way back from it. */
export function RulesBar({ decisions, rulesVersion }: RulesBarProps) {
  const { book, undo, last, forgetLast, failure } = decisions;
  const [open, setOpen] = useState(false);
  const made = book?.decisions ?? [];
  const behind = book !== undefined && String(book.version) !== rulesVersion && book.version > 0;
  return (
    <div className="flex shrink-0 flex-col border-line border-b">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 px-4 py-1 text-table">
        <span className="text-ink-2 tabular">
          {rulesVersion === 'none' ? 'No brand rules yet' : `Brand rules, version ${rulesVersion}`}
          {behind ? ' · counting again…' : ''}
        </span>
        <Button look="quiet" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {made.length === 0 ? 'Decisions' : formatQuantity(made.length, 'decision')}
        </Button>
        <a
          href={formatAddress({ name: 'settings', section: 'brands' })}
          className="rounded-sm px-1 text-accent underline-offset-2 hover:underline"
        >
          Names and domains
        </a>
        <span role="status" className="ms-auto flex min-w-0 items-center gap-1">
          {last ? (
            <>
              <span dir="auto" className="truncate">
                {last.words}.
              </span>
              <Button size="small" onClick={() => undo(last.id)}>
                <Undo2 size={11} aria-hidden="true" /> Undo
              </Button>
              <Button look="quiet" size="icon-small" aria-label="Put the message away" onClick={forgetLast}>
                <X size={12} aria-hidden="true" />
              </Button>
            </>
          ) : null}
        </span>
      </div>
      {failure ? <ErrorNotice error={failure} className="mx-4 mb-2" /> : null}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Decisions about brands and domains"
        description="Each can be taken back by itself; the figures are then as they were without it."
        reading
      >
        <div className="px-4 py-3">
          <UndoList
            label="Decisions"
            things={made}
            empty="Nothing was decided yet. The menu at each brand and each domain decides."
            onUndo={undo}
          />
        </div>
      </Dialog>
    </div>
  );
}
