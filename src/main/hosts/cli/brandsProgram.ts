import { Argument, type Command, Option } from 'commander';
import type { BrandKind } from '#shared/model/comparison/samples.ts';
import { allSourceTypes, type SourceType } from '#shared/model/sourceTypes.ts';
import type { AddBrandOptions, BrandFormat } from './commands/brands.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { collect, type ListFormat, listFormat, pathArgument, tableOrJson } from './flags.ts';

// Help and wrong usage need none of the commands.
const loadBrands = () => import('./commands/brands.ts');

type Decision = Parameters<Awaited<ReturnType<typeof loadBrands>>['decide']>[2];
type Flags = { readonly format: BrandFormat };

const kinds: readonly BrandKind[] = ['own', 'competitor', 'other'];

/** Adds `parallax brands ...`: brands with their aliases and domains, and manual corrections. */
export function addBrandCommands(
  program: Command,
  run: (command: (context: CommandContext) => Promise<ExitCode>) => Promise<void>,
): void {
  const brands = program
    .command('brands')
    .description('Manage brands, aliases, domains and manual corrections')
    .exitOverride();
  const leaf = (name: string, description: string, format = tableOrJson()): Command =>
    brands.command(name).description(description).addOption(format);
  const as = (description: string): Option => new Option('--as <kind>', description).choices(kinds);

  const decide = (format: BrandFormat, decision: Decision): Promise<void> =>
    run(async (context) => (await loadBrands()).decide(context, format, decision));

  leaf('list', 'List brands, aliases, domains and manual corrections', listFormat())
    .option('--corrections', 'Only manual corrections', false)
    .action((flags: { format: ListFormat; corrections: boolean }) =>
      run(async (context) => (await loadBrands()).listBrands(context, flags)),
    );

  leaf('add', 'Add a brand, or add aliases and domains to one')
    .argument('<name>')
    .addOption(as('own, competitor or other (default: other)'))
    .option('--alias <name>', 'Alias (repeatable)', collect, [])
    .option('--exact <name>', 'Alias in this exact case only (repeatable)', collect, [])
    .option('--domain <domain>', 'Domain (repeatable)', collect, [])
    .action((name: string, flags: Flags & Omit<AddBrandOptions, 'name'>) =>
      run(async (context) => (await loadBrands()).addBrand(context, { name, ...flags })),
    );

  leaf('delete', 'Delete a brand and its manual corrections')
    .alias('remove')
    .argument('<brand>')
    .action((name: string, { format }: Flags) =>
      run(async (context) => (await loadBrands()).removeBrand(context, name, format)),
    );

  leaf('import', 'Import brands: one per line, with aliases and domains separated by ";" or tabs')
    .argument('<file>', 'Brand list', pathArgument)
    .addOption(as('Kind of lines without one').default('competitor'))
    .action((file: string, flags: Flags & { as: BrandKind }) =>
      run(async (context) => (await loadBrands()).importBrands(context, file, flags)),
    );

  leaf('merge', 'Merge a brand into another')
    .argument('<brand>', 'Listed or detected brand')
    .argument('<into>')
    .action((from: string, into: string, { format }: Flags) =>
      run(async (context) => (await loadBrands()).mergeBrands(context, from, into, format)),
    );

  leaf('separate', 'Separate an alias as a brand of its own')
    .alias('split')
    .argument('<brand>')
    .argument('<name>')
    .option('--as <name>', 'Name of the new brand (default: the alias)')
    .action((brand: string, name: string, flags: Flags & { as?: string }) =>
      run(async (context) => (await loadBrands()).splitBrand(context, brand, name, flags)),
    );

  leaf('accept', 'Add a detected brand to the list, or change the kind of a brand')
    .argument('<name>')
    .addOption(as('Kind').default('other'))
    .action((name: string, flags: Flags & { as: BrandKind }) =>
      decide(flags.format, { kind: 'accept', name, as: flags.as }),
    );

  leaf('dismiss', 'Mark a name as not a brand')
    .argument('<name>')
    .action((name: string, { format }: Flags) => decide(format, { kind: 'dismiss', name }));

  leaf('domain', 'Set the owner of a domain')
    .argument('<domain>')
    .addArgument(new Argument('<whose>').choices(['own', 'competitor', 'none']))
    .action((domain: string, whose: 'own' | 'competitor' | 'none', { format }: Flags) =>
      decide(format, { kind: 'domain', domain, as: whose === 'none' ? null : whose }),
    );

  leaf('source', 'Set the source type of a domain')
    .argument('<domain>')
    .addArgument(
      new Argument('<type>', 'Source type, or rules for automatic').choices([...allSourceTypes, 'rules']),
    )
    .action((domain: string, type: SourceType | 'rules', { format }: Flags) =>
      decide(format, { kind: 'source', domain, as: type === 'rules' ? null : type }),
    );

  leaf('undo', 'Undo a manual correction by its ID')
    .argument('<correction>')
    .action((id: string, { format }: Flags) =>
      run(async (context) => (await loadBrands()).undoDecision(context, id, format)),
    );
}
