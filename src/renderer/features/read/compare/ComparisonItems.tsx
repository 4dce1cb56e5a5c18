import type { Comparison } from '#shared/analysis/comparison.ts';
import { hasParts, type PartialComparison } from '#shared/analysis/comparisonParts.ts';
import { overviewOf } from '#shared/analysis/overview.ts';
import type { RunSummary } from '#shared/model/run.ts';
import { type ComparisonTab, comparisonSheets } from '#shared/report/comparisonSheets.ts';
import { dataQualitySentences } from '#shared/report/figures.ts';
import { htmlReport } from '#shared/report/htmlReport.ts';
import { visibilityBars } from '#shared/report/runReport.ts';
import type { Sheet } from '#shared/report/sheet.ts';
import { cellText, escapeMarkdown, sheetToMarkdown } from '#shared/report/sheetFormats.ts';
import { visibilityChart } from '#shared/report/visibilityChart.ts';
import type { Exporting } from '../../../app/ExportMenu.tsx';
import { useRoute } from '../../../bridge/BridgeContext.tsx';
import { useEngineNames } from '../../../ui/engineNames.ts';
import { MenuItem, SubMenu } from '../../../ui/Menu.tsx';
import { pngOf } from '../../../ui/pngOf.ts';
import { SheetItems } from '../../../ui/SheetMenu.tsx';
import { saveBlob, saveFile, saveSheet } from '../../../ui/saveFile.ts';
import { useColumnLabels } from './tableMarkets.ts';

type ComparisonItemsProps = {
  /** Null if the displayed tab has no comparison. */
  readonly comparison: PartialComparison | null;
  /** Loads the same comparison with all parts. */
  readonly loadWhole: () => Promise<Comparison>;
  readonly run: RunSummary;
  /** The displayed tab, whose tables are copied and exported. */
  readonly tab: ComparisonTab | null;
  readonly start: Exporting;
};

/** The comparison as items of the export menu, in formats that need no Parallax. */
export function ComparisonItems({ comparison, loadWhole, run, tab, start }: ComparisonItemsProps) {
  const info = useRoute('app.info', {}, { staleMs: Number.POSITIVE_INFINITY }).data;
  const words = useColumnLabels();
  const nameOf = useEngineNames();
  // The tables of a tab need only its own part.
  const sheets =
    comparison !== null && tab !== null && hasParts(comparison, [tab])
      ? comparisonSheets(comparison, tab, words)
      : [];
  const name = fileName(run.question);
  const html = (whole: Comparison): string =>
    htmlReport(whole, {
      words,
      question: run.question,
      engine: nameOf(run.engine, run.connectionId),
      askedAt: new Date(run.createdAtMs).toISOString(),
      writtenAt: new Date().toISOString(),
      runId: run.id,
      program: `Parallax ${info?.version ?? ''}`.trim(),
    });
  const chart = async (): Promise<string> => {
    const whole = await loadWhole();
    const bars = visibilityBars(whole, overviewOf(whole));
    if (bars === null) throw new Error('No brand is named in these answers.');
    return visibilityChart(bars.title, bars.bars, '#0b5a72');
  };
  /** Exports all tabs of the comparison, including those that were not opened. */
  const takeWhole = (save: (whole: Comparison) => void): void =>
    start('Exporting…', async () => save(await loadWhole()));
  return (
    <>
      {sheets.length === 0 || comparison === null ? null : (
        <>
          <MenuItem onSelect={() => void navigator.clipboard.writeText(sheets.map(tabSeparated).join('\n'))}>
            Copy tables of this tab
          </MenuItem>
          <SubMenu label="Tables of this tab">
            {sheets.map((sheet) => (
              <SheetItems
                key={sheet.id}
                label={sheet.title}
                onSave={(format) => saveSheet(sheet, format, `${name}-${sheet.id}`)}
              />
            ))}
            <MenuItem
              onSelect={() =>
                saveFile(
                  `${name}-${tab}.md`,
                  'text/markdown',
                  markdownOf(run.question, dataQualitySentences(comparison, words), sheets),
                )
              }
            >
              All tables as Markdown
            </MenuItem>
          </SubMenu>
        </>
      )}
      <SubMenu label="Full comparison">
        <MenuItem onSelect={() => takeWhole((whole) => saveFile(`${name}.html`, 'text/html', html(whole)))}>
          Full comparison as HTML
        </MenuItem>
        <MenuItem
          onSelect={() =>
            takeWhole((whole) => saveFile(`${name}.json`, 'application/json', JSON.stringify(whole, null, 2)))
          }
        >
          Full comparison as JSON
        </MenuItem>
      </SubMenu>
      <SubMenu label="Visibility chart">
        <MenuItem
          onSelect={() =>
            start('Exporting…', async () => saveBlob(`${name}-visibility.png`, await pngOf(await chart())))
          }
        >
          Visibility chart as PNG
        </MenuItem>
        <MenuItem
          onSelect={() =>
            start('Exporting…', async () =>
              saveFile(`${name}-visibility.svg`, 'image/svg+xml', await chart()),
            )
          }
        >
          Visibility chart as SVG
        </MenuItem>
      </SubMenu>
    </>
  );
}

/** Tab-separated text for pasting into a spreadsheet. */
function tabSeparated(sheet: ReturnType<typeof comparisonSheets>[number]): string {
  const clean = (cell: string | number | null): string => cellText(cell).replace(/[\t\r\n]+/g, ' ');
  return [sheet.columns.map((column) => column.heading), ...sheet.rows]
    .map((row) => row.map(clean).join('\t'))
    .join('\n');
}

/** The question as a valid file name on every system: letters and digits of any script, at most 60 characters. */
function fileName(question: string): string {
  const name = question
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return name === '' ? 'comparison' : name.toLowerCase();
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
