import { counted } from '#shared/report/counted.ts';
import { evidenceTexts } from '../../../exports/recordTexts.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { writeNewFile } from '../outputFile.ts';
import { jsonLine } from '../storedAnswers.ts';
import { filterOf, storedRecords } from '../storedRecords.ts';
import { refuseUnknown } from './export.ts';

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
  const records = storedRecords(context, filter, true);
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
