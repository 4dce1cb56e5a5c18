import { resolve } from 'node:path';
import { counted } from '#shared/tables/figureLabels.ts';
import { sizeSheet } from '#shared/tables/projectSheets.ts';
import type { SizeKind } from '../../../history/maintenance/protocol.ts';
import type { HistoryTasks, OnProgress } from '../../../history/maintenance/taskClient.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import { type ListFormat, sheetText } from '../flags.ts';
import { jsonLine } from '../storedAnswers.ts';
import type { Terminal } from '../terminal.ts';
import { fitted, textTable } from '../textTable.ts';

type Format = 'table' | 'json';

const kindLabel: Readonly<Record<SizeKind, string>> = {
  answers: 'answers (compressed)',
  pages: 'stored HTML pages',
  sources: 'sources',
  search: 'search index',
  brands: 'brands in answers',
  runs: 'runs and requests',
  other: 'other',
};

export function bytesLabel(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} KB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

export async function sizeOfData(
  tasks: Pick<HistoryTasks, 'size'>,
  terminal: Terminal,
  format: ListFormat,
): Promise<ExitCode> {
  const facts = await tasks.size();
  const file = format === 'json' ? jsonLine(facts) : sheetText(format, () => sizeSheet(facts));
  if (file !== null) {
    terminal.stdout(file);
    return exitCode.everyAnswer;
  }
  terminal.stdout(
    textTable(
      ['KIND', 'SIZE', 'ROWS'],
      [
        ...facts.kinds.map(({ kind, bytes, rows }) => [
          kindLabel[kind],
          bytesLabel(bytes),
          rows === 0 ? '' : String(rows),
        ]),
        ['unused', bytesLabel(facts.freeBytes), ''],
      ],
      terminal.columns(),
    ),
  );
  const copies = facts.copies.map(({ file, bytes }) => `  ${file}, ${bytesLabel(bytes)}\n`).join('');
  terminal.stdout(
    `${facts.file}: ${bytesLabel(facts.fileBytes + facts.journalBytes)}; ${bytesLabel(facts.diskFreeBytes)} are free on its disk.\n${copies === '' ? '' : `Copies beside it:\n${copies}`}`,
  );
  return exitCode.everyAnswer;
}

/** 1 when something is damaged. */
export async function checkData(
  tasks: Pick<HistoryTasks, 'check'>,
  terminal: Terminal,
  { full, format }: { readonly full: boolean; readonly format: Format },
): Promise<ExitCode> {
  const facts = await withProgress(terminal, (onProgress) => tasks.check(full, onProgress));
  if (format === 'json') terminal.stdout(jsonLine(facts));
  else if (facts.findings.length === 0)
    terminal.stdout(
      full
        ? 'No damage found: the file, its indexes and every stored answer were checked.\n'
        : 'No damage found by the quick check ("--full" checks every answer).\n',
    );
  else {
    for (const { message } of facts.findings) terminal.stdout(`${message}\n`);
    if (facts.findings.some(({ repairable }) => repairable))
      terminal.stderr('Repair the file with "parallax data repair". The old file is kept.\n');
  }
  return facts.findings.length === 0 ? exitCode.everyAnswer : exitCode.someFailed;
}

/** 1 when something is still damaged afterwards. */
export async function repairData(
  tasks: Pick<HistoryTasks, 'repair'>,
  terminal: Terminal,
  format: Format,
  nowMs: number,
): Promise<ExitCode> {
  const facts = await withProgress(terminal, (onProgress) => tasks.repair(nowMs, onProgress));
  if (format === 'json') terminal.stdout(jsonLine(facts));
  else {
    for (const sentence of facts.repaired) terminal.stdout(`${sentence}\n`);
    for (const { message } of facts.remaining) terminal.stdout(`${message}\n`);
    terminal.stdout(
      `${facts.file} holds ${counted(facts.runs, 'run')} and ${counted(facts.observations, 'answer')}. The previous file is kept as ${facts.keptFile}.\n`,
    );
  }
  return facts.remaining.length === 0 ? exitCode.everyAnswer : exitCode.someFailed;
}

export async function compactData(
  tasks: Pick<HistoryTasks, 'compact'>,
  terminal: Terminal,
  format: Format,
): Promise<ExitCode> {
  const facts = await withProgress(terminal, (onProgress) => tasks.compact(onProgress));
  terminal.stdout(
    format === 'json'
      ? jsonLine(facts)
      : `Compacted ${facts.file}: ${bytesLabel(facts.bytesBefore)} before, ${bytesLabel(facts.bytesAfter)} now.\n`,
  );
  return exitCode.everyAnswer;
}

export async function moveData(
  tasks: Pick<HistoryTasks, 'move'>,
  terminal: Terminal,
  options: { readonly folder: string; readonly keepOld: boolean; readonly format: Format },
  nowMs: number,
): Promise<ExitCode> {
  const input = { target: resolve(options.folder), keepOld: options.keepOld, nowMs };
  const facts = await withProgress(terminal, (onProgress) => tasks.move(input, onProgress));
  terminal.stdout(
    options.format === 'json'
      ? jsonLine(facts)
      : `Moved ${counted(facts.files, 'file')}, ${bytesLabel(facts.bytes)}, to ${facts.to}; every copy was verified. Later starts with ${facts.from} use the new folder${facts.oldKept ? '; the old files are kept' : ''}.\n`,
  );
  return exitCode.everyAnswer;
}

/** One live line on a screen, nothing elsewhere. */
async function withProgress<T>(terminal: Terminal, work: (onProgress: OnProgress) => Promise<T>): Promise<T> {
  try {
    return await work(({ what, done, total }) => {
      const percent = total === 0 ? 0 : Math.min(100, Math.floor((100 * done) / total));
      terminal.liveLine(fitted(`${what} · ${percent} %`, terminal.columns() - 1));
    });
  } finally {
    terminal.liveLine('');
  }
}
