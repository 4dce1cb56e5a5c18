import { ClipboardPaste, Plus } from 'lucide-react';
import { useState } from 'react';
import { brandsSheet, decisionsSheet } from '#shared/exports/projectSheets.ts';
import type { BrandBookView, BrandView } from '#shared/model/brand.ts';
import { brandKindLabel } from '#shared/report/brandLabels.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { useBrandRules } from '../../bridge/brandRules.ts';
import { Button } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { SheetMenu } from '../../ui/SheetMenu.tsx';
import { Table, type TableColumn } from '../../ui/Table.tsx';
import { RelativeTime } from '../../ui/Times.tsx';
import { UndoList } from '../../ui/UndoList.tsx';
import { BrandForm } from './BrandForm.tsx';
import { BrandImport } from './BrandImport.tsx';
import { RecomputationPanel } from './ReplayPanel.tsx';

type BrandsSectionProps = {
  readonly onUndoable: (message: string, undo: () => void) => void;
};

type Open =
  | { readonly what: 'add' }
  | { readonly what: 'import' }
  | { readonly what: 'edit'; readonly brand: BrandView };

/** Which names count as which brand, whose the domains are, and what was decided about them. */
export function BrandsSection({ onUndoable }: BrandsSectionProps) {
  const rules = useBrandRules();
  const remove = useAction('brands.remove', ['brands.']);
  const restore = useAction('brands.restore', ['brands.']);
  const undo = useAction('brands.undo', ['brands.']);
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const book = rules.data;
  const failure = rules.error ?? remove.error ?? restore.error ?? undo.error;

  /** Says what was done and offers the version before it. */
  const done = (message: string, after: BrandBookView): void => {
    close();
    if (book === undefined || after.version === book.version) return;
    const { version } = book;
    onUndoable(message, () => restore.mutate({ version, after: after.version }));
  };

  return (
    <section aria-labelledby="brands-title" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="brands-title" className="font-semibold text-title">
          Brands
        </h2>
        <Button className="ms-auto" onClick={() => setOpen({ what: 'import' })}>
          <ClipboardPaste size={13} aria-hidden="true" /> Paste a list
        </Button>
        <Button onClick={() => setOpen({ what: 'add' })}>
          <Plus size={13} aria-hidden="true" /> Add brand
        </Button>
      </div>
      <p className="max-w-prose text-ink-2">
        A brand is found by its name and its other names: whole words in any script, whatever their case,
        width or accents, never inside another word or an address. Names nobody listed are proposed on the
        Brands tab of a run.
      </p>
      {failure ? <ErrorNotice error={failure} onRetry={() => void rules.refetch()} /> : null}
      {book === undefined ? (
        <p className="text-ink-3">Reading the brands…</p>
      ) : (
        <>
          <p className="text-ink-2 text-table tabular">
            Rules version {book.version}
            {book.madeAtMs === null ? (
              ': nothing was changed yet'
            ) : (
              <>
                , changed <RelativeTime atMs={book.madeAtMs} />
              </>
            )}
            . Every share of voice names the version it was counted by.
          </p>
          <Table
            label="Listed brands"
            sheet={() => brandsSheet(book.brands, book.version)}
            columns={columnsOf(
              (brand) => setOpen({ what: 'edit', brand }),
              (brand) =>
                remove.mutate(
                  { id: brand.id },
                  { onSuccess: (after) => done(`${brand.name} is removed`, after) },
                ),
            )}
            rows={book.brands}
            rowKey={(brand) => brand.id}
            empty="No brand is listed. Add yours and those you compare it with."
          />
          <RecomputationPanel />
          <div className="mt-2 flex items-center gap-2">
            <h3 className="font-semibold text-read">Decisions</h3>
            {book.decisions.length > 0 ? (
              <SheetMenu label="Decisions" sheet={() => decisionsSheet(book.decisions)} />
            ) : null}
          </div>
          <p className="max-w-prose text-ink-2">
            Made where brands and sources are looked at, applied on top of the list in the order they were
            made.
          </p>
          <UndoList
            label="Decisions"
            things={book.decisions}
            empty="Nothing was decided yet."
            onUndo={(id) => undo.mutate({ id })}
          />
        </>
      )}
      <Dialog
        open={open?.what === 'add' || open?.what === 'edit'}
        onClose={close}
        title={open?.what === 'edit' ? `Edit ${open.brand.name}` : 'Add brand'}
      >
        <BrandForm
          brand={open?.what === 'edit' ? open.brand : null}
          onCancel={close}
          onSaved={(name, after) =>
            done(open?.what === 'edit' ? `${name} is changed` : `${name} is added`, after)
          }
        />
      </Dialog>
      <Dialog
        open={open?.what === 'import'}
        onClose={close}
        title="Paste a list of brands"
        description="One brand a line: its name, then other names, domains and “own” or “competitor”, between semicolons, tabs or commas."
      >
        <BrandImport onCancel={close} onAdded={(after) => done('The list is taken over', after)} />
      </Dialog>
    </section>
  );
}

function columnsOf(
  onEdit: (brand: BrandView) => void,
  onRemove: (brand: BrandView) => void,
): readonly TableColumn<BrandView>[] {
  return [
    {
      id: 'name',
      header: 'Brand',
      cell: (brand) => (
        <span dir="auto" className="font-medium">
          {brand.name}
        </span>
      ),
    },
    {
      id: 'kind',
      header: 'Kind',
      cell: (brand) => (
        <Badge tone={brand.kind === 'own' ? 'good' : brand.kind === 'competitor' ? 'warn' : 'neutral'}>
          {brandKindLabel[brand.kind]}
        </Badge>
      ),
      className: 'whitespace-nowrap',
    },
    {
      id: 'aliases',
      header: 'Other names',
      cell: (brand) => (
        <span className="flex min-w-28 flex-wrap gap-x-2">
          {brand.aliases.map((alias) => (
            <bdi key={alias.text}>
              {alias.text}
              {alias.caseSensitive === true ? <span className="text-ink-3"> exact case</span> : null}
              {alias.merged ? <span className="text-ink-3"> merged</span> : null}
            </bdi>
          ))}
        </span>
      ),
    },
    {
      id: 'domains',
      header: 'Domains',
      cell: (brand) => (
        <span className="flex flex-wrap gap-x-2">
          {brand.domains.map(({ domain, merged }) => (
            <span key={domain} className="whitespace-nowrap">
              {domain}
              {merged ? <span className="text-ink-3"> merged</span> : null}
            </span>
          ))}
        </span>
      ),
    },
    {
      id: 'actions',
      header: 'Change',
      quietHeader: true,
      align: 'end',
      cell: (brand) => (
        <span className="flex justify-end gap-1">
          <Button size="small" onClick={() => onEdit(brand)}>
            Edit<span className="sr-only"> {brand.name}</span>
          </Button>
          <Button size="small" look="danger" onClick={() => onRemove(brand)}>
            Remove<span className="sr-only"> {brand.name}</span>
          </Button>
        </span>
      ),
      className: 'whitespace-nowrap',
    },
  ];
}
