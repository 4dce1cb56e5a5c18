import { Download } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ExportFormat, ExportSelection } from '#shared/model/export.ts';
import { type SheetFileFormat, sheetFileFormats } from '#shared/tables/sheetFormats.ts';
import { progressText, useBridge, useDataProgress } from '../bridge/BridgeContext.tsx';
import { fetchFile } from '../bridge/carryFiles.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { failureOf } from '../bridge/client.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { formatQuantity } from '../ui/format.ts';
import { Menu, MenuGroup, MenuItem, SubMenu } from '../ui/Menu.tsx';
import { type SheetSource, sheetFormatLabel } from '../ui/SheetMenu.tsx';
import { fileNameOf, saveBlob, saveSheet } from '../ui/saveFile.ts';
import { type Command, useCommands } from '../window/commands.tsx';
import { type Exporting, ReportItems, type ReportSource, reportCommands } from './ReportItems.tsx';
import { ReportSettingsDialog } from './ReportSettingsDialog.tsx';

/** A list on the screen as a table. */
export type ExportList = {
  readonly label: string;
  readonly sheet: SheetSource;
};

/** One table or chart in one format; the label names both. */
export type ExportItem = { readonly label: string; readonly take: (start: Exporting) => void };
export type ExportGroup = { readonly label: string; readonly items: readonly ExportItem[] };

type ExportMenuProps = {
  /** What the answers belong to, such as a question: files of them are named after it. */
  readonly name?: string;
  /** The answers to export; null if there are only lists. */
  readonly selection: ExportSelection | null;
  /** The run of the report, and the part of it that is shown. */
  readonly report?: ReportSource;
  readonly lists?: readonly ExportList[];
  /** Additional tables and charts of the screen. */
  readonly more?: readonly (ExportItem | ExportGroup)[];
};

const noLists: readonly ExportList[] = [];
const noItems: readonly ExportItem[] = [];

const labels: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'Answers as Excel workbook',
  csv: 'Answers as CSV',
  'csv-excel': 'Answers as CSV for Excel',
  jsonl: 'Answers as JSON Lines',
  parquet: 'Answers as Parquet tables (.zip)',
  evidence: 'Evidence file',
};

/** All exports of a screen: report, answers, evidence, and its lists and charts. */
export function ExportMenu({ name, selection, report, lists = noLists, more = noItems }: ExportMenuProps) {
  const bridge = useBridge();
  const progress = progressText(useDataProgress());
  const [making, setMaking] = useState<AbortController | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [sealed, setSealed] = useState<ExportedFile | null>(null);
  const [styling, setStyling] = useState(false);
  /** @param work resolves with what is said at the end, or null */
  const make = (saying: string, work: (signal: AbortSignal) => Promise<string | null>): void => {
    const call = new AbortController();
    setMaking(call);
    setSaid(saying);
    work(call.signal)
      .then(setSaid, (thrown: unknown) =>
        setSaid(
          call.signal.aborted
            ? 'Cancelled. No file was written.'
            : `Nothing was exported: ${failureOf(thrown).message}`,
        ),
      )
      .finally(() => setMaking(null));
  };
  const take = (format: ExportFormat): void => {
    if (selection === null) return;
    make('Exporting…', async (signal) => {
      const taken = await exportAnswers(bridge, selection, format, name, signal);
      if (taken === null) return null;
      const { answers, unreadable } = taken;
      const how = format === 'parquet' ? 'without searches' : 'left out';
      const leftOut =
        unreadable.length === 0
          ? ''
          : `; ${formatQuantity(unreadable.length, 'damaged answer')} ${how}: ${unreadable.join(', ')}`;
      if (taken.seal !== null) setSealed(taken);
      return `${formatQuantity(answers, 'answer')} exported${leftOut}`;
    });
  };
  const start: Exporting = (saying, work) => make(saying, (signal) => work(signal).then(() => null));
  const tables = [...more, ...lists.map(listGroup)];
  useExportCommands(selection !== null, report?.runId, {
    take,
    start,
    style: () => setStyling(true),
    items: tables.flatMap((each) => ('items' in each ? each.items : [each])),
  });
  return (
    <div className="flex items-center gap-1.5 print:hidden">
      <span role="status" className="max-w-80 truncate text-ink-2 text-table" title={said ?? undefined}>
        {making === null || progress === '' ? said : `${said} ${progress}`}
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
        {report === undefined ? null : (
          <ReportItems source={report} start={start} onSettings={() => setStyling(true)} />
        )}
        {tables.length === 0 ? null : <TableItems tables={tables} start={start} />}
        {selection === null ? null : <AnswerItems take={take} />}
      </Menu>
      {report === undefined ? null : (
        <ReportSettingsDialog open={styling} project={report.project} onClose={() => setStyling(false)} />
      )}
      <SealDialog exported={sealed} onClose={() => setSealed(null)} />
    </div>
  );
}

function TableItems({
  tables,
  start,
}: {
  readonly tables: readonly (ExportItem | ExportGroup)[];
  readonly start: Exporting;
}) {
  return (
    <MenuGroup label="Tables and charts">
      {tables.map((each) =>
        'items' in each ? (
          <SubMenu key={each.label} label={each.label}>
            {each.items.map((item) => (
              <TakeItem key={item.label} item={item} start={start} />
            ))}
          </SubMenu>
        ) : (
          <TakeItem key={each.label} item={each} start={start} />
        ),
      )}
    </MenuGroup>
  );
}

function AnswerItems({ take }: { readonly take: (format: ExportFormat) => void }) {
  const items = (formats: readonly ExportFormat[]) =>
    formats.map((format) => (
      <MenuItem key={format} onSelect={() => take(format)}>
        {labels[format]}
      </MenuItem>
    ));
  return (
    <MenuGroup label="Data and evidence">
      {items(['xlsx', 'csv'])}
      <SubMenu label="Other formats">{items(['csv-excel', 'jsonl', 'parquet'])}</SubMenu>
      {items(['evidence'])}
    </MenuGroup>
  );
}

function TakeItem({ item, start }: { readonly item: ExportItem; readonly start: Exporting }) {
  return <MenuItem onSelect={() => item.take(start)}>{item.label}</MenuItem>;
}

/** A table in each of its formats. */
export const sheetItems = (
  label: string,
  save: (format: SheetFileFormat) => Promise<unknown>,
): readonly ExportItem[] =>
  sheetFileFormats.map((format) => ({
    label: `${label} as ${sheetFormatLabel[format]}`,
    take: (start) => start('Exporting…', async () => save(format)),
  }));

const listGroup = ({ label, sheet }: ExportList): ExportGroup => ({
  label,
  items: sheetItems(label, async (format) => saveSheet(await sheet(), format)),
});

/** The seal of an exported evidence file. */
function SealDialog({
  exported,
  onClose,
}: {
  readonly exported: ExportedFile | null;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      open={exported !== null}
      onClose={onClose}
      title="Evidence file exported"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-2 px-4 py-3">
        <p>
          {exported?.name} holds {formatQuantity(exported?.answers ?? 0, 'answer')}. Store its seal in another
          location, such as an email: the seal proves later that the file was not altered.
        </p>
        <p className="break-all font-mono text-table">{exported?.seal}</p>
        <div>
          <CopyButton text={exported?.seal ?? ''} label="Copy seal" />
        </div>
      </div>
    </Dialog>
  );
}

type Doing = {
  readonly take: (format: ExportFormat) => void;
  readonly start: Exporting;
  readonly style: () => void;
  /** Tables and charts. */
  readonly items: readonly ExportItem[];
};

/** `Export brands by market as CSV`. Labels that start with a verb, and abbreviations, stay as they are. */
function commandTitle(label: string): string {
  if (label.startsWith('Copy ')) return label;
  return `Export ${/^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() : label.charAt(0)}${label.slice(1)}`;
}

/** The items of the menu as palette commands. */
function useExportCommands(hasAnswers: boolean, runId: string | undefined, now: Doing): void {
  const bridge = useBridge();
  const labelsNow = now.items.map(({ label }) => label).join('\n');
  // The commands keep their identity, while their actions change with every rendering.
  const doing = useRef(now);
  useEffect(() => {
    doing.current = now;
  });
  useCommands(
    useMemo<readonly Command[]>(() => {
      const answers = (Object.keys(labels) as ExportFormat[]).map(
        (format): Command => ({
          id: `export-${format}`,
          title: commandTitle(labels[format]),
          group: 'Export',
          words: 'download save file data spreadsheet',
          run: () => doing.current.take(format),
        }),
      );
      const report: readonly Command[] =
        runId === undefined
          ? []
          : [
              ...reportCommands(bridge, runId, (saying, work) => doing.current.start(saying, work)),
              {
                id: 'report-settings',
                title: 'Report settings',
                group: 'Export',
                words: 'logo colour title sections',
                run: () => doing.current.style(),
              },
            ];
      const tables = labelsNow === '' ? [] : labelsNow.split('\n');
      return [
        ...(hasAnswers ? answers : []),
        ...report,
        ...tables.map(
          (label, at): Command => ({
            id: `export ${label}`,
            title: commandTitle(label),
            group: 'Export',
            words: 'download save file table chart image spreadsheet',
            run: () => doing.current.items[at]?.take(doing.current.start),
          }),
        ),
      ];
    }, [bridge, hasAnswers, runId, labelsNow]),
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
  'csv-excel': 'text/csv',
  jsonl: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/zip',
  evidence: 'application/x-ndjson',
};

/** Creates a file of stored answers and saves it; null if the user did not want to save it, or could not. */
async function exportAnswers(
  bridge: BridgeClient,
  selection: ExportSelection,
  format: ExportFormat,
  of: string | undefined,
  signal: AbortSignal,
): Promise<ExportedFile | null> {
  const { fileId, name, answers, unreadable, seal } = await bridge.call(
    'exports.make',
    { selection, format },
    { signal },
  );
  const fileName = of === undefined ? name : `${fileNameOf(of)}-${name}`;
  const saved = await saveBlob(fileName, await fetchFile(bridge, fileId, types[format], signal));
  return saved === null ? null : { name: saved, answers, unreadable, seal };
}
