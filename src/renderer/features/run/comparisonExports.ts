import { useDeferredValue, useMemo } from 'react';
import { htmlReport } from '#shared/documents/htmlReport.ts';
import { visibilityBars } from '#shared/documents/runReport.ts';
import { visibilityChart } from '#shared/documents/visibilityChart.ts';
import { overviewOf } from '#shared/figures/comparison/overview.ts';
import type { Comparison } from '#shared/model/comparison/comparison.ts';
import { hasParts, type PartialComparison } from '#shared/model/comparison/comparisonParts.ts';
import type { RunSummary } from '#shared/model/run.ts';
import { type ComparisonTab, comparisonSheets } from '#shared/tables/comparisonTables.ts';
import { dataQualitySentences } from '#shared/tables/figureLabels.ts';
import type { Sheet } from '#shared/tables/sheet.ts';
import { cellText, escapeMarkdown, sheetToMarkdown } from '#shared/tables/sheetFormats.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { type ExportGroup, type ExportItem, sheetItems } from '../../exports/ExportMenu.tsx';
import { useColumnLabels } from '../../reading/tableMarkets.ts';
import { useEngineNames } from '../../ui/engineNames.ts';
import { pngOf } from '../../ui/pngOf.ts';
import { fileNameOf, saveBlob, saveFile, saveSheet } from '../../ui/saveFile.ts';

type Exported = {
  /** Null if the displayed tab has no comparison. */
  readonly comparison: PartialComparison | null;
  /** Loads the same comparison with all parts. */
  readonly loadWhole: () => Promise<Comparison>;
  readonly run: RunSummary;
  /** The displayed tab, whose tables are copied and exported. */
  readonly tab: ComparisonTab | null;
};

/** Export items of the comparison, in formats that need no Parallax. */
export function useComparisonExports({ comparison, loadWhole, run, tab }: Exported) {
  const info = useRoute('app.info', {}, { staleMs: Number.POSITIVE_INFINITY }).data;
  const words = useColumnLabels();
  const nameOf = useEngineNames();
  // Computed after the tab is drawn, so that opening it stays a short task.
  const drawn = useDeferredValue(comparison);
  // The tables of a tab need only its own part.
  const sheets = useMemo(
    () =>
      drawn !== null && tab !== null && hasParts(drawn, [tab]) ? comparisonSheets(drawn, tab, words) : [],
    [drawn, tab, words],
  );
  const name = fileNameOf(run.question);
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
  const exported = (label: string, save: () => Promise<unknown>): ExportItem => ({
    label,
    take: (start) => start('Exporting…', save),
  });
  /** Exports all tabs of the comparison, including those that were not opened. */
  const whole = (format: string, type: string, write: (whole: Comparison) => string): ExportItem =>
    exported(`Full comparison as ${format.toUpperCase()}`, async () =>
      saveFile(`${name}.${format}`, type, write(await loadWhole())),
    );
  const ofTab: readonly (ExportItem | ExportGroup)[] =
    sheets.length === 0 || drawn === null
      ? []
      : [
          {
            label: 'Copy tables of this tab',
            take: () => void navigator.clipboard.writeText(sheets.map(tabSeparated).join('\n')),
          },
          {
            label: 'Tables of this tab',
            items: [
              ...sheets.flatMap((sheet) =>
                sheetItems(sheet.title, (format) => saveSheet(sheet, format, `${name}-${sheet.id}`)),
              ),
              exported('All tables as Markdown', async () =>
                saveFile(
                  `${name}-${tab}.md`,
                  'text/markdown',
                  markdownOf(run.question, dataQualitySentences(drawn, words), sheets),
                ),
              ),
            ],
          },
        ];
  return [
    ...ofTab,
    {
      label: 'Full comparison',
      items: [
        whole('html', 'text/html', html),
        whole('json', 'application/json', (all) => JSON.stringify(all, null, 2)),
      ],
    },
    {
      label: 'Visibility chart',
      items: [
        exported('Visibility chart as PNG', async () =>
          saveBlob(`${name}-visibility.png`, await pngOf(await chart())),
        ),
        exported('Visibility chart as SVG', async () =>
          saveFile(`${name}-visibility.svg`, 'image/svg+xml', await chart()),
        ),
      ],
    },
  ];
}

/** Tab-separated text for pasting into a spreadsheet. */
function tabSeparated(sheet: ReturnType<typeof comparisonSheets>[number]): string {
  const clean = (cell: string | number | null): string => cellText(cell).replace(/[\t\r\n]+/g, ' ');
  return [sheet.columns.map((column) => column.heading), ...sheet.rows]
    .map((row) => row.map(clean).join('\t'))
    .join('\n');
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
