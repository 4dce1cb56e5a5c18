/**
 * Parses a list of brands. Either a table with headings, in any order of its columns: brand, aliases, domain, type; other
 * columns are left out. Or one brand per line: the name, then in any order aliases, domains, and "own" or "competitor",
 * separated by tabs, semicolons or vertical bars (as pasted from a spreadsheet), or by commas if a line has none of
 * these.
 */

import type { BrandAlias, BrandKind } from '../../model/comparison/samples.ts';
import { siteAddress } from '../addresses/sites.ts';
import { plainLines } from '../listLines.ts';
import { cellsOf, headingOf } from '../separatedCells.ts';
import { foldName } from '../words/folding.ts';
import { type BrandDraft, brandProblems, ownersOf, tidyBrand } from './brandProblems.ts';

export type BrandListLine = {
  /** Line number, from 1. */
  readonly line: number;
  readonly draft: BrandDraft;
  /** Whether the line states the kind. */
  readonly kindSaid: boolean;
};

export type BrandList = {
  readonly lines: readonly BrandListLine[];
  readonly problems: readonly { readonly line: number; readonly message: string }[];
};

const kindWords: readonly (readonly [BrandKind, RegExp])[] = [
  [
    'own',
    /^(?:own|ours|our brand|eigene|eigene marke|propre|propia|propio|proprio|própria|własna|своя|наш|наша|自社|自有|자사)$/iu,
  ],
  [
    'competitor',
    /^(?:competitor|competitors|rival|wettbewerber|mitbewerber|konkurrent|konkurrenz|concurrent|competidor|competencia|concorrente|concurrente|konkurent|kilpailija|rakip|конкурент|競合|競合他社|竞争对手|競爭對手|경쟁사|منافس)$/iu,
  ],
  ['other', /^(?:other|andere|sonstige|autre|otro|otra|altro|outro|その他|其他|기타)$/iu],
];
const kindOf = (cell: string): BrandKind | undefined => kindWords.find(([, words]) => words.test(cell))?.[0];

/** What a column holds, by its heading. */
type Field = 'name' | 'aliases' | 'domains' | 'kind' | 'own';
const headings: readonly (readonly [Field, RegExp])[] = [
  [
    'name',
    /^(?:brands?|brand names?|names?|company|company name|product|marken?|markennamen?|firma|unternehmen|anbieter|marques?|entreprise|marcas?|empresa|marchi[oa]?|azienda|merk(?:en)?|bedrijf|marki|märken?|varumärken?|mærker?|merker?|brändi|бренды?|марка|компания|ブランド名?|企業名?|会社名?|品牌|公司|브랜드명?|회사명?|العلامة التجارية)$/u,
  ],
  [
    'aliases',
    /^(?:alias(?:es|e)?(?: \d+)?|aka|also known as|other (?:names|spellings)|spellings?(?: \d+)?|synonym(?:s|e)?|variants?|varianten?|schreibweisen?|weitere namen|synonymes|variantes|autres noms|sinónimos|otros nombres|sinonimi|sinônimos|synoniemen|псевдонимы|варианты|別名|別表記|别名|별칭)$/u,
  ],
  [
    'domains',
    /^(?:domains?|websites?|web ?sites?|sites?|urls?|homepages?|web|webseiten?|internetseite|domaines?|sites? web|dominios?|sitios? web|domini|domínios?|sit[oi](?: web)?|domein(?:en)?|домены?|сайты?|ドメイン|サイト|域名|网站|도메인|웹사이트)$/u,
  ],
  ['kind', /^(?:types?|kinds?|role|typ|art|rolle|tipo|rôle|rol|тип|種類|区分|类型|유형)$/u],
  ['own', /^(?:own(?: brand)?|our(?:s| brand)?|is own|eigene(?: marke)?|自社)\??$/u],
];
const yes = /^(?:yes|y|true|x|✓|✔|1|ja|oui|sí|si|sim|да|はい|是|예)$/iu;

/** @param kind of the lines that state none */
export function readBrandList(text: string, kind: BrandKind): BrandList {
  const lines: BrandListLine[] = [];
  const problems: { line: number; message: string }[] = [];
  const names = new Map<string, number>();
  const nobody = ownersOf([]);
  const rows = plainLines(text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/));
  const stated = /^sep=(.)$/i.exec(rows[0] ?? '')?.[1];
  const first = rows.findIndex((row, at) => row !== '' && !(at === 0 && stated !== undefined));
  const table = headOf(rows[first] ?? '', stated);
  rows.forEach((row, index) => {
    const line = index + 1;
    if (row === '' || index < first || (index === first && table !== null)) return;
    const inTable = table !== null && !isLine(table, row);
    const cells = inTable ? trimmedCells(row, table.separator) : partsOf(row);
    if (cells.every((cell) => cell === '')) return;
    const { draft, kindSaid } = inTable ? draftIn(table, cells, kind) : draftOf(cells, kind);
    const [problem] = brandProblems(draft, nobody);
    if (problem !== undefined) {
      problems.push({ line, message: problem.message });
      return;
    }
    for (const name of [draft.name, ...draft.aliases.map((alias) => alias.text)]) {
      const before = names.get(foldName(name));
      if (before !== undefined) {
        problems.push({ line, message: `“${name}” is already in line ${before}.` });
        return;
      }
    }
    for (const name of [draft.name, ...draft.aliases.map((alias) => alias.text)])
      names.set(foldName(name), line);
    lines.push({ line, draft, kindSaid });
  });
  return { lines, problems };
}

type Table = { readonly separator: string; readonly fields: readonly (Field | null)[] };

/** The columns of a table by its headings; null if the row is none. */
function headOf(row: string, stated: string | undefined): Table | null {
  const separator = stated ?? ['\t', ';', '|'].find((each) => row.includes(each)) ?? ',';
  const fields = trimmedCells(row, separator).map((cell): Field | null => {
    const name = headingOf(cell);
    return headings.find(([, words]) => words.test(name))?.[0] ?? null;
  });
  const name = fields.indexOf('name');
  // "Acme, Company" is a brand with an alias.
  if (name === -1 || (name > 0 && fields.filter((field) => field !== null).length < 2)) return null;
  // Of two columns of names, such as "Brand" and "Company", the first is the brand's.
  return { separator, fields: fields.map((field, at) => (field === 'name' && at !== name ? null : field)) };
}

const trimmedCells = (row: string, separator: string): readonly string[] =>
  cellsOf(row, separator)[0]?.map((cell) => cell.trim()) ?? [];

/** Whether a line below headings is written without their separator, as one of a list. */
const isLine = ({ separator }: Table, row: string): boolean =>
  !row.includes(separator) && /[\t;|,]/.test(row);

function draftIn({ fields }: Table, cells: readonly string[], kind: BrandKind) {
  const of = (field: Field): readonly string[] =>
    cells.filter((_, at) => fields[at] === field).flatMap(listed);
  const at = fields.indexOf('name');
  const name = cells[at] ?? '';
  // Beyond the headings, as in a line without them.
  const rest = draftOf([name, ...cells.slice(fields.length).filter((cell) => cell !== '')], kind);
  const said = of('kind')
    .map(kindOf)
    .find((each) => each !== undefined);
  const own = of('own').some((cell) => yes.test(cell)) ? ('own' as const) : undefined;
  const draft = tidyBrand({
    name,
    kind: own ?? said ?? rest.draft.kind,
    aliases: [...of('aliases').map((text) => ({ text })), ...rest.draft.aliases].filter(
      ({ text }) => foldName(text) !== foldName(name),
    ),
    domains: [
      ...new Set([...of('domains').map((domain) => siteAddress(domain) ?? domain), ...rest.draft.domains]),
    ],
  });
  return { draft, kindSaid: (own ?? said) !== undefined || rest.kindSaid };
}

/** Several in one cell; the comma of "Acme, Inc." is part of the name. */
const listed = (cell: string): readonly string[] =>
  cell
    .split(/[;|]|,(?!\s*(?:Inc|Ltd|LLC|LLP|GmbH|Co|Corp|S\.A|S\.p\.A|Limited)\b)/iu)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The parts of a line: what is quoted is one. */
function partsOf(row: string): readonly string[] {
  const unquoted = row.replace(/"[^"]*"/g, '');
  // "Acme, Inc." is one name, here as in a cell.
  const usual = listed(row).length === 1 ? '\t' : ',';
  const separator = ['\t', ';', '|'].find((each) => unquoted.includes(each)) ?? usual;
  const [name, ...rest] = trimmedCells(row, separator).filter((cell) => cell !== '');
  if (name === undefined) return [];
  const parts = rest.flatMap((cell) => cell.split(/[;|]/)).map((part) => part.trim());
  return [name, ...parts.filter((part) => part !== '')];
}

function draftOf(parts: readonly string[], kind: BrandKind) {
  const [name = '', ...rest] = parts;
  const aliases: BrandAlias[] = [];
  const domains: string[] = [];
  let said: BrandKind | null = null;
  for (const part of rest) {
    const known = kindOf(part);
    // "Booking.com" is both a name and a domain.
    const domain = /\.[^\s.]{2,}/.test(part) ? siteAddress(part) : null;
    if (known !== undefined) said = known;
    else if (domain !== null) domains.push(domain);
    else aliases.push({ text: part });
  }
  const draft = tidyBrand({ name, kind: said ?? kind, aliases, domains: [...new Set(domains)] });
  return { draft, kindSaid: said !== null };
}
