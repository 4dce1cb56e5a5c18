import type { ReportFormat } from '#shared/model/report.ts';
import { useBridge } from '../bridge/BridgeContext.tsx';
import { fetchFile } from '../bridge/carryFiles.ts';
import type { BridgeClient } from '../bridge/client.ts';
import { MenuGroup, MenuItem, SubMenu } from '../ui/Menu.tsx';
import { saveBlob } from '../ui/saveFile.ts';
import type { Command } from '../window/commands.tsx';

/** Starts an export that can be cancelled. Its progress message and error are shown beside the button. */
export type Exporting = (saying: string, work: (signal: AbortSignal) => Promise<unknown>) => void;

export type ReportSource = {
  readonly runId: string;
  readonly project: string;
  /** Question and engine shown of a plan's run; null if the run has only one of each. */
  readonly shown: ReportSlice | null;
};
type ReportSlice = { readonly question?: number; readonly engine?: string };

const formats: readonly { readonly format: ReportFormat; readonly label: string; readonly type: string }[] = [
  { format: 'pdf', label: 'PDF', type: 'application/pdf' },
  {
    format: 'pptx',
    label: 'PowerPoint',
    type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
  { format: 'html', label: 'HTML', type: 'text/html' },
];

type ReportItemsProps = {
  readonly source: ReportSource;
  readonly start: Exporting;
  readonly onSettings: () => void;
};

/** The report of a run as items of the export menu. */
export function ReportItems({ source, start, onSettings }: ReportItemsProps) {
  const bridge = useBridge();
  const items = (what: string, slice: ReportSlice) =>
    formats.map(({ format, label, type }) => (
      <MenuItem
        key={format}
        onSelect={() =>
          start('Writing the report…', (signal) =>
            exportReport(bridge, source.runId, slice, format, type, signal),
          )
        }
      >
        {what} as {label}
      </MenuItem>
    ));
  return (
    <MenuGroup label="Report">
      {items('Report', {})}
      {source.shown === null ? null : (
        <SubMenu label="Report of this question">{items('Report of this question', source.shown)}</SubMenu>
      )}
      <MenuItem onSelect={onSettings}>Report settings…</MenuItem>
    </MenuGroup>
  );
}

/** The report of a run as palette commands. */
export function reportCommands(bridge: BridgeClient, runId: string, start: Exporting): readonly Command[] {
  return formats.map(({ format, label, type }) => ({
    id: `report-${format}`,
    title: `Export report as ${label}`,
    group: 'Export',
    words: 'download save client presentation slides print',
    run: () =>
      start('Writing the report…', (signal) => exportReport(bridge, runId, {}, format, type, signal)),
  }));
}

async function exportReport(
  bridge: BridgeClient,
  runId: string,
  { question, engine }: ReportSlice,
  format: ReportFormat,
  type: string,
  signal: AbortSignal,
): Promise<void> {
  const { fileId, name } = await bridge.call('reports.make', { runId, format, question, engine }, { signal });
  await saveBlob(name, await fetchFile(bridge, fileId, type, signal));
}
