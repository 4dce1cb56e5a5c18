import { AppError } from '#shared/model/appError.ts';
import type { GapAnswer, GapList, GapQueryInput, GapStatus } from '#shared/model/gap.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { gapSummary, gapsSheet, readableGaps } from '#shared/tables/gapSheets.ts';
import { sheetToText } from '#shared/tables/sheetFormats.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { sheetText } from '../flags.ts';
import { jsonLine } from '../storedAnswers.ts';
import { periodOf, type TimeFlags } from '../timeFlags.ts';
import { engineOf, listOf, marketKeys } from './trend.ts';

export type GapOptions = TimeFlags & {
  readonly list: GapList;
  readonly kind?: 'mention' | 'citation';
  readonly run?: string;
  readonly brand?: string;
  readonly domain?: string;
  readonly engine?: string;
  readonly country?: string;
  readonly question?: string;
  readonly tag?: string;
  readonly branded: 'without' | 'only' | 'with';
  readonly limit: number;
  readonly mark?: readonly string[];
  readonly status?: GapStatus;
  readonly note?: string;
  readonly format: 'text' | 'json' | 'csv' | 'jsonl';
};

/** Lists gaps, or sets what was made of some. */
export async function gaps(context: CommandContext, options: GapOptions): Promise<ExitCode> {
  try {
    return options.mark === undefined ? await list(context, options) : await setStatus(context, options);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') throw new UsageError(error.message);
    throw error;
  }
}

async function list({ call, terminal, interrupted }: CommandContext, options: GapOptions): Promise<ExitCode> {
  if (options.status !== undefined || options.note !== undefined)
    throw new UsageError('--status and --note are set with --mark. To list by status, use --list.');
  const answer = await call('gaps.list', queryOf(options), interrupted);
  const file = sheetText(options.format, () => gapsSheet(answer.gaps));
  if (file !== null) terminal.stdout(file);
  else if (options.format === 'json') terminal.stdout(jsonLine(answer));
  else {
    terminal.stdout(`${gapSummary(answer)}\n`);
    if (answer.gaps.length > 0) terminal.stdout(`\n${sheetToText(readableGaps(answer.gaps))}`);
  }
  for (const note of notesOf(answer)) terminal.stderr(`${note}\n`);
  return exitCode.everyAnswer;
}

async function setStatus(
  { call, terminal, interrupted }: CommandContext,
  options: GapOptions,
): Promise<ExitCode> {
  const { mark = [], status, note, format } = options;
  if (status === undefined) throw new UsageError('Enter what to set, such as --mark ID --status done.');
  const ids = [...mark];
  const query: GapQueryInput = { ...queryOf(options), list: 'all', most: 5000, ids };
  const known = await call('gaps.list', query, interrupted);
  const keys = ids.map((id) => {
    const gap = known.gaps.find((each) => each.id === id);
    if (gap === undefined) throw new UsageError(`No gap "${id}". "parallax gaps --list all" lists them.`);
    return gap.key;
  });
  const noted = note === undefined ? {} : { note };
  const { marked } = await call('gaps.mark', { gaps: keys, status, ...noted }, interrupted);
  if (format === 'json') terminal.stdout(jsonLine({ marked, status }));
  else terminal.stdout(`${marked} ${marked === 1 ? 'gap' : 'gaps'} set to ${status}.\n`);
  return exitCode.everyAnswer;
}

function queryOf(options: GapOptions): GapQueryInput {
  const { list, kind, run, brand, domain, question, tag, branded, limit } = options;
  const given = { kind, run, brand, domain, question, tag };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    list,
    branded,
    most: limit,
    engines: listOf(options.engine).map(engineOf),
    markets: options.country === undefined ? [] : [...marketKeys('--country', options.country)],
    ...periodOf(options),
  };
}

function notesOf({ brandedLeftOut, unsearched, missing, answers }: GapAnswer): readonly string[] {
  return [
    ...(brandedLeftOut === 0
      ? []
      : [
          `${counted(brandedLeftOut, 'answer')} excluded: the question names a brand (include them with "--branded with").`,
        ]),
    ...(unsearched === 0
      ? []
      : [
          `${counted(unsearched, 'answer')} without computed brands yet: "parallax recompute" computes them.`,
        ]),
    ...(answers > 0 && missing.includes('own-domains') && !missing.includes('own')
      ? ['Your brand has no domains: sites of competitors are not compared with yours.']
      : []),
  ];
}
