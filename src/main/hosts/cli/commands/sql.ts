import { csvLine } from '#shared/tables/sheetFormats.ts';
import type { SqlValue } from '../../../history/maintenance/protocol.ts';
import type { Declare } from '../context.ts';
import { exitCode, UsageError } from '../exitCodes.ts';
import { listFormat } from '../flags.ts';
import { jsonLine } from '../print.ts';
import { whileRead } from '../terminal.ts';
import { textTable } from '../textTable.ts';

/** A table needs all its rows to know its widths; more than anybody reads are left to the other formats. */
const rowsInTable = 10_000;

/** Runs one statement that only reads, and prints its rows as they come. */
export const sql: Declare = (command, { withHistoryFile }) =>
  command
    .argument(
      '<statement>',
      'SELECT statement, such as "SELECT country, count(*) FROM view_answers GROUP BY country"',
    )
    .addOption(listFormat())
    .action(
      withHistoryFile('reads')(async ({ tasks, terminal }, statement, { format }) => {
        if (statement.trim() === '')
          throw new UsageError('The statement is empty. Enter a SELECT, in quotes.');
        return tasks.query(statement, async ({ columns, rows }) => {
          const kept: (readonly SqlValue[])[] = [];
          let cut = false;
          if (format === 'csv') terminal.stdout(csvLine(columns));
          for await (const batch of whileRead(terminal, rows)) {
            for (const row of batch) {
              if (format === 'csv') terminal.stdout(csvLine(row));
              else if (format !== 'table') terminal.stdout(jsonLine(objectOf(columns, row)));
              else if (kept.length < rowsInTable) kept.push(row);
              else cut = true;
            }
            if (cut) break;
          }
          if (format === 'table') {
            const cells = kept.map((row) => row.map((value) => (value === null ? '' : String(value))));
            terminal.stdout(textTable(columns, cells, terminal.columns()));
          }
          if (cut)
            terminal.stderr(
              `Only the first ${rowsInTable} rows are shown. Use --format csv or json for all.\n`,
            );
          return exitCode.everyAnswer;
        });
      }),
    );

function objectOf(columns: readonly string[], row: readonly SqlValue[]): Readonly<Record<string, SqlValue>> {
  return Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]));
}
