import { statSync } from 'node:fs';
import { fileLines } from '#platform/fileLines.ts';
import { utcDays } from '#shared/figures/trends/zonedDays.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { verifyEvidence } from '../../../evidence/verifyEvidence.ts';
import { evidenceTexts } from '../../../exports/recordTexts.ts';
import { refuseUnreadable } from '../../../exports/storedRecords.ts';
import { printable } from '../../common/visibleText.ts';
import type { Declare } from '../context.ts';
import { exitCode, UsageError } from '../exitCodes.ts';
import { pathArgument, tableOrJson } from '../flags.ts';
import { lines, print } from '../print.ts';
import { filterOf, storedRecords } from '../storedRecords.ts';
import { writeNewFile } from '../writeNewFile.ts';
import { refuseUnknown } from './export.ts';

/** Writes an evidence file: everything stored of one or many answers, with a chain of hashes over it. */
export const evidence: Declare = (command, { withCore, version }) =>
  command
    .argument('[ids...]', 'Runs or answers (default: all of the project given by --project)')
    .requiredOption('--out <file>', 'File to write', pathArgument)
    .addOption(tableOrJson())
    .action(
      withCore(async (context, ids, { out, format }) => {
        const { call, clock, project } = context;
        if (ids.length === 0 && project === undefined)
          throw new UsageError('Enter run or answer IDs, or a project with --project.');
        await refuseUnknown(context, ids);
        const filter = filterOf(ids, { project }, utcDays);
        const { answers } = await call('exports.count', { filter });
        if (answers === 0) throw new UsageError('No stored answers to write evidence of.');
        let seal = '';
        const about = { version, nowMs: clock.now(), count: answers };
        const records = storedRecords(context, filter, true, refuseUnreadable);
        const texts = evidenceTexts(records, about, (found) => {
          seal = found;
        });
        await writeNewFile(out, texts);
        return print(
          context,
          format,
          { file: out, observations: answers, seal },
          lines([
            `${out}: ${counted(answers, 'answer')}.`,
            `Seal ${seal}`,
            'Store the seal in another location: it proves later that the file was not altered.',
          ]),
        );
      }),
    );

/** A file that was written anew by another program has a fault in every line. */
const shown = 20;

/** Checks an evidence file, offline and without a history. 1 when something was altered. */
export const verify: Declare = (command, { onHost }) =>
  command
    .argument('<file>', 'Evidence file', pathArgument)
    .option('--seal <hash>', 'Seal to compare with')
    .addOption(tableOrJson())
    .action(
      onHost(async (context, file, { seal, format }) => {
        if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new UsageError(`No file "${file}".`);
        const expected = seal?.trim().toLowerCase();
        if (expected !== undefined && !/^[0-9a-f]{64}$/.test(expected))
          throw new UsageError(
            `--seal must be the 64 letters and digits printed by "parallax evidence", not "${seal}".`,
          );
        const verdict = await verifyEvidence(fileLines(file));
        const findings = [...verdict.findings];
        if (expected !== undefined && expected !== verdict.seal)
          findings.push('The seal does not match: this is another file, or it was created again.');
        const intact = findings.length === 0;
        const answers = counted(verdict.observations, 'answer');
        const more = findings.length - shown;
        print(
          context,
          format,
          { file, ...verdict, intact, findings },
          lines([
            intact ? `Intact: ${answers}, seal ${verdict.seal ?? ''}` : `Altered: ${answers} found`,
            ...findings.slice(0, shown).map((finding) => `- ${printable(finding)}`),
            ...(more > 0 ? [`and ${more} more; list all with --format json`] : []),
          ]),
        );
        return intact ? exitCode.everyAnswer : exitCode.someFailed;
      }),
    );
