import { parseMarketInput } from '#shared/geo/marketInput.ts';
import { createImportSender } from '#shared/imports/importSender.ts';
import type { ImportDefaults, ImportedOutcome } from '#shared/model/import.ts';
import { printable } from '../../common/visibleText.ts';
import type { CommandContext, Declare } from '../context.ts';
import { exitCode, UsageError } from '../exitCodes.ts';
import { engineOf } from '../filterFlags.ts';
import { pathArgument, tableOrJson } from '../flags.ts';
import { importFiles, recordsOf } from '../importFiles.ts';
import { jsonLine } from '../print.ts';

/** Imports results from elsewhere into the history. 1 if something was not a result. */
export const importResults: Declare = (command, { withCore }) =>
  command
    .argument('<path>', '.json, .jsonl or .ndjson file, or a folder', pathArgument)
    .option('--engine <name>', 'Engine of results without one')
    .option('--question <text>', 'Question of results without one')
    .option('--country <code>', 'Country of results without one, such as DE or US:CA')
    .addOption(tableOrJson())
    .action(
      withCore(async (context, path, { format, ...flags }) => {
        const { call, terminal, interrupted } = context;
        const defaults = defaultsOf(flags);
        const files = await importFiles(path);
        const tally = createTally(context, format);
        const sender = createImportSender({
          charactersPerCall: 1_000_000,
          textsPerCall: 100,
          call: (batch) => call('imports.add', { ...batch, defaults }),
          note: (outcomes) => outcomes.forEach(tally.note),
        });
        for (const file of files) {
          for await (const record of recordsOf(file)) {
            if (interrupted.aborted) break;
            if (!record.ok) {
              tally.note(unread(file.name, record.message));
              continue;
            }
            const { place, text } = record;
            await sender.add({ file: file.name, place, text, modifiedAtMs: file.modifiedAtMs });
          }
          if (interrupted.aborted) break;
        }
        await sender.end(interrupted.aborted ? 'broken-off' : 'complete');
        terminal.stderr(tally.sentence(files.length));
        if (!interrupted.aborted) return tally.refused() > 0 ? exitCode.someFailed : exitCode.everyAnswer;
        terminal.stderr('Interrupted. Imported results are kept. Run the same command again to continue.\n');
        return exitCode.someFailed;
      }),
    );

function unread(file: string, message: string): ImportedOutcome {
  return { file, place: '', state: 'refused', id: null, runId: null, engine: null, country: null, message };
}

function createTally({ terminal }: CommandContext, format: 'table' | 'json') {
  const counts = { added: 0, known: 0, refused: 0 };
  const runs = new Set<string>();
  return {
    note(outcome: ImportedOutcome): void {
      counts[outcome.state] += 1;
      if (outcome.state === 'added' && outcome.runId !== null) runs.add(outcome.runId);
      if (format === 'json') terminal.stdout(jsonLine(outcome));
      else if (outcome.message !== null) {
        const name = printable([outcome.file, outcome.place].filter((part) => part !== '').join(' '));
        terminal.stderr(`${name}: ${printable(outcome.message)}\n`);
      }
      if (format === 'json' || outcome.state !== 'added' || outcome.id === null) return;
      terminal.stdout(
        `${outcome.id}  ${outcome.engine ?? ''}  ${outcome.country ?? 'anywhere'}  ${printable(outcome.file)}\n`,
      );
    },
    refused: (): number => counts.refused,
    sentence(files: number): string {
      const said = [`${counts.added} imported`, `${counts.known} already imported`];
      if (counts.refused > 0) said.push(`${counts.refused} not imported`);
      const open =
        runs.size === 0 ? '' : ` Runs: ${[...runs].slice(0, 10).join(' ')}${runs.size > 10 ? ' …' : ''}`;
      return `${said.join(', ')}, from ${files} ${files === 1 ? 'file' : 'files'}.${open}\n`;
    },
  };
}

function defaultsOf({
  engine,
  question,
  country,
}: {
  readonly engine?: string;
  readonly question?: string;
  readonly country?: string;
}): ImportDefaults {
  const named = engineOf(engine);
  if (question !== undefined && question.trim() === '')
    throw new UsageError('The question is empty. Enter it after --question, in quotes.');
  const { markets, unknown } = parseMarketInput(country ?? '');
  const [market] = markets;
  if (unknown.length > 0 || markets.length > 1 || (country !== undefined && market === undefined))
    throw new UsageError(`--country accepts one country or US state, such as DE or US:CA, not "${country}".`);
  return { engine: named, question: question?.trim(), market };
}
