/**
 * Difficult brand mentions, as they stand in real answers: `⟦id:words⟧` marks what a careful reader counts as a
 * mention, everything else is none. Half of the cases, chosen by a hash of their text, is held out, and all that were
 * written after the rules: the rules are never tuned on it, it is only scored.
 */

import type { BrandRule } from '#shared/model/comparison/samples.ts';
import { shortHash } from '#shared/text/contentHash.ts';
import { eastAsian } from './brandCases/eastAsian.ts';
import { everyday } from './brandCases/everyday.ts';
import { everydayNames } from './brandCases/everydayNames.ts';
import { forms } from './brandCases/forms.ts';
import { inflected } from './brandCases/inflected.ts';
import { latin } from './brandCases/latin.ts';
import { market } from './brandCases/market.ts';
import { middleEastern } from './brandCases/middleEastern.ts';
import { otherAlphabets } from './brandCases/otherAlphabets.ts';
import { prose } from './brandCases/prose.ts';
import { southAsian } from './brandCases/southAsian.ts';
import { spellings } from './brandCases/spellings.ts';
import { unseen } from './brandCases/unseen.ts';
import { writing } from './brandCases/writing.ts';

/** Names by id, the first one the brand's own; a name that begins with `=` counts only in this case. */
type Names = Readonly<Record<string, readonly string[]>>;

export type BrandSet = {
  readonly language: string;
  readonly script: string;
  readonly names: Names;
  /** True for all of a set that was written to be scored alone, false where the rules were made by it. */
  readonly heldOut?: boolean;
  readonly cases: readonly (readonly [kind: string, text: string])[];
};

type BrandCase = {
  readonly language: string;
  readonly script: string;
  readonly kind: string;
  readonly brands: readonly BrandRule[];
  readonly text: string;
  /** `id start end`, offsets in UTF-16 units. */
  readonly mentions: readonly string[];
  readonly heldOut: boolean;
};

const brandMark = /⟦(\w+):([^⟧]*)⟧/;

export const brandCases: readonly BrandCase[] = [
  ...latin,
  ...writing,
  ...otherAlphabets,
  ...middleEastern,
  ...southAsian,
  ...eastAsian,
  ...everyday,
  ...everydayNames,
  ...spellings,
  ...inflected,
  ...prose,
  ...unseen,
  ...market,
  ...forms,
].flatMap(({ language, script, names, heldOut, cases }) => {
  const brands = Object.entries(names).map(([id, list]) => ruleOf(id, list));
  return cases.map(([kind, marked]) => ({
    ...{ language, script, kind, brands },
    ...read(marked),
    heldOut: heldOut ?? Number.parseInt(shortHash(marked).slice(-1), 36) % 2 === 1,
  }));
});

function ruleOf(id: string, names: readonly string[]): BrandRule {
  const [name = id, ...others] = names.map((text) => text.replace(/^=/, ''));
  const exact = names.filter((text) => text.startsWith('=')).map((text) => text.slice(1));
  return {
    id,
    name,
    kind: 'competitor',
    aliases: [
      ...others.filter((text) => !exact.includes(text)).map((text) => ({ text })),
      ...exact.map((text) => ({ text, caseSensitive: true })),
    ],
    domains: [],
  };
}

function read(marked: string): Pick<BrandCase, 'text' | 'mentions'> {
  const mentions: string[] = [];
  let text = marked;
  for (let mark = brandMark.exec(text); mark !== null; mark = brandMark.exec(text)) {
    const [all, id = '', words = ''] = mark;
    mentions.push(`${id} ${mark.index} ${mark.index + words.length}`);
    text = text.slice(0, mark.index) + words + text.slice(mark.index + all.length);
  }
  return { text, mentions };
}
