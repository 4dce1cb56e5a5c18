import { checksTable } from '#shared/tables/projectTables.ts';
import { terminalColumns } from '#shared/tables/table.ts';
import { examine } from '../../../diagnostics/checks.ts';
import type { Declare } from '../context.ts';
import { exitCode } from '../exitCodes.ts';
import { tableOrJson } from '../flags.ts';
import { print, tableText } from '../print.ts';

/** Checks the installation and fixes what needs no decision. 1 when a problem is left. */
export const doctor: Declare = (command, { onHost, version }) =>
  command.addOption(tableOrJson()).action(
    onHost(async ({ terminal, data, examination }, { format }) => {
      const parts = await examination(data);
      const checks = await examine(parts);
      const { dataFolder } = parts;
      print({ terminal }, format, { version, dataFolder, checks }, () =>
        [
          `Parallax ${version}, data folder ${dataFolder}\n`,
          tableText({ terminal }, terminalColumns(checksTable), checks),
          ...checks.flatMap(({ details }) => details.slice(1).map((line) => `  ${line}\n`)),
        ].join(''),
      );
      return checks.some(({ result }) => result === 'problem') ? exitCode.someFailed : exitCode.everyAnswer;
    }),
  );
