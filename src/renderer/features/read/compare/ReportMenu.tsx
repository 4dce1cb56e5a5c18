import { Download } from 'lucide-react';
import type { Comparison } from '#shared/analysis/comparison.ts';
import type { RunSummary } from '#shared/bridge/routes/runs.ts';
import { type ComparisonTab, comparisonSheets } from '#shared/report/comparisonSheets.ts';
import { honestySentences } from '#shared/report/figures.ts';
import { htmlReport } from '#shared/report/htmlReport.ts';
import { escapeMarkdown, sheetToCsv, sheetToMarkdown } from '#shared/report/sheetFormats.ts';
import { useRoute } from '../../../bridge/BridgeContext.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '../../../ui/Menu.tsx';
import { saveFile } from './saveFile.ts';

type ReportMenuProps = {
  readonly comparison: Comparison;
  readonly run: RunSummary;
  /** The tab that is shown; its tables are what is copied and saved as a table. */
  readonly tab: ComparisonTab;
};

/** Takes the comparison away: the same figures as on the screen, in files that need no Parallax. */
export function ReportMenu({ comparison, run, tab }: ReportMenuProps) {
  const version = useRoute('app.info', {}, { staleMs: Number.POSITIVE_INFINITY }).data?.version ?? '';
  const sheets = comparisonSheets(comparison, tab);
  const name = fileName(run.question);
  const markdown = (): string =>
    [
      `# ${escapeMarkdown(run.question)}`,
      '',
      ...honestySentences(comparison).map((sentence) => `- ${escapeMarkdown(sentence)}`),
      '',
      ...sheets.map(sheetToMarkdown),
    ].join('\n');
  const html = (): string =>
    htmlReport(comparison, {
      question: run.question,
      engine: run.engine,
      askedAt: new Date(run.createdAtMs).toISOString(),
      writtenAt: new Date().toISOString(),
      runId: run.id,
      program: `Parallax ${version}`.trim(),
    });
  return (
    <Menu
      align="end"
      label="Take away"
      trigger={
        <Button look="quiet" size="icon-small" aria-label="Copy or save this comparison">
          <Download size={13} aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onSelect={() => saveFile(`${name}.html`, 'text/html', html())}>
        Whole report as one HTML file
      </MenuItem>
      <MenuItem
        onSelect={() => saveFile(`${name}.json`, 'application/json', JSON.stringify(comparison, null, 2))}
      >
        All figures as JSON
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
        onSelect={() => saveFile(`${name}-${tab}.md`, 'text/markdown', markdown())}
      >
        Save as Markdown
      </MenuItem>
      {sheets.map((sheet) => (
        <MenuItem
          key={sheet.id}
          onSelect={() => saveFile(`${name}-${sheet.id}.csv`, 'text/csv', sheetToCsv(sheet))}
        >
          Save “{sheet.title}” as CSV
        </MenuItem>
      ))}
    </Menu>
  );
}

/** What a spreadsheet takes from the clipboard. */
function tabSeparated(sheet: ReturnType<typeof comparisonSheets>[number]): string {
  const clean = (cell: string | number | null): string =>
    cell === null ? '' : String(cell).replace(/[\t\r\n]+/g, ' ');
  return [sheet.columns.map((column) => column.label), ...sheet.rows]
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
