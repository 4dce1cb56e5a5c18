import { Option } from 'commander';
import type { GapAnswer, GapQueryInput, GapStatus } from '#shared/model/gap.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { filteredSheet, filterLabel } from '#shared/tables/filterLabels.ts';
import {
  gapCausesSheet,
  gapSummary,
  gapsSheet,
  readableCauses,
  readableGaps,
} from '#shared/tables/gapTables.ts';
import { sheetFileFormats, sheetToText } from '#shared/tables/sheetFormats.ts';
import type { CommandContext, Declare } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { asUsage, filterOf, filterOptions } from '../filterFlags.ts';
import { brandedOption, formatOption, wholeNumber } from '../flags.ts';
import { print } from '../print.ts';
import { projectDays } from '../timeFlags.ts';
import { searchForBrands } from './recompute.ts';

/** Lists gaps, or sets what was made of some. */
export const gaps: Declare = (command, { withCore }) =>
  filterOptions(command)
    .addOption(
      new Option('--list <name>', 'Which gaps')
        .choices(['open', 'done', 'ignored', 'closed', 'all'])
        .default('open' as 'open' | 'done' | 'ignored' | 'closed' | 'all'),
    )
    .addOption(new Option('--kind <name>', 'Only gaps of this kind').choices(['mention', 'citation']))
    .option('--run <id>', 'Only the answers of this run')
    .option('--brand <name>', 'Only gaps to this competitor')
    .option('--domain <name>', 'Only gaps at this domain')
    .addOption(brandedOption())
    .option('--grouped', 'Group by cause: competitors to catch up with, and pages to win')
    .option('--limit <n>', 'Number of gaps', wholeNumber(1, 5000), 100)
    .option('--mark <id...>', 'Set the status of these gaps')
    .addOption(new Option('--status <name>', 'Status set with --mark').choices(['open', 'done', 'ignored']))
    .option('--note <text>', 'Note kept with --mark')
    .addOption(formatOption('text', 'json', ...sheetFileFormats))
    .action(
      withCore(
        async (
          context,
          { mark, status, note, format, limit, grouped, list, kind, run, brand, domain, ...flags },
        ) => {
          await searchForBrands(context);
          const days = await projectDays(context.call, context.project);
          const filter = filterOf(flags, days);
          const { branded } = flags;
          const asked = { ...filter, list, kind, run, brand, domain, branded };
          const query: GapQueryInput = { ...asked, grouped, most: limit };
          if (mark !== undefined) {
            const marked = await setStatus(context, query, mark, status, note).catch(asUsage);
            const said = `${marked} ${marked === 1 ? 'gap' : 'gaps'} set to ${status}.\n`;
            return print(context, format, { marked, status }, said);
          }
          if (status !== undefined || note !== undefined)
            throw new UsageError('--status and --note are set with --mark. To list by status, use --list.');
          const answer = await context.call('gaps.list', query, context.interrupted).catch(asUsage);
          const text = (): string =>
            [
              gapSummary(answer),
              filterLabel(query, days),
              answer.gaps.length === 0
                ? ''
                : `\n${sheetToText(grouped ? readableCauses(answer.causes) : readableGaps(answer.gaps, days))}`,
            ].join('\n');
          const ended = print(context, format, answer, text, () =>
            filteredSheet(grouped ? gapCausesSheet(answer.causes) : gapsSheet(answer.gaps), query, days),
          );
          for (const each of notesOf(answer)) context.terminal.stderr(`${each}\n`);
          return ended;
        },
      ),
    );

async function setStatus(
  { call, interrupted }: CommandContext,
  query: GapQueryInput,
  ids: string[],
  status: GapStatus | undefined,
  note: string | undefined,
): Promise<number> {
  if (status === undefined) throw new UsageError('Enter what to set, such as --mark ID --status done.');
  const known = await call('gaps.list', { ...query, list: 'all', most: 5000, ids }, interrupted);
  const keys = ids.map((id) => {
    const gap = known.gaps.find((each) => each.id === id);
    if (gap === undefined) throw new UsageError(`No gap "${id}". "parallax gaps --list all" lists them.`);
    return gap.key;
  });
  const { marked } = await call('gaps.mark', { gaps: keys, status, note }, interrupted);
  return marked;
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
