import { type Examination, examine } from '../../../diagnostics/checks.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import { jsonLine } from '../storedAnswers.ts';
import type { Terminal } from '../terminal.ts';
import { textTable } from '../textTable.ts';

/** Checks the installation and fixes what needs no decision. 1 when a problem is left. */
export async function doctor(
  terminal: Terminal,
  version: string,
  examination: Examination,
  format: 'table' | 'json',
): Promise<ExitCode> {
  const { dataFolder } = examination;
  const checks = await examine(examination);
  if (format === 'json') terminal.stdout(jsonLine({ version, dataFolder, checks }));
  else {
    terminal.stdout(`Parallax ${version}, data folder ${dataFolder}\n`);
    terminal.stdout(
      textTable(
        ['CHECK', 'RESULT', 'DETAILS'],
        checks.map(({ check, result, details }) => [check, result, details[0] ?? '']),
        terminal.columns(),
      ),
    );
    for (const { details } of checks) for (const line of details.slice(1)) terminal.stdout(`  ${line}\n`);
  }
  return checks.some(({ result }) => result === 'problem') ? exitCode.someFailed : exitCode.everyAnswer;
}
