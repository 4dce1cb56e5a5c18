/** What the answers of a comparison say about brands, sentence by sentence. */

import { isGoodEnough } from '../../model/comparison/claimAgreement.ts';
import { type ClaimCorrection, claimRuleVersion, type Rating } from '../../model/comparison/claimLists.ts';
import type {
  BrandsTab,
  Claim,
  ClaimLanguage,
  ClaimQuote,
  ClaimRow,
  ClaimSpot,
  ClaimsTab,
} from '../../model/comparison/comparison.ts';
import { isAnswerSection } from '../../text/brands/brandsInAnswer.ts';
import { agreements } from '../../text/claims/agreements.ts';
import type { ClaimLexicon } from '../../text/claims/claimRules.ts';
import { rateSentence } from '../../text/claims/rate.ts';
import type { ClaimLexicons } from '../../text/claims/ruleSets.ts';
import { shortHash } from '../../text/contentHash.ts';
import type { BlockContent, ReadBlock, ReadSample } from '../../text/reading.ts';
import { sentences } from '../../text/words/tokens.ts';
import type { ReadComparison } from './columns.ts';

/** A rating in a block, before it is assigned to answers. */
type BlockClaim = Rating & {
  readonly brand: number;
  readonly sentence: string;
  readonly start: number;
  readonly end: number;
  readonly carried: boolean;
};

/** Rates the answers whose language has a lexicon in `lexicons` and meets the minimum agreement. */
export function claimsTab(read: ReadComparison, brands: BrandsTab, lexicons: ClaimLexicons): ClaimsTab {
  const languages = languagesOf(read);
  const rated = new Set(languages.flatMap(({ code, state }) => (state === 'rated' ? [code] : [])));
  const book = createClaimBook(read);
  const ofBlock = blockClaims();
  for (const { index, samples } of read.columns)
    for (const sample of samples) {
      const lexicon = rated.has(sample.language.code) ? lexicons.get(sample.language.code) : undefined;
      if (lexicon === undefined) continue;
      const seen = new Set<string>();
      for (const block of sample.blocks) {
        if (!isAnswerSection(block.content.section)) continue;
        for (const claim of ofBlock(block, subjectOf(sample, block), sample.language.code, lexicon))
          book.add(claim, seen, sample.language.code, {
            column: index,
            observationId: sample.sample.observationId,
            block: block.order,
            start: claim.start,
            end: claim.end,
          });
      }
    }
  const { quotes, rows, corrected, removed } = book.close(brands);
  return {
    available: rated.size > 0,
    ruleVersion: claimRuleVersion,
    languages,
    quotes,
    rows,
    corrected,
    removed,
  };
}

/** Codes of the languages that need rating. */
export function claimLanguagesOf(read: ReadComparison): readonly string[] {
  return languagesOf(read).flatMap(({ code, state }) => (state === 'rated' ? [code] : []));
}

function languagesOf(read: ReadComparison): readonly ClaimLanguage[] {
  const found = new Map<string, { answers: number; columns: Set<number> }>();
  for (const { index, samples } of read.columns)
    for (const { language, words } of samples) {
      if (words === 0) continue;
      const known = found.get(language.code) ?? { answers: 0, columns: new Set<number>() };
      known.answers++;
      known.columns.add(index);
      found.set(language.code, known);
    }
  return [...found]
    .map(([code, { answers, columns }]): ClaimLanguage => {
      const agreement = agreements[code] ?? null;
      const state = agreement === null ? 'no-rules' : isGoodEnough(agreement) ? 'rated' : 'below-threshold';
      return { code, answers, columns: [...columns], state, agreement };
    })
    .sort((one, two) => two.answers - one.answers || (one.code < two.code ? -1 : 1));
}

/** Caches the claims of a block by the brand of its item or heading, because different answers share blocks. */
function blockClaims() {
  const known = new Map<BlockContent, Map<number | null, readonly BlockClaim[]>>();
  return (
    { content }: ReadBlock,
    subject: number | null,
    language: string,
    lexicon: ClaimLexicon,
  ): readonly BlockClaim[] => {
    const byBrand = known.get(content) ?? new Map<number | null, readonly BlockClaim[]>();
    known.set(content, byBrand);
    const found = byBrand.get(subject) ?? claimsIn(content, subject, language, lexicon);
    byBrand.set(subject, found);
    return found;
  };
}

/** Minimum length of a sentence. Shorter ones are labels or names in a list. */
const leastCharacters = 12;

function claimsIn(
  { text, kind, mentions }: BlockContent,
  subject: number | null,
  language: string,
  lexicon: ClaimLexicon,
): readonly BlockClaim[] {
  if (kind === 'heading' || kind === 'code' || (mentions.length === 0 && subject === null)) return [];
  const named = new Set(mentions.map(({ brand }) => brand));
  // A sentence without a brand belongs to the only brand of its block, or to the brand of the item or heading
  // above it.
  const [only = null] = named.size === 1 ? named : named.size === 0 && subject !== null ? [subject] : [];
  let begun = named.size === 0;
  return sentences(text, language).flatMap(([from, to]): readonly BlockClaim[] => {
    const sentence = text.slice(from, to).trim();
    const start = from + text.slice(from, to).indexOf(sentence);
    const end = start + sentence.length;
    const here = mentions
      .filter((mention) => mention.start >= start && mention.end <= end)
      .map((mention) => ({ brand: mention.brand, start: mention.start - start, end: mention.end - start }));
    if (here.length > 0) begun = true;
    const carried = begun && here.length === 0 ? only : null;
    const rest = sentence.length - here.reduce((sum, each) => sum + each.end - each.start, 0);
    if (rest < leastCharacters || (here.length === 0 && carried === null)) return [];
    return [...rateSentence(sentence, here, lexicon, carried)].flatMap(([brand, ratings]) =>
      ratings.map((each) => ({ ...each, brand, sentence, start, end, carried: here.length === 0 })),
    );
  });
}

/**
 * The only brand that the item or heading above a block names. A heading without a brand defers to the next one
 * above.
 */
function subjectOf({ blocks }: ReadSample, block: ReadBlock): number | null {
  for (let above = blocks[block.parent]; above !== undefined; above = blocks[above.parent]) {
    const named = new Set(above.content.mentions.map(({ brand }) => brand));
    if (named.size > 1) return null;
    const [only] = named;
    if (only !== undefined) return only;
  }
  return null;
}

type Kept = Omit<Claim, 'spots'> & { readonly brand: number; readonly spots: ClaimSpot[] };

/** Collects the claims of all answers and applies the user's corrections. */
function createClaimBook(read: ReadComparison) {
  const corrections = new Map(read.options.claims.map((each) => [each.claim, each]));
  const numbers = new Map<string, number>();
  const quotes: ClaimQuote[] = [];
  const claims = new Map<string, Kept>();
  const removed = new Set<string>();
  const quoteOf = (text: string, language: string): number => {
    const key = `${language}\0${text}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, quotes.length);
    return quotes.push({ text, language }) - 1;
  };
  return {
    add(
      { brand, sentence, carried, aspect, tone }: BlockClaim,
      seen: Set<string>,
      language: string,
      spot: ClaimSpot,
    ): void {
      const id = shortHash(read.brands[brand]?.id ?? '', '\0', sentence, '\0', aspect);
      // A sentence counts once per answer.
      if (seen.has(id)) return;
      seen.add(id);
      const known = claims.get(id);
      if (known !== undefined) known.spots.push(spot);
      else {
        const correction = corrections.get(id);
        if (correction?.as === null) removed.add(id);
        else
          claims.set(id, {
            ...{ id, brand, quote: quoteOf(sentence, language), carried, spots: [spot] },
            ...corrected({ aspect, tone }, correction),
          });
      }
    },
    close({ rows }: BrandsTab): Pick<ClaimsTab, 'quotes' | 'rows' | 'corrected' | 'removed'> {
      const byBrand = new Map<string, Claim[]>();
      for (const { brand, ...claim } of claims.values()) {
        const id = read.brands[brand]?.id ?? '';
        byBrand.set(id, [...(byBrand.get(id) ?? []), claim]);
      }
      return {
        quotes,
        rows: rows.flatMap(({ id, name, kind, proposed }): readonly ClaimRow[] => {
          const said = byBrand.get(id);
          return said === undefined ? [] : [{ id, name, kind, proposed, claims: said }];
        }),
        corrected: [...claims.values()].filter(({ ruled }) => ruled !== null).length,
        removed: removed.size,
      };
    },
  };
}

function corrected(
  ruled: Rating,
  correction: ClaimCorrection | undefined,
): Rating & { readonly ruled: Rating | null } {
  return correction?.as == null ? { ...ruled, ruled: null } : { ...correction.as, ruled };
}
