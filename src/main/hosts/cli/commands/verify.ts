import { statSync } from 'node:fs';
import { counted } from '#shared/tables/figureLabels.ts';
import { verifyEvidence } from '../../../evidence/verifyEvidence.ts';
import { evidenceTexts } from '../../../exports/recordTexts.ts';
import { refuseUnreadable } from '../../../exports/storedRecords.ts';
import { printable } from '../../common/visibleText.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { fileLines, writeNewFile } from '../fileLines.ts';
import { jsonLine } from '../storedAnswers.ts';
import { filterOf, storedRecords } from '../storedRecords.ts';
import type { Terminal } from '../terminal.ts';
import { refuseUnknown } from './export.ts';

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

export type EvidenceOptions = {
  readonly ids: readonly string[];
  readonly project?: string;
  readonly out: string;
  readonly format: 'table' | 'json';
  readonly version: string;
};

/** Writes an evidence file: everything stored of one or many answers, with a chain of hashes over it. */
export async function evidence(context: CommandContext, options: EvidenceOptions): Promise<ExitCode> {
  const { call, terminal, clock } = context;
  if (options.ids.length === 0 && options.project === undefined)
    throw new UsageError('Enter run or answer IDs, or a project with --project.');
  await refuseUnknown(context, options.ids);
  const filter = filterOf(options.ids, options.project === undefined ? {} : { project: options.project });
  const { answers } = await call('exports.count', { filter });
  if (answers === 0) throw new UsageError('No stored answers to write evidence of.');
  let seal = '';
  const about = { version: options.version, nowMs: clock.now(), count: answers };
  const records = storedRecords(context, filter, true, refuseUnreadable);
  await writeNewFile(
    options.out,
    evidenceTexts(records, about, (found) => {
      seal = found;
    }),
  );
  if (options.format === 'json') {
    terminal.stdout(jsonLine({ file: options.out, observations: answers, seal }));
  } else {
    terminal.stdout(
      `${options.out}: ${counted(answers, 'answer')}.\nSeal ${seal}\nStore the seal in another location: it proves later that the file was not altered.\n`,
    );
  }
  return exitCode.everyAnswer;
}
