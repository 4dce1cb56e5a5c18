import type { Engine } from '#shared/interface/engines.ts';
import type { ReportFormat, ReportSectionId, ReportSettings } from '#shared/model/report.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import { writeNewFile } from '../fileLines.ts';
import { jsonLine } from '../storedAnswers.ts';
import { unlessUnknown } from './compare.ts';
import { downloadedFile } from './export.ts';

export type ReportOptions = {
  readonly run: string;
  readonly question?: number;
  readonly engine?: Engine;
  readonly format: ReportFormat;
  readonly out: string;
  readonly title?: string;
  readonly paper?: ReportSettings['paper'];
  readonly sections?: readonly ReportSectionId[];
};

/** Writes the report of a run to a file. */
export async function report(context: CommandContext, options: ReportOptions): Promise<ExitCode> {
  const { run, question, engine, format, out, title, paper, sections } = options;
  const made = await unlessUnknown(
    run,
    context.call(
      'reports.make',
      {
        runId: run,
        ...(question === undefined ? {} : { question: question - 1 }),
        ...(engine === undefined ? {} : { engine }),
        format,
        settings: {
          ...(title === undefined ? {} : { title }),
          ...(paper === undefined ? {} : { paper }),
          ...(sections === undefined ? {} : { sections: [...sections] }),
        },
      },
      context.interrupted,
    ),
  );
  await writeNewFile(out, downloadedFile(context, made.fileId));
  context.terminal.stdout(jsonLine({ file: out, format, bytes: made.bytes }));
  return exitCode.everyAnswer;
}
