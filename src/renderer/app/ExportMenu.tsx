import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ExportFormat, ExportSelection } from '#shared/model/export.ts';
import type { SheetFileFormat } from '#shared/report/sheetFormats.ts';
import { useBridge } from '../bridge/BridgeContext.tsx';
import { failureOf } from '../bridge/client.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { formatQuantity } from '../ui/format.ts';
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '../ui/Menu.tsx';
import { SheetItems, type SheetSource } from '../ui/SheetMenu.tsx';
import { saveSheet } from '../ui/saveFile.ts';
import { exportAnswers, type TakenOut } from './exportAnswers.ts';

/** What is on the screen as a table. */
export type TakenList = {
  readonly label: string;
  readonly sheet: SheetSource;
};

type ExportMenuProps = {
  /** Which answers; null where there are none, only lists. */
  readonly selection: ExportSelection | null;
  readonly lists?: readonly TakenList[];
};

const formats: readonly { readonly format: ExportFormat; readonly label: string }[] = [
  { format: 'csv', label: 'Answers as CSV' },
  { format: 'jsonl', label: 'Answers as JSON Lines' },
  { format: 'xlsx', label: 'Answers as Excel workbook' },
  { format: 'evidence', label: 'Evidence file' },
];

/** Takes stored answers, and the lists that are shown, out of the program as files. */
export function ExportMenu({ selection, lists = [] }: ExportMenuProps) {
  const bridge = useBridge();
  const [making, setMaking] = useState<AbortController | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [sealed, setSealed] = useState<TakenOut | null>(null);
  const fail = (thrown: unknown): void => setSaid(`Nothing was taken out: ${failureOf(thrown).message}`);
  const take = (format: ExportFormat): void => {
    if (selection === null) return;
    const call = new AbortController();
    setMaking(call);
    setSaid('Making the file…');
    exportAnswers(bridge, selection, format, call.signal)
      .then((taken) => {
        setSaid(`${formatQuantity(taken.answers, 'answer')} taken out`);
        if (taken.seal !== null) setSealed(taken);
      }, fail)
      .finally(() => setMaking(null));
  };
  const save = async ({ sheet }: TakenList, format: SheetFileFormat): Promise<void> => {
    setSaid('Making the file…');
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
        label="Take out"
        trigger={
          <Button disabled={making !== null}>
            <Download size={13} aria-hidden="true" /> Take out
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
            <MenuHeading>What is shown</MenuHeading>
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
        title="The evidence file was saved"
        footer={<Button onClick={() => setSealed(null)}>Close</Button>}
      >
        <div className="flex flex-col gap-2">
          <p>
            {sealed?.name} holds {formatQuantity(sealed?.answers ?? 0, 'answer')}. Keep its seal somewhere
            else, in a mail for example: it proves later that the file is this one.
          </p>
          <p className="break-all font-mono text-table">{sealed?.seal}</p>
          <div>
            <CopyButton text={sealed?.seal ?? ''} label="Copy the seal" />
          </div>
        </div>
      </Dialog>
    </div>
  );
}
