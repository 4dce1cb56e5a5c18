import { totalmem } from 'node:os';
import process from 'node:process';
import { counted } from '#shared/tables/figureLabels.ts';
import { csvHead, csvRow, isCsv } from '#shared/tables/sheetFormats.ts';
import type { SqlValue } from '../../../history/maintenance/protocol.ts';
import type { Declare } from '../context.ts';
import { endNow } from '../ending.ts';
import { exitCode, UsageError } from '../exitCodes.ts';
import { listFormat, wholeNumber } from '../flags.ts';
import { jsonLine } from '../print.ts';
import { type Terminal, whileRead } from '../terminal.ts';
import { textTable } from '../textTable.ts';

/** A table needs all its rows to know its widths; more than anybody reads are left to the other formats. */
const rowsInTable = 10_000;
/** Memory of a statement at which it is stopped, in MB: it would slow down everything else. */
const usualMegabytes = Math.round(Math.min(2 * 1024 ** 3, totalmem() / 2) / 1e6);
const lookEveryMs = 200;

/** Runs one statement that only reads, and prints its rows as they come. */
export const sql: Declare = (command, { withHistoryFile }) =>
  command
    .argument(
      '<statement>',
      'SELECT statement, such as "SELECT country, count(*) FROM view_answers GROUP BY country"',
    )
    .option('--timeout <seconds>', 'Time limit of the statement; 0 for none', wholeNumber(0, 86_400), 60)
    .option(
      '--memory <megabytes>',
      'Memory limit of the statement in MB (default: 2,147, or half of the memory of the machine)',
      wholeNumber(1, 1_000_000),
    )
    .addOption(listFormat())
    .action(
      withHistoryFile('reads')(async ({ tasks, terminal }, statement, { timeout, memory, format }) => {
        if (statement.trim() === '')
          throw new UsageError('The statement is empty. Enter a SELECT, in quotes.');
        const stop = limitStatement(terminal, timeout, memory ?? usualMegabytes);
        const query = tasks.query(statement, async ({ columns, rows }) => {
          const kept: (readonly SqlValue[])[] = [];
          let cut = false;
          if (isCsv(format)) terminal.stdout(csvHead(format, columns));
          for await (const batch of whileRead(terminal, rows)) {
            for (const row of batch) {
              if (isCsv(format)) terminal.stdout(csvRow(format, row));
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
        return query.finally(stop);
      }),
    );

/** SQLite cannot be interrupted from another thread, so the limits end the whole program. */
function limitStatement(terminal: Terminal, seconds: number, megabytes: number): () => void {
  const began = performance.now();
  const { rss } = process.memoryUsage();
  const look = setInterval(() => {
    const late = seconds > 0 && performance.now() - began > 1000 * seconds;
    if (!late && process.memoryUsage.rss() - rss < megabytes * 1e6) return;
    clearInterval(look);
    const limit = late
      ? `ran longer than ${counted(seconds, 'second')}`
      : `needed more than ${megabytes.toLocaleString('en')} MB of memory`;
    const way = `, or raise the limit with ${late ? '--timeout' : '--memory'}`;
    terminal.stderr(
      `The statement ${limit} and was stopped. Make it read less${way}. Nothing was changed.\n`,
    );
    endNow(exitCode.someFailed);
  }, lookEveryMs);
  return () => clearInterval(look);
}

function objectOf(columns: readonly string[], row: readonly SqlValue[]): Readonly<Record<string, SqlValue>> {
  return Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]));
}
