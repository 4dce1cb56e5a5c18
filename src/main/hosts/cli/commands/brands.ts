import { readFile } from 'node:fs/promises';
import { brandReference } from '#main/brands/brandChanges.ts';
import type { BrandInput } from '#shared/bridge/routes/brands.ts';
import type { BrandBookView, BrandView } from '#shared/model/brand.ts';
import type { BrandDecision, BrandKind } from '#shared/model/comparison/samples.ts';
import type { RecomputationStatus } from '#shared/model/recomputation.ts';
import { brandKindLabel } from '#shared/tables/brandLabels.ts';
import { brandsSheet, decisionsSheet } from '#shared/tables/projectSheets.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCode, UsageError } from '../exitCodes.ts';
import { type ListFormat, sheetText } from '../flags.ts';
import { jsonLine } from '../storedAnswers.ts';
import { textTable } from '../textTable.ts';
import { factsLine } from './recompute.ts';

export type BrandFormat = 'table' | 'json';

/** Prints the brands after all corrections, and in a table the corrections below them. */
export async function listBrands(
  context: CommandContext,
  { format, corrections }: { readonly format: ListFormat; readonly corrections: boolean },
): Promise<ExitCode> {
  const book = await context.call('brands.get', {});
  const facts = await context.call('recomputation.status', {});
  const file = sheetText(format, () =>
    corrections ? decisionsSheet(book.decisions) : brandsSheet(book.brands, book.version),
  );
  if (file !== null) {
    context.terminal.stdout(file);
    return exitCode.everyAnswer;
  }
  context.terminal.stdout(
    corrections ? decisionText(context, book, format) : bookText(context, book, format, facts),
  );
  return exitCode.everyAnswer;
}

export type AddBrandOptions = {
  readonly name: string;
  readonly as?: BrandKind;
  readonly alias: readonly string[];
  readonly exact: readonly string[];
  readonly domain: readonly string[];
  readonly format: BrandFormat;
};

/** Adds a brand, or gives one that is there more names and domains. */
export async function addBrand(context: CommandContext, input: AddBrandOptions): Promise<ExitCode> {
  const book = await context.call('brands.get', {});
  const found = known(book, input.name);
  const added: BrandInput['aliases'] = [
    ...input.alias.map((text) => ({ text })),
    ...input.exact.map((text) => ({ text, caseSensitive: true })),
  ];
  return changed(
    context,
    input.format,
    await context.call('brands.save', {
      ...(found ? { id: found.id } : {}),
      name: found?.name ?? input.name,
      kind: input.as ?? found?.kind ?? 'other',
      aliases: [...ownAliases(found), ...added],
      domains: [...ownDomains(found), ...input.domain],
    }),
  );
}

export async function removeBrand(
  context: CommandContext,
  name: string,
  format: BrandFormat,
): Promise<ExitCode> {
  const book = await context.call('brands.get', {});
  return changed(context, format, await context.call('brands.remove', { id: mustKnow(book, name).id }));
}

/** Counts a brand, listed or only proposed, for another one. */
export async function mergeBrands(
  context: CommandContext,
  from: string,
  into: string,
  format: BrandFormat,
): Promise<ExitCode> {
  const { brands } = plainBook(await context.call('brands.get', {}));
  const source = brandReference(brands, from);
  const target = brandReference(brands, into);
  return decide(context, format, {
    kind: 'merge',
    from: source.id,
    fromName: source.name,
    into: target.id,
    intoName: target.name,
  });
}

export async function splitBrand(
  context: CommandContext,
  brand: string,
  alias: string,
  input: { readonly as?: string; readonly format: BrandFormat },
): Promise<ExitCode> {
  const book = await context.call('brands.get', {});
  const { id } = mustKnow(book, brand);
  return decide(context, input.format, { kind: 'split', brand: id, alias, as: input.as ?? alias });
}

export async function decide(
  context: CommandContext,
  format: BrandFormat,
  decision: BrandDecision,
): Promise<ExitCode> {
  return changed(context, format, await context.call('brands.decide', { decision }));
}

export async function undoDecision(
  context: CommandContext,
  id: string,
  format: BrandFormat,
): Promise<ExitCode> {
  return changed(context, format, await context.call('brands.undo', { id }));
}

/** Adds a list, one brand a line, from a file. */
export async function importBrands(
  context: CommandContext,
  file: string,
  input: { readonly as: BrandKind; readonly format: BrandFormat },
): Promise<ExitCode> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The file ${file} cannot be read (${error.code ?? error.message}).`);
  });
  return changed(context, input.format, await context.call('brands.import', { text, kind: input.as }));
}

function changed(context: CommandContext, format: BrandFormat, book: BrandBookView): ExitCode {
  context.terminal.stdout(bookText(context, book, format));
  return exitCode.everyAnswer;
}

/** @param facts which rules the history is at, where that is to be said */
function bookText(
  { terminal }: CommandContext,
  book: BrandBookView,
  format: ListFormat,
  facts?: RecomputationStatus,
): string {
  if (format === 'json')
    return book.brands
      .map((brand) =>
        jsonLine({
          id: brand.id,
          name: brand.name,
          kind: brand.kind,
          aliases: brand.aliases,
          domains: brand.domains.map((each) => each.domain),
          rulesVersion: book.version,
          ...(facts ? { historyRulesVersion: facts.current?.rulesVersion ?? null } : {}),
        }),
      )
      .join('');
  const said = facts && book.version > 0 ? `. ${factsLine(facts)}` : '';
  const head = `Brand rules, version ${book.version}${said}`;
  const table =
    book.brands.length === 0
      ? 'No brands yet. Add yours with "parallax brands add NAME --as own".\n'
      : textTable(
          ['BRAND', 'KIND', 'DOMAINS', 'ALIASES'],
          book.brands.map((brand) => [
            brand.name,
            brandKindLabel[brand.kind],
            brand.domains.map((each) => each.domain).join(', '),
            brand.aliases.map(aliasLabel).join(', '),
          ]),
          terminal.columns(),
        );
  const made = book.decisions.length === 0 ? '' : `\n${decisionTable(book, terminal.columns())}`;
  return `${head}\n\n${table}${made}`;
}

function decisionText({ terminal }: CommandContext, book: BrandBookView, format: ListFormat): string {
  if (format === 'json')
    return book.decisions
      .map(({ id, decision, words, madeAtMs }) =>
        jsonLine({ id, ...decision, words, madeAt: new Date(madeAtMs).toISOString() }),
      )
      .join('');
  return book.decisions.length === 0
    ? 'No manual corrections yet.\n'
    : decisionTable(book, terminal.columns());
}

function decisionTable(book: BrandBookView, width: number): string {
  return textTable(
    ['ID', 'CREATED', 'CORRECTION'],
    book.decisions.map(({ id, words, madeAtMs }) => [
      id,
      new Date(madeAtMs).toISOString().slice(0, 16).replace('T', ' '),
      words,
    ]),
    width,
  );
}

function aliasLabel(alias: BrandView['aliases'][number]): string {
  return `${alias.text}${alias.caseSensitive === true ? ' (exact case)' : ''}${alias.merged ? ' (merged)' : ''}`;
}

/** The book's brands as plain rules. */
function plainBook(book: BrandBookView) {
  return {
    brands: book.brands.map((brand) => ({
      ...brand,
      domains: brand.domains.map((each) => each.domain),
    })),
  };
}

function known(book: BrandBookView, name: string): BrandView | undefined {
  const found = brandReference(plainBook(book).brands, name);
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
    .map(({ text, caseSensitive }) => ({ text, ...(caseSensitive === true ? { caseSensitive } : {}) })) ?? [];
const ownDomains = (brand: BrandView | undefined): string[] =>
  brand?.domains.filter((each) => !each.merged).map((each) => each.domain) ?? [];
