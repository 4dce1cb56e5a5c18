import { Argument, Option } from 'commander';
import { brandReference } from '#main/brands/brandChanges.ts';
import type { BrandInput } from '#shared/bridge/routes/brands.ts';
import type { BrandBookView, BrandView, DetectedBrands, NameForms } from '#shared/model/brand.ts';
import type { BrandDecision, BrandKind } from '#shared/model/comparison/samples.ts';
import type { RecomputationStatus } from '#shared/model/recomputation.ts';
import { allSourceTypes } from '#shared/model/sourceTypes.ts';
import { formLanguagesLabel, ordinaryWordLabel, uncoveredFormsLabel } from '#shared/tables/brandLabels.ts';
import { brandsTable, decisionsTable, detectedBrandsTable } from '#shared/tables/projectTables.ts';
import { column, sheetOf, tableOf } from '#shared/tables/table.ts';
import { inflectedNames } from '#shared/text/brands/inflections.ts';
import { foldName } from '#shared/text/words/folding.ts';
import type { CommandContext, Declare } from '../context.ts';
import { type ExitCode, UsageError } from '../exitCodes.ts';
import { acting, collect, groupOf, type ListFormat, listing, pathArgument } from '../flags.ts';
import { type ListTable, lines, listFrom, print, printList, shellWord, tableText } from '../print.ts';
import { readLine, readTextFile } from '../tableInput.ts';
import { factsLine } from './recompute.ts';

const confirmsShared = 'Confirm addresses that many share, such as youtube.com';

const as = (about: string) =>
  new Option('--as <kind>', about).choices(['own', 'competitor', 'other'] satisfies readonly BrandKind[]);

/** The brands after all corrections, and in a table the corrections below them. */
const list: Declare = (group, { withCore }) =>
  listing(group, 'list', 'List brands, aliases, domains and manual corrections')
    .option('--corrections', 'Only manual corrections', false)
    .action(
      withCore(async (context, { format, corrections }) => {
        const book = await context.call('brands.get', {});
        if (corrections) return printCorrections(context, format, book);
        return printBook(context, format, book, await context.call('recomputation.status', {}));
      }),
    );

/** Brands that answers name and that are not in the list. */
const detected: Declare = (group, { withCore }) =>
  listing(group, 'detected', 'Brands that the latest answers name and that are not in the list').action(
    withCore(async (context, { format }) => {
      const { brands, answers } = await context.call('brands.detected', {});
      const table: ListTable<DetectedBrands['brands'][number]> = {
        columns: {
          brand: ({ name }) => name,
          answers: (brand) => `${brand.answers} of ${answers}`,
          markets: ({ markets }) => markets,
        },
        sheet: (rows) => sheetOf(detectedBrandsTable(answers), rows),
      };
      return printList(context, format, table, brands, { none: 'No other brands in the latest answers.' });
    }),
  );

/** Adds a brand, or gives one that is there more names and domains. */
const add: Declare = (group, { withCore }) =>
  acting(group, 'add', 'Add a brand, or add aliases and domains to one')
    .argument('<name>')
    .addOption(as('own, competitor or other (default: other)'))
    .option('--alias <name>', 'Alias (repeatable)', collect, [])
    .option('--exact <name>', 'Alias in this exact case only (repeatable)', collect, [])
    .option('--domain <address>', 'Domain, host, or host and path (repeatable)', collect, [])
    .option('--yes', confirmsShared, false)
    .action(
      withCore(async (context, name, { as: kind, alias, exact, domain, yes, format }) => {
        const found = known(await context.call('brands.get', {}), name);
        const added: BrandInput['aliases'] = [
          ...alias.map((text) => ({ text })),
          ...exact.map((text) => ({ text, caseSensitive: true })),
        ];
        const book = await context.call('brands.save', {
          id: found?.id,
          name: found?.name ?? name,
          kind: kind ?? found?.kind ?? 'other',
          aliases: [...ownAliases(found), ...added],
          domains: [...ownDomains(found), ...domain],
          confirmed: yes,
        });
        const exactNames = new Set(
          [...ownAliases(found), ...added].flatMap((each) => (each.caseSensitive ? [each.text] : [])),
        );
        const asked = [...(found ? [] : [name]), ...alias].filter((text) => !exactNames.has(text));
        await sayWords(context, asked);
        await sayForms(context, known(book, found?.name ?? name));
        return printBook(context, format, book);
      }),
    );

/** Shows which inflected forms count as a brand's names, and switches single ones off or on. */
const forms: Declare = (group, { withCore }) =>
  listing(group, 'forms', 'List the inflected forms that count as a brand, or switch some off')
    .argument('<brand>')
    .option('--off <form>', 'Stop counting a form (repeatable)', collect, [])
    .option('--on <form>', 'Count a form again (repeatable)', collect, [])
    .option('--all', 'In every language, not only those of the project', false)
    .action(
      withCore(async (context, name, { off, on, all, format }) => {
        const brand = mustKnow(await context.call('brands.get', {}), name);
        const given = await context.call('brands.forms', { names: [...inflectedNames(brand)] });
        const excluded = changedForms(brand, given, off, on);
        if (off.length > 0 || on.length > 0)
          await context.call('brands.save', {
            id: brand.id,
            name: brand.name,
            kind: brand.kind,
            aliases: ownAliases(brand),
            domains: ownDomains(brand),
            excludedForms: [...excluded],
          });
        if (given.uncovered.length > 0) context.terminal.stderr(`${uncoveredFormsLabel(given.uncovered)}\n`);
        return printList(context, format, formsTable(excluded), all ? given.forms : usedForms(given), {
          none: `No inflected forms of ${brand.name} in the languages of this project. Every language: --all.`,
        });
      }),
    );

const formsTable = (excluded: ReadonlySet<string>) =>
  listFrom(
    tableOf<NameForms['forms'][number]>()({
      id: 'brand-forms',
      title: 'Inflected forms',
      columns: {
        form: column.text('Form', ({ written }) => written),
        languages: column.text('Languages', ({ languages }) => languages.join(' '), {
          text: ({ languages }) => formLanguagesLabel(languages),
        }),
        counts: column.text('Counts', ({ form }) => (excluded.has(form) ? 'no' : 'yes')),
      },
    }),
  );

/** @throws UsageError for a form that the brand does not have */
function changedForms(
  brand: BrandView,
  { forms: known }: NameForms,
  off: readonly string[],
  on: readonly string[],
): ReadonlySet<string> {
  const missing = [...off, ...on].find((text) => !known.some(({ form }) => form === foldName(text)));
  if (missing !== undefined)
    throw new UsageError(
      `"${missing}" is not an inflected form of ${brand.name}. List them with: parallax brands forms ${shellWord(brand.name)} --all`,
    );
  const excluded = new Set([...(brand.excludedForms ?? []), ...off.map(foldName)]);
  for (const text of on) excluded.delete(foldName(text));
  return excluded;
}

const usedForms = ({ forms: all, languages }: NameForms): NameForms['forms'] =>
  all.filter(
    (form) => form.languages.length === 0 || form.languages.some((each) => languages.includes(each)),
  );

const shownForms = 8;

/** Says which inflected forms a new brand has in the languages of the project. */
async function sayForms({ call, terminal }: CommandContext, brand: BrandView | undefined): Promise<void> {
  if (brand === undefined) return;
  const given = await call('brands.forms', { names: [...inflectedNames(brand)] });
  const used = usedForms(given).map(({ written }) => written);
  const more = used.length - shownForms;
  if (used.length > 0)
    terminal.stderr(
      `Inflected forms that count: ${used.slice(0, shownForms).join(', ')}${more > 0 ? ` and ${more} more` : ''}. To list them, or switch one off: parallax brands forms ${shellWord(brand.name)} --off FORM\n`,
    );
  if (given.uncovered.length > 0) terminal.stderr(`${uncoveredFormsLabel(given.uncovered)}\n`);
}

const remove: Declare = (group, { withCore }) =>
  acting(group, 'delete', 'Delete a brand and its manual corrections')
    .alias('remove')
    .argument('<brand>')
    .action(
      withCore(async (context, name, { format }) => {
        const { id } = mustKnow(await context.call('brands.get', {}), name);
        return printBook(context, format, await context.call('brands.remove', { id }));
      }),
    );

/** Adds a list, one brand a line, from a file. */
const importList: Declare = (group, { withCore }) =>
  acting(group, 'import', 'Import brands: one per line, with aliases and domains separated by ";" or tabs')
    .argument('<file>', 'Brand list', pathArgument)
    .addOption(as('Kind of brands whose line names none').default('competitor' as BrandKind))
    .option('--yes', confirmsShared, false)
    .option('--dry-run', 'Print the brands that were read and save nothing', false)
    .action(
      withCore(async (context, file, { as: kind, yes, dryRun, format }) => {
        const { text, source } = await readTextFile(file);
        const { names, problems } = await context.call('brands.readList', { text, kind });
        context.terminal.stderr(`${readLine(names.length, 'brand', null, source)}\n`);
        if (dryRun && problems.length === 0) {
          const said = lines([...names, 'Nothing was saved.']);
          return print(context, format, { brands: names, saved: false }, said);
        }
        const before = new Set((await context.call('brands.get', {})).brands.map(({ id }) => id));
        const book = await context.call('brands.import', { text, kind, confirmed: yes });
        const added = book.brands.filter(({ id }) => !before.has(id)).map(({ name }) => name);
        await sayWords(context, added.slice(0, 200));
        return printBook(context, format, book);
      }),
    );

/** Counts a brand, listed or only proposed, for another one. */
const merge: Declare = (group, { withCore }) =>
  acting(group, 'merge', 'Merge a brand into another')
    .argument('<brand>', 'Listed or detected brand')
    .argument('<into>')
    .action(
      withCore(async (context, brand, into, { format }) => {
        const brands = plainBrands(await context.call('brands.get', {}));
        const from = brandReference(brands, brand);
        const target = brandReference(brands, into);
        return decide(context, format, {
          kind: 'merge',
          from: from.id,
          fromName: from.name,
          into: target.id,
          intoName: target.name,
        });
      }),
    );

const separate: Declare = (group, { withCore }) =>
  acting(group, 'separate', 'Separate an alias as a brand of its own')
    .alias('split')
    .argument('<brand>')
    .argument('<name>')
    .option('--as <name>', 'Name of the new brand (default: the alias)')
    .action(
      withCore(async (context, brand, alias, { as: name = alias, format }) => {
        const { id } = mustKnow(await context.call('brands.get', {}), brand);
        return decide(context, format, { kind: 'split', brand: id, alias, as: name });
      }),
    );

const accept: Declare = (group, { withCore }) =>
  acting(group, 'accept', 'Add a detected brand to the list, or change the kind of a brand')
    .argument('<name>')
    .addOption(as('Kind').default('other' as BrandKind))
    .action(
      withCore((context, name, { as: kind, format }) =>
        decide(context, format, { kind: 'accept', name, as: kind }),
      ),
    );

const dismiss: Declare = (group, { withCore }) =>
  acting(group, 'dismiss', 'Mark a name as not a brand')
    .argument('<name>')
    .action(withCore((context, name, { format }) => decide(context, format, { kind: 'dismiss', name })));

const domainOwner: Declare = (group, { withCore }) =>
  acting(group, 'domain', 'Set the owner of a domain')
    .argument('<domain>')
    .addArgument(new Argument('<whose>').choices(['own', 'competitor', 'none']))
    .option('--yes', confirmsShared, false)
    .action(
      withCore((context, domain, whose, { format, yes }) =>
        decide(context, format, { kind: 'domain', domain, as: whose === 'none' ? null : whose }, yes),
      ),
    );

const sourceType: Declare = (group, { withCore }) =>
  acting(group, 'source', 'Set the source type of a domain')
    .argument('<domain>')
    .addArgument(
      new Argument('<type>', 'Source type, or rules for automatic').choices([...allSourceTypes, 'rules']),
    )
    .action(
      withCore((context, domain, type, { format }) =>
        decide(context, format, { kind: 'source', domain, as: type === 'rules' ? null : type }),
      ),
    );

const undo: Declare = (group, { withCore }) =>
  acting(group, 'undo', 'Undo a manual correction by its ID')
    .argument('<correction>')
    .action(
      withCore(async (context, id, { format }) =>
        printBook(context, format, await context.call('brands.undo', { id })),
      ),
    );

/** Brands with their aliases and domains, and manual corrections. */
export const brands = groupOf(
  list,
  detected,
  add,
  forms,
  remove,
  importList,
  merge,
  separate,
  accept,
  dismiss,
  domainOwner,
  sourceType,
  undo,
);

/** Says which of the added names are ordinary words too, and how to count their exact case only. */
async function sayWords({ call, terminal }: CommandContext, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const { words } = await call('brands.words', { names: [...names] });
  for (const word of words)
    terminal.stderr(
      `${ordinaryWordLabel(word)} To count this exact case only: parallax brands add ${shellWord(word.name)} --exact ${shellWord(word.name)}\n`,
    );
}

const decide = async (
  context: CommandContext,
  format: ListFormat,
  decision: BrandDecision,
  confirmed = false,
): Promise<ExitCode> =>
  printBook(context, format, await context.call('brands.decide', { decision, confirmed }));

/** @param facts which rules the history is at, where that is to be said */
function printBook(
  context: CommandContext,
  format: ListFormat,
  book: BrandBookView,
  facts?: RecomputationStatus,
): ExitCode {
  const { version, brands: rows, decisions } = book;
  const table = listFrom(brandsTable(version));
  return printList(context, format, table, rows, {
    json: ({ id, name, kind, aliases, domains, excludedForms }) => ({
      id,
      name,
      kind,
      aliases,
      domains: domains.map(({ domain }) => domain),
      excludedForms,
      rulesVersion: version,
      historyRulesVersion: facts && (facts.current?.rulesVersion ?? null),
    }),
    text: () => {
      const said = facts && version > 0 ? `. ${factsLine(facts)}` : '';
      const list =
        rows.length === 0
          ? 'No brands yet. Add yours with "parallax brands add NAME --as own".\n'
          : tableText(context, table.columns, rows);
      const made =
        decisions.length === 0 ? '' : `\n${tableText(context, correctionsList.columns, decisions)}`;
      const shared = rows.flatMap(({ name, domains }) =>
        domains.flatMap(({ domain, shared }) =>
          shared === true ? [`${domain} is shared by many: every page on it counts for ${name}.\n`] : [],
        ),
      );
      return `Brand list, version ${version}${said}\n\n${list}${shared.join('')}${made}`;
    },
  });
}

const correctionsList = listFrom(decisionsTable);

const printCorrections = (
  context: CommandContext,
  format: ListFormat,
  { decisions }: BrandBookView,
): ExitCode =>
  printList(context, format, correctionsList, decisions, {
    json: ({ id, decision, words, madeAtMs }) => ({
      id,
      ...decision,
      words,
      madeAt: new Date(madeAtMs).toISOString(),
    }),
    text: () =>
      decisions.length === 0
        ? 'No manual corrections yet.\n'
        : tableText(context, correctionsList.columns, decisions),
  });

/** The book's brands as plain rules. */
const plainBrands = ({ brands }: BrandBookView) =>
  brands.map((brand) => ({ ...brand, domains: brand.domains.map(({ domain }) => domain) }));

function known(book: BrandBookView, name: string): BrandView | undefined {
  const found = brandReference(plainBrands(book), name);
  return found.listed ? book.brands.find((brand) => brand.id === found.id) : undefined;
}

function mustKnow(book: BrandBookView, name: string): BrandView {
  const brand = known(book, name);
  if (brand) return brand;
  throw new UsageError(`No brand "${name}". List brands with "parallax brands list".`);
}

/** What belongs to the brand itself; names and domains that came by a merge stay with that decision. */
const ownAliases = (brand: BrandView | undefined): BrandInput['aliases'] =>
  brand?.aliases
    .filter((alias) => !alias.merged)
    .map(({ text, caseSensitive }) => ({ text, caseSensitive: caseSensitive || undefined })) ?? [];
const ownDomains = (brand: BrandView | undefined): string[] =>
  brand?.domains.filter((each) => !each.merged).map((each) => each.domain) ?? [];
