/**
 * Parses a pasted list of brands, one per line: the name, then in any order aliases, domains, and "own" or
 * "competitor". Fields are separated by tabs, semicolons or vertical bars (as pasted from a spreadsheet), or by
 * commas if a line has none of these.
 */

import type { BrandAlias, BrandKind } from '../../model/comparison/samples.ts';
import { siteAddress } from '../addresses/sites.ts';
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

const kinds: ReadonlyMap<string, BrandKind> = new Map([
  ['own', 'own'],
  ['ours', 'own'],
  ['our brand', 'own'],
  ['competitor', 'competitor'],
  ['rival', 'competitor'],
  ['other', 'other'],
]);

/** @param kind of the lines that state none */
export function readBrandList(text: string, kind: BrandKind): BrandList {
  const lines: BrandListLine[] = [];
  const problems: { line: number; message: string }[] = [];
  const names = new Map<string, number>();
  const nobody = ownersOf([]);
  text.split(/\r\n|\r|\n/).forEach((row, index) => {
    const line = index + 1;
    const parts = partsOf(row);
    if (parts.length === 0 || (lines.length === 0 && isHeading(parts))) return;
    const { draft, kindSaid } = draftOf(parts, kind);
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

function partsOf(row: string): readonly string[] {
  const split = /[\t;|]/.test(row) ? row.split(/[\t;|]/) : row.split(',');
  return split
    .map((part) =>
      part
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    .filter((part) => part !== '');
}

function isHeading(parts: readonly string[]): boolean {
  return /^(?:brand|brands|name|names)$/i.test(parts[0] ?? '');
}

function draftOf(parts: readonly string[], kind: BrandKind) {
  const [name = '', ...rest] = parts;
  const aliases: BrandAlias[] = [];
  const domains: string[] = [];
  let said: BrandKind | null = null;
  for (const part of rest) {
    const known = kinds.get(part.toLowerCase());
    // "Booking.com" is both a name and a domain.
    const domain = /\.[^\s.]{2,}/.test(part) ? siteAddress(part) : null;
    if (known !== undefined) said = known;
    else if (domain !== null) domains.push(domain);
    else aliases.push({ text: part });
  }
  const draft = tidyBrand({ name, kind: said ?? kind, aliases, domains: [...new Set(domains)] });
  return { draft, kindSaid: said !== null };
}
