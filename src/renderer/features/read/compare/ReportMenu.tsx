import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Comparison } from '#shared/analysis/comparison.ts';
import { hasParts, type PartialComparison } from '#shared/analysis/comparisonParts.ts';
import type { RunSummary } from '#shared/model/run.ts';
import { type ComparisonTab, comparisonSheets } from '#shared/report/comparisonSheets.ts';
import { dataQualitySentences } from '#shared/report/figures.ts';
import { htmlReport } from '#shared/report/htmlReport.ts';
import type { Sheet } from '#shared/report/sheet.ts';
import { cellText, escapeMarkdown, sheetToMarkdown } from '#shared/report/sheetFormats.ts';
import { useBridge, useRoute } from '../../../bridge/BridgeContext.tsx';
import { failureOf } from '../../../bridge/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { useEngineNames } from '../../../ui/engineNames.ts';
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '../../../ui/Menu.tsx';
import { SheetItems } from '../../../ui/SheetMenu.tsx';
import { saveBlob, saveFile, saveSheet } from '../../../ui/saveFile.ts';
import { useColumnLabels } from './tableMarkets.ts';

type ReportMenuProps = {
  readonly comparison: PartialComparison;
  /** The same comparison with all its parts. */
  readonly loadWhole: () => Promise<Comparison>;
  readonly run: RunSummary;
  /** The tab that is shown; its tables are what is copied and saved as a table. */
  readonly tab: ComparisonTab;
};

/** Takes the comparison away: the same figures as on the screen, in files that need no Parallax. */
export function ReportMenu({ comparison, loadWhole, run, tab }: ReportMenuProps) {
  const info = useRoute('app.info', {}, { staleMs: Number.POSITIVE_INFINITY }).data;
  const version = info?.version ?? '';
  const bridge = useBridge();
  const words = useColumnLabels();
  const nameOf = useEngineNames();
  const [saying, setSaying] = useState<string | null>(null);
  // The tables of a tab need the part of that tab only.
  const sheets = hasParts(comparison, [tab]) ? comparisonSheets(comparison, tab, words) : [];
  const name = fileName(run.question);
  const html = (comparison: Comparison): string =>
    htmlReport(comparison, {
      words,
      question: run.question,
      engine: nameOf(run.engine, run.connectionId),
      askedAt: new Date(run.createdAtMs).toISOString(),
      writtenAt: new Date().toISOString(),
      runId: run.id,
      program: `Parallax ${version}`.trim(),
    });
  /** With every tab of the comparison, whichever of them were looked at. */
  const takeWhole = (
    use: (whole: Comparison) => void | Promise<void>,
    saying: string | null = null,
  ): void => {
    setSaying(saying);
    loadWhole()
      .then(use)
      .then(
        () => setSaying(null),
        (thrown: unknown) => setSaying(`Nothing was exported: ${failureOf(thrown).message}`),
      );
  };
  const pdf = async (whole: Comparison): Promise<void> => {
    const { base64 } = await bridge.call('comparisons.pdf', { html: html(whole) });
    saveBlob(`${name}.pdf`, blobOfBase64(base64, 'application/pdf'));
  };
  return (
    <>
      <span role="status" className="text-ink-2 text-table">
        {saying}
      </span>
      <Menu
        align="end"
        label="Export"
        trigger={
          <Button look="quiet" size="icon-small" aria-label="Export comparison">
            <Download size={13} aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onSelect={() => takeWhole((whole) => saveFile(`${name}.html`, 'text/html', html(whole)))}>
          Full report as HTML
        </MenuItem>
        {info?.host === 'desktop' ? (
          <MenuItem onSelect={() => takeWhole(pdf, 'Exporting PDF…')}>Full report as PDF</MenuItem>
        ) : (
          <MenuItem onSelect={() => takeWhole((whole) => printReport(html(whole)))}>
            Print full report, or save as PDF…
          </MenuItem>
        )}
        <MenuItem
          onSelect={() =>
            takeWhole((whole) => saveFile(`${name}.json`, 'application/json', JSON.stringify(whole, null, 2)))
          }
        >
          All data as JSON
        </MenuItem>
        <MenuSeparator />
        <MenuHeading>This tab</MenuHeading>
        <MenuItem
          disabled={sheets.length === 0}
          onSelect={() => void navigator.clipboard.writeText(sheets.map(tabSeparated).join('\n'))}
        >
          Copy as table
        </MenuItem>
        <MenuItem
          disabled={sheets.length === 0}
          onSelect={() =>
            saveFile(
              `${name}-${tab}.md`,
              'text/markdown',
              markdownOf(run.question, dataQualitySentences(comparison, words), sheets),
            )
          }
        >
          Export as Markdown
        </MenuItem>
        {sheets.map((sheet) => (
          <SheetItems
            key={sheet.id}
            label={`Save “${sheet.title}”`}
            onSave={(format) => saveSheet(sheet, format, `${name}-${sheet.id}`)}
          />
        ))}
      </Menu>
    </>
  );
}

/** What a spreadsheet takes from the clipboard. */
function tabSeparated(sheet: ReturnType<typeof comparisonSheets>[number]): string {
  const clean = (cell: string | number | null): string => cellText(cell).replace(/[\t\r\n]+/g, ' ');
  return [sheet.columns.map((column) => column.heading), ...sheet.rows]
    .map((row) => row.map(clean).join('\t'))
    .join('\n');
}

/** The question as a file name every system takes: letters and digits of any script, at most 60 characters. */
function fileName(question: string): string {
  const name = question
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return name === '' ? 'comparison' : name.toLowerCase();
}

/**
 * Opens the print dialog of the browser for a report, from a frame nobody sees. The frame runs no scripts of its own;
 * it is taken away once the dialog is closed.
 */
function printReport(html: string): void {
  const frame = document.createElement('iframe');
  frame.title = 'Report to print';
  // The report brings no scripts; to open the dialog from here, the frame has to be of this origin.
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  Object.assign(frame.style, { position: 'fixed', width: '1px', height: '1px', insetInlineEnd: '100%' });
  frame.addEventListener('load', () => {
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow?.print();
  });
  frame.srcdoc = html;
  document.body.append(frame);
}

/** A file that came over the bridge as base64. */
function blobOfBase64(base64: string, type: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type });
}

function markdownOf(question: string, notes: readonly string[], sheets: readonly Sheet[]): string {
  return [
    `# ${escapeMarkdown(question)}`,
    '',
    ...notes.map((note) => `- ${escapeMarkdown(note)}`),
    '',
    ...sheets.map(sheetToMarkdown),
  ].join('\n');
}
