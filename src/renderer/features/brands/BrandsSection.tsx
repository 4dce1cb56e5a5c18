import { ClipboardPaste, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { BrandBookView, BrandView } from '#shared/model/brand.ts';
import { brandKindLabel } from '#shared/tables/brandLabels.ts';
import { brandsSheet, brandsTable, decisionsSheet } from '#shared/tables/projectTables.ts';
import { useAction } from '../../bridge/BridgeContext.tsx';
import { useBrandRules } from '../../bridge/brandRules.ts';
import { Button } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { SheetMenu } from '../../ui/SheetMenu.tsx';
import { Table } from '../../ui/Table.tsx';
import { RelativeTime } from '../../ui/Times.tsx';
import { actionColumn, columnsOf } from '../../ui/tableColumns.tsx';
import { UndoList } from '../../ui/UndoList.tsx';
import type { OfferUndo } from '../../ui/undo.ts';
import { BrandForm } from './BrandForm.tsx';
import { BrandImport } from './BrandImport.tsx';
import { DetectedBrands } from './DetectedBrands.tsx';
import { RecomputationPanel } from './RecomputationPanel.tsx';

type BrandsSectionProps = {
  readonly onUndoable: OfferUndo;
  /** How often the listed brands are named. */
  readonly figures: ReactNode;
};

type Open =
  | { readonly what: 'add' }
  | { readonly what: 'import' }
  | { readonly what: 'edit'; readonly brand: BrandView };

/** Brands with their names and domains, and the manual corrections. */
export function BrandsSection({ onUndoable, figures }: BrandsSectionProps) {
  const rules = useBrandRules();
  const remove = useAction('brands.remove', ['brands.']);
  const restore = useAction('brands.restore', ['brands.']);
  const undo = useAction('brands.undo', ['brands.']);
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const book = rules.data;
  const failure = rules.error ?? remove.error ?? restore.error ?? undo.error;

  /** Confirms a change and offers to undo it. */
  const done = (message: string, after: BrandBookView): void => {
    close();
    if (book === undefined || after.version === book.version) return;
    const { version } = book;
    // Each restoring makes a version of its own.
    let latest = after.version;
    const restoreTo = (wanted: number) => (): void =>
      void restore.mutateAsync({ version: wanted, after: latest }).then(
        (restored) => {
          latest = restored.version;
        },
        () => {}, // Shown as the error of `restore`.
      );
    onUndoable(message, { undo: restoreTo(version), redo: restoreTo(after.version) });
  };

  return (
    <section aria-labelledby="brands-title" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h1 id="brands-title" className="font-semibold text-title">
          Brands
        </h1>
        <Button className="ms-auto" onClick={() => setOpen({ what: 'import' })}>
          <ClipboardPaste size={13} aria-hidden="true" /> Paste list
        </Button>
        <Button onClick={() => setOpen({ what: 'add' })}>
          <Plus size={13} aria-hidden="true" /> Add brand
        </Button>
      </div>
      <p className="max-w-prose text-ink-2">
        A brand is matched by its name and aliases: whole words in any script, regardless of case, width or
        accents, never inside another word or a URL. The Brands tab of a run shows further brands that were
        detected in the answers.
      </p>
      {failure ? <ErrorNotice error={failure} onRetry={() => void rules.refetch()} /> : null}
      {figures}
      {book === undefined ? (
        <p className="text-ink-3">Loading brands…</p>
      ) : (
        <>
          {book.madeAtMs === null ? null : (
            <p className="text-ink-2 text-table tabular">
              Brand list version {book.version}, changed <RelativeTime atMs={book.madeAtMs} />
            </p>
          )}
          <Table
            label="Listed brands"
            sheet={() => brandsSheet(book.brands, book.version)}
            columns={[
              ...brandColumns,
              actionColumn<BrandView>('Actions', (brand) => (
                <span className="flex justify-end gap-1 whitespace-nowrap">
                  <Button size="small" onClick={() => setOpen({ what: 'edit', brand })}>
                    Edit<span className="sr-only"> {brand.name}</span>
                  </Button>
                  <Button
                    size="small"
                    look="danger"
                    onClick={() =>
                      remove.mutate(
                        { id: brand.id },
                        { onSuccess: (after) => done(`${brand.name} deleted`, after) },
                      )
                    }
                  >
                    Delete<span className="sr-only"> {brand.name}</span>
                  </Button>
                </span>
              )),
            ]}
            rows={book.brands}
            rowKey={(brand) => brand.id}
            empty="No brands yet. Add your brand and its competitors."
          />
          <RecomputationPanel />
          <DetectedBrands withoutOwn={!book.brands.some(({ kind }) => kind === 'own')} onAdded={done} />
          <div className="mt-2 flex items-center gap-2">
            <h2 className="font-semibold text-read">Manual corrections</h2>
            {book.decisions.length > 0 ? (
              <SheetMenu label="Manual corrections" sheet={() => decisionsSheet(book.decisions)} />
            ) : null}
          </div>
          <p className="max-w-prose text-ink-2">
            Corrections made on the Brands and Sources tabs. They apply on top of the list, in the order they
            were made.
          </p>
          <UndoList
            label="Manual corrections"
            things={book.decisions}
            empty="No manual corrections yet."
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
          kind={book?.brands.some(({ kind }) => kind === 'own') === false ? 'own' : 'competitor'}
          onCancel={close}
          onSaved={(name, after) => done(open?.what === 'edit' ? `${name} saved` : `${name} added`, after)}
        />
      </Dialog>
      <Dialog
        open={open?.what === 'import'}
        onClose={close}
        title="Paste list of brands"
        description="One brand per line: name, then aliases, domains and “own” or “competitor”, separated by semicolons, tabs or commas. Or a table with headings: Brand, Aliases, Domain, Type."
      >
        <BrandImport
          onCancel={close}
          onAdded={(count, after) => done(`${formatQuantity(count, 'brand')} added`, after)}
        />
      </Dialog>
    </section>
  );
}

const brandColumns = columnsOf(brandsTable(0), {
  name: ({ name }) => (
    <span dir="auto" className="font-medium">
      {name}
    </span>
  ),
  kind: {
    className: 'whitespace-nowrap',
    cell: ({ kind }) => (
      <Badge tone={kind === 'own' ? 'good' : kind === 'competitor' ? 'warn' : 'neutral'}>
        {brandKindLabel[kind]}
      </Badge>
    ),
  },
  aliases: ({ aliases }) => (
    <span className="flex min-w-28 flex-wrap gap-x-2">
      {aliases.map((alias) => (
        <bdi key={alias.text}>
          {alias.text}
          {alias.caseSensitive === true ? <span className="text-ink-3"> exact case</span> : null}
          {alias.merged ? <span className="text-ink-3"> merged</span> : null}
        </bdi>
      ))}
    </span>
  ),
  domains: ({ domains }) => (
    <span className="flex flex-wrap gap-x-2">
      {domains.map(({ domain, merged, shared }) => (
        <span key={domain} className="whitespace-nowrap">
          {domain}
          {shared === true ? (
            <span className="text-warn" title={`Every page on ${domain} counts for this brand.`}>
              {' '}
              shared by many
            </span>
          ) : null}
          {merged ? <span className="text-ink-3"> merged</span> : null}
        </span>
      ))}
    </span>
  ),
});
