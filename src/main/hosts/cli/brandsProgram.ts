import { Argument, type Command, Option } from 'commander';
import type { BrandKind } from '#shared/analysis/model.ts';
import { SOURCE_TYPES, type SourceType } from '#shared/analysis/sourceTypeNames.ts';
import {
  addBrand,
  type BrandFormat,
  decide,
  importBrands,
  listBrands,
  mergeBrands,
  removeBrand,
  splitBrand,
  undoDecision,
} from './commands/brands.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { pathArgument } from './flags.ts';
import { type ListFormat, listFormat, tableOrJson } from './listFormats.ts';

type Flags = { readonly format: BrandFormat };

const kinds: readonly BrandKind[] = ['own', 'competitor', 'other'];
const collect = (entry: string, entries: readonly string[]): string[] => [...entries, entry];

/** Adds `parallax brands ...`: which names count as which brand, and whose the domains are. */
export function addBrandCommands(
  program: Command,
  run: (command: (context: CommandContext) => Promise<ExitCode>) => Promise<void>,
): void {
  const brands = program
    .command('brands')
    .description('brand rules: names, own and competitor domains, decisions')
    .exitOverride();
  const leaf = (name: string, description: string, format = tableOrJson()): Command =>
    brands.command(name).description(description).addOption(format);
  const as = (description: string): Option => new Option('--as <kind>', description).choices(kinds);

  leaf('list', 'list brands, their names and domains, and what was decided', listFormat())
    .option('--decisions', 'the decisions only', false)
    .action((flags: { format: ListFormat; decisions: boolean }) =>
      run((context) => listBrands(context, flags)),
    );

  leaf('add', 'add a brand, or give one that is there more names and domains')
    .argument('<name>')
    .addOption(as('own, competitor or other (default: other)'))
    .option('--alias <name>', 'another name of it (repeatable)', collect, [])
    .option('--exact <name>', 'another name that counts in this exact case only (repeatable)', collect, [])
    .option('--domain <domain>', 'a domain of it (repeatable)', collect, [])
    .action((name: string, flags: Flags & Omit<Parameters<typeof addBrand>[1], 'name'>) =>
      run((context) => addBrand(context, { name, ...flags })),
    );

  leaf('remove', 'remove a brand and the decisions that made it')
    .argument('<brand>')
    .action((name: string, { format }: Flags) => run((context) => removeBrand(context, name, format)));

  leaf('import', 'add a list: one brand a line, names and domains between ";" or tabs')
    .argument('<file>', 'list to take over', pathArgument)
    .addOption(as('kind of the lines that do not say it').default('competitor'))
    .action((file: string, flags: Flags & { as: BrandKind }) =>
      run((context) => importBrands(context, file, flags)),
    );

  leaf('merge', 'count a brand for another one')
    .argument('<brand>', 'a brand of the list, or a name that was proposed')
    .argument('<into>')
    .action((from: string, into: string, { format }: Flags) =>
      run((context) => mergeBrands(context, from, into, format)),
    );

  leaf('split', 'make one of the names of a brand a brand of its own')
    .argument('<brand>')
    .argument('<name>')
    .option('--as <name>', 'what the new brand is called (default: the name)')
    .action((brand: string, name: string, flags: Flags & { as?: string }) =>
      run((context) => splitBrand(context, brand, name, flags)),
    );

  leaf('accept', 'take a proposed name into the list, or change what kind a brand is')
    .argument('<name>')
    .addOption(as('what it is').default('other'))
    .action((name: string, flags: Flags & { as: BrandKind }) =>
      run((context) => decide(context, flags.format, { kind: 'accept', name, as: flags.as })),
    );

  leaf('dismiss', 'say that a name is not a brand')
    .argument('<name>')
    .action((name: string, { format }: Flags) =>
      run((context) => decide(context, format, { kind: 'dismiss', name })),
    );

  leaf('domain', 'say whose a domain is')
    .argument('<domain>')
    .addArgument(new Argument('<whose>').choices(['own', 'competitor', 'none']))
    .action((domain: string, whose: 'own' | 'competitor' | 'none', { format }: Flags) =>
      run((context) =>
        decide(context, format, { kind: 'domain', domain, as: whose === 'none' ? null : whose }),
      ),
    );

  leaf('source', 'say what type of source a domain is')
    .argument('<domain>')
    .addArgument(new Argument('<type>', 'or rules: as the rules say').choices([...SOURCE_TYPES, 'rules']))
    .action((domain: string, type: SourceType | 'rules', { format }: Flags) =>
      run((context) =>
        decide(context, format, { kind: 'source', domain, as: type === 'rules' ? null : type }),
      ),
    );

  leaf('undo', 'take a decision back by its id')
    .argument('<decision>')
    .action((id: string, { format }: Flags) => run((context) => undoDecision(context, id, format)));
}
