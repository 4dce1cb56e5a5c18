import { statSync } from 'node:fs';
import { counted } from '#shared/report/counted.ts';
import { verifyEvidence } from '../../../evidence/verifyEvidence.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { fileLines } from '../fileLines.ts';
import { jsonLine } from '../storedAnswers.ts';
import type { Terminal } from '../terminal.ts';
import { printable } from '../textTable.ts';

export type VerifyOptions = {
  readonly file: string;
  readonly format: 'table' | 'json';
  readonly seal?: string;
};

/** A file that was written anew by another program has a fault in every line. */
const shown = 20;

/** Checks an evidence file, offline and without a history. 1 when something was altered. */
export async function verify(terminal: Terminal, options: VerifyOptions): Promise<ExitCode> {
  const facts = statSync(options.file, { throwIfNoEntry: false });
  if (!facts?.isFile()) throw new UsageError(`No file "${options.file}".`);
  const expected = options.seal?.trim().toLowerCase();
  if (expected !== undefined && !/^[0-9a-f]{64}$/.test(expected))
    throw new UsageError(
      `--seal must be the 64 letters and digits printed by "parallax evidence", not "${options.seal}".`,
    );
  const verdict = await verifyEvidence(fileLines(options.file));
  const other =
    expected === undefined || expected === verdict.seal
      ? []
      : ['The seal does not match: this is another file, or it was created again.'];
  const findings = [...verdict.findings, ...other];
  const intact = findings.length === 0;
  if (options.format === 'json') {
    terminal.stdout(jsonLine({ file: options.file, ...verdict, intact, findings }));
  } else {
    const answers = counted(verdict.observations, 'answer');
    const head = intact ? `Intact: ${answers}, seal ${verdict.seal ?? ''}` : `Altered: ${answers} found`;
    const more = findings.length - shown;
    const rest = more > 0 ? [`and ${more} more; list all with --format json`] : [];
    const named = findings.slice(0, shown).map((finding) => `- ${printable(finding)}`);
    terminal.stdout(`${[head, ...named, ...rest].join('\n')}\n`);
  }
  return intact ? exitCode.everyAnswer : exitCode.someFailed;
}
