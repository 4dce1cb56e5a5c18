import { type FormEvent, useState } from 'react';
import type { BrandRow } from '#shared/model/comparison/comparison.ts';
import { foldName } from '#shared/text/words/folding.ts';
import { Badge } from '../../ui/Chip.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';

export type MergeTarget = { readonly id: string; readonly name: string; readonly note: string };

type MergeDialogProps = {
  readonly row: Pick<BrandRow, 'id' | 'name'>;
  readonly targets: readonly MergeTarget[];
  readonly onMerge: (target: MergeTarget) => void;
  readonly onClose: () => void;
};

/** Selects the brand into which another one is merged. */
export function MergeDialog({ row, targets, onMerge, onClose }: MergeDialogProps) {
  const [text, setText] = useState('');
  const wanted = foldName(text);
  const found = targets.filter(
    (target) => target.id !== row.id && (wanted === '' || foldName(target.name).includes(wanted)),
  );
  const [first] = found;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (first !== undefined && wanted !== '') onMerge(first);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Merge ${row.name} into…`}
      description="Its aliases and domains count for the brand you choose. You can undo this at any time."
      width="narrow"
    >
      <form onSubmit={submit} className="flex min-h-0 flex-col gap-2 px-4 py-3">
        <TextField
          label="Brand"
          hint={wanted === '' ? 'Type to filter the list.' : 'Enter selects the first brand.'}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={setText}
        />
        {found.length === 0 ? (
          <p role="status" className="text-ink-2 text-table">
            No other brand matches.
          </p>
        ) : (
          <ul aria-label="Brands to merge into" className="flex min-h-0 flex-col overflow-y-auto">
            {found.map((target) => (
              <li key={target.id}>
                <button
                  type="button"
                  onClick={() => onMerge(target)}
                  className="flex min-h-7 w-full items-center gap-2 rounded-sm px-2 text-start hover:bg-hover focus-visible:bg-pressed"
                >
                  <span dir="auto" className="min-w-0 flex-1 truncate">
                    {target.name}
                  </span>
                  <Badge>{target.note}</Badge>
                </button>
              </li>
            ))}
          </ul>
        )}
      </form>
    </Dialog>
  );
}
