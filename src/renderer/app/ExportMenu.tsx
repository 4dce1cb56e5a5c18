import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ExportFormat, ExportSelection } from '#shared/model/export.ts';
import type { SheetFileFormat } from '#shared/report/sheetFormats.ts';
import { useBridge } from '../bridge/BridgeContext.tsx';
import { fetchFile } from '../bridge/carryFiles.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { failureOf } from '../bridge/client.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { formatQuantity } from '../ui/format.ts';
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '../ui/Menu.tsx';
import { SheetItems, type SheetSource } from '../ui/SheetMenu.tsx';
import { saveBlob, saveSheet } from '../ui/saveFile.ts';

/** What is on the screen as a table. */
export type ExportList = {
  readonly label: string;
  readonly sheet: SheetSource;
};

type ExportMenuProps = {
  /** Which answers; null where there are none, only lists. */
  readonly selection: ExportSelection | null;
  readonly lists?: readonly ExportList[];
};

const formats: readonly { readonly format: ExportFormat; readonly label: string }[] = [
  { format: 'csv', label: 'Answers as CSV' },
  { format: 'jsonl', label: 'Answers as JSON Lines' },
  { format: 'xlsx', label: 'Answers as Excel workbook' },
  { format: 'evidence', label: 'Evidence file' },
];

/** Exports stored answers, and the lists that are shown, as files. */
export function ExportMenu({ selection, lists = [] }: ExportMenuProps) {
  const bridge = useBridge();
  const [making, setMaking] = useState<AbortController | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [sealed, setSealed] = useState<ExportedFile | null>(null);
  const fail = (thrown: unknown): void => setSaid(`Nothing was exported: ${failureOf(thrown).message}`);
  const take = (format: ExportFormat): void => {
    if (selection === null) return;
    const call = new AbortController();
    setMaking(call);
    setSaid('Exporting…');
    exportAnswers(bridge, selection, format, call.signal)
      .then((taken) => {
        const { answers, unreadable } = taken;
        const leftOut =
          unreadable.length === 0
            ? ''
            : `; ${formatQuantity(unreadable.length, 'damaged answer')} left out: ${unreadable.join(', ')}`;
        setSaid(`${formatQuantity(answers, 'answer')} exported${leftOut}`);
        if (taken.seal !== null) setSealed(taken);
      }, fail)
      .finally(() => setMaking(null));
  };
  const save = async ({ sheet }: ExportList, format: SheetFileFormat): Promise<void> => {
    setSaid('Exporting…');
    saveSheet(await sheet(), format);
    setSaid(null);
  };
  return (
    <div className="flex items-center gap-1.5 print:hidden">
      <span role="status" className="max-w-80 truncate text-ink-2 text-table" title={said ?? undefined}>
        {said}
      </span>
      {making === null ? null : (
        <Button look="quiet" size="small" onClick={() => making.abort()}>
          Cancel
        </Button>
      )}
      <Menu
        align="end"
        label="Export"
        trigger={
          <Button disabled={making !== null}>
            <Download size={13} aria-hidden="true" /> Export
          </Button>
        }
      >
        {selection === null
          ? null
          : formats.map(({ format, label }) => (
              <MenuItem key={format} onSelect={() => take(format)}>
                {label}
              </MenuItem>
            ))}
        {lists.length > 0 ? (
          <>
            {selection === null ? null : <MenuSeparator />}
            <MenuHeading>Lists on this page</MenuHeading>
            {lists.map((list) => (
              <SheetItems
                key={list.label}
                label={list.label}
                onSave={(format) => void save(list, format).catch(fail)}
              />
            ))}
          </>
        ) : null}
      </Menu>
      <Dialog
        open={sealed !== null}
        onClose={() => setSealed(null)}
        title="Evidence file exported"
        footer={<Button onClick={() => setSealed(null)}>Close</Button>}
      >
        <div className="flex flex-col gap-2">
          <p>
            {sealed?.name} holds {formatQuantity(sealed?.answers ?? 0, 'answer')}. Store its seal in another
            location, such as an email: the seal proves later that the file was not altered.
          </p>
          <p className="break-all font-mono text-table">{sealed?.seal}</p>
          <div>
            <CopyButton text={sealed?.seal ?? ''} label="Copy seal" />
          </div>
        </div>
      </Dialog>
    </div>
  );
}

type ExportedFile = {
  readonly name: string;
  readonly answers: number;
  readonly unreadable: readonly string[];
  readonly seal: string | null;
};

const types: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  jsonl: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  evidence: 'application/x-ndjson',
};

/** Has a file of stored answers made and hands it to the person. */
async function exportAnswers(
  bridge: BridgeClient,
  selection: ExportSelection,
  format: ExportFormat,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const { fileId, name, answers, unreadable, seal } = await bridge.call(
    'exports.make',
    { selection, format },
    { signal },
  );
  saveBlob(name, await fetchFile(bridge, fileId, types[format], signal));
  return { name, answers, unreadable, seal };
}
