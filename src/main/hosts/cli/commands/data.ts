import { resolve } from 'node:path';
import type { SizeKind } from '#shared/model/maintenance.ts';
import { counted } from '#shared/tables/figureLabels.ts';
import { sizeSheet } from '#shared/tables/projectTables.ts';
import type { Declare } from '../context.ts';
import { exitCode } from '../exitCodes.ts';
import { acting, groupOf, leaf, listing, pathArgument, tableOrJson } from '../flags.ts';
import { bytesLabel, lines, print, tableText } from '../print.ts';
import { withProgress } from '../withProgress.ts';
import { retention } from './retention.ts';

const kindLabel: Readonly<Record<SizeKind, string>> = {
  answers: 'answers (compressed)',
  pages: 'stored HTML pages',
  sources: 'sources',
  search: 'search index',
  brands: 'brands in answers',
  runs: 'runs and requests',
  other: 'other',
};

const size: Declare = (group, { withHistoryFile }) =>
  listing(group, 'size', 'Show the size of the history by kind').action(
    withHistoryFile('reads')(async (context, { format }) => {
      const facts = await context.tasks.size();
      const { kinds, freeBytes, file, fileBytes, journalBytes, diskFreeBytes } = facts;
      const text = (): string => {
        const table = tableText(
          context,
          {
            KIND: ([kind]) => kind,
            SIZE: ([, bytes]) => bytesLabel(bytes),
            ROWS: ([, , rows]) => rows || '',
          },
          [
            ...kinds.map(({ kind, bytes, rows }) => [kindLabel[kind], bytes, rows] as const),
            ['unused', freeBytes, 0] as const,
          ],
        );
        const copies = facts.copies.map((copy) => `  ${copy.file}, ${bytesLabel(copy.bytes)}`);
        const total = `${file}: ${bytesLabel(fileBytes + journalBytes)}; ${bytesLabel(diskFreeBytes)} are free on its disk.`;
        return table + lines([total, ...(copies.length === 0 ? [] : ['Copies beside it:', ...copies])]);
      };
      return print(context, format, facts, text, () => sizeSheet(facts));
    }),
  );

/** 1 when something is damaged. */
const check: Declare = (group, { withHistoryFile }) =>
  leaf(group, 'check', 'Check the history for damage (exit code 1 if found); works while Parallax is open')
    .option('--full', 'Check every index, and every stored answer against its hash', false)
    .addOption(tableOrJson())
    .action(
      withHistoryFile('reads')(async (context, { full, format }) => {
        const { tasks, terminal } = context;
        const facts = await withProgress(context, (...watched) => tasks.check(full, ...watched));
        const { findings } = facts;
        const intact = full
          ? 'No damage found: the file, its indexes and every stored answer were checked.'
          : 'No damage found by the quick check ("--full" checks every answer).';
        const said = findings.length === 0 ? [intact] : findings.map(({ message }) => message);
        print(context, format, facts, () => {
          if (findings.some(({ repairable }) => repairable))
            terminal.stderr('Repair the file with "parallax data repair". The old file is kept.\n');
          return lines(said);
        });
        return findings.length === 0 ? exitCode.everyAnswer : exitCode.someFailed;
      }),
    );

/** 1 when something is still damaged afterwards. */
const repair: Declare = (group, { withHistoryFile }) =>
  acting(
    group,
    'repair',
    'Repair the history: write a new file with all readable data; the old file is kept',
  ).action(
    withHistoryFile('changes')(async (context, { format }) => {
      const { tasks, clock } = context;
      const facts = await withProgress(context, (...watched) => tasks.repair(clock.now(), ...watched));
      const { repaired, remaining, file, runs, observations, keptFile } = facts;
      print(
        context,
        format,
        facts,
        lines([
          ...repaired,
          ...remaining.map(({ message }) => message),
          `${file} holds ${counted(runs, 'run')} and ${counted(observations, 'answer')}. The previous file is kept as ${keptFile}.`,
        ]),
      );
      return remaining.length === 0 ? exitCode.everyAnswer : exitCode.someFailed;
    }),
  );

const compact: Declare = (group, { withHistoryFile }) =>
  acting(group, 'compact', 'Return unused space to the disk').action(
    withHistoryFile('changes')(async (context, { format }) => {
      const { tasks } = context;
      const facts = await withProgress(context, (...watched) => tasks.compact(...watched));
      const { file, bytesBefore, bytesAfter } = facts;
      const said = `Compacted ${file}: ${bytesLabel(bytesBefore)} before, ${bytesLabel(bytesAfter)} now.\n`;
      return print(context, format, facts, said);
    }),
  );

const move: Declare = (group, { withHistoryFile }) =>
  leaf(group, 'move', 'Move the data folder; later starts use the new folder')
    .argument('<folder>', 'New or empty folder', pathArgument)
    .option('--keep-old', 'Keep the old files', false)
    .addOption(tableOrJson())
    .action(
      withHistoryFile('changes')(async (context, folder, { keepOld, format }) => {
        const { tasks, clock } = context;
        const input = { target: resolve(folder), keepOld, nowMs: clock.now() };
        const facts = await withProgress(context, (...watched) => tasks.move(input, ...watched));
        const { files, bytes, from, to, oldKept } = facts;
        const said = `Moved ${counted(files, 'file')}, ${bytesLabel(bytes)}, to ${to}; every copy was verified. Later starts with ${from} use the new folder${oldKept ? '; the old files are kept' : ''}.\n`;
        return print(context, format, facts, said);
      }),
    );

export const data = groupOf(size, check, repair, compact, move, retention);
