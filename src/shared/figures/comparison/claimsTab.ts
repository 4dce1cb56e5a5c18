/** What the answers of a comparison say about brands, as a model rated them. */

import type { ClaimCorrection, ClaimLabel, RatedClaim, Rating } from '../../model/comparison/claimLists.ts';
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
import { findQuote } from '../../text/claims/quotes.ts';
import { shortHash } from '../../text/contentHash.ts';
import type { ReadSample } from '../../text/reading.ts';
import { foldName } from '../../text/words/folding.ts';
import { agreementOf } from '../statistics/claimAgreement.ts';
import type { ReadComparison } from './columns.ts';

/** Claims of the rated answers, without those whose quote or brand is not found in them. */
export function claimsTab(read: ReadComparison, brands: BrandsTab): ClaimsTab {
  const { rated, claimLabels, claimAspects } = read.options;
  const byAnswer = new Map(rated.map((answer) => [answer.observationId, answer]));
  const book = createClaimBook(read);
  let discarded = 0;
  for (const { index, samples } of read.columns)
    for (const sample of samples) {
      const answer = byAnswer.get(sample.sample.observationId);
      if (answer === undefined) continue;
      discarded += answer.discarded;
      const seen = new Set<string>();
      for (const claim of answer.claims) {
        const spot = spotOf(sample, claim.quote);
        if (spot === null) discarded += 1;
        else book.add(claim, seen, sample.language.code, { ...spot, column: index });
      }
    }
  const languages = languagesOf(read, new Set(byAnswer.keys()), claimLabels);
  return {
    available: rated.length > 0,
    rater: rated[0]?.rater ?? null,
    answers: languages.reduce((sum, { answers }) => sum + answers, 0),
    rated: languages.reduce((sum, each) => sum + each.rated, 0),
    discarded,
    aspects: claimAspects,
    labelled: claimLabels.map(({ claim }) => claim),
    languages,
    ...book.close(brands),
  };
}

function spotOf(sample: ReadSample, quote: string): Omit<ClaimSpot, 'column'> | null {
  for (const { content, order } of sample.blocks) {
    if (!isAnswerSection(content.section)) continue;
    const found = findQuote(content.text, quote);
    if (found === null) continue;
    const [start, end] = found;
    return { observationId: sample.sample.observationId, block: order, start, end };
  }
  return null;
}

function languagesOf(
  read: ReadComparison,
  rated: ReadonlySet<string>,
  labels: readonly ClaimLabel[],
): readonly ClaimLanguage[] {
  const found = new Map<string, { answers: number; rated: number; columns: Set<number> }>();
  for (const { index, samples } of read.columns)
    for (const { language, words, sample } of samples) {
      if (words === 0) continue;
      const known = found.get(language.code) ?? { answers: 0, rated: 0, columns: new Set<number>() };
      known.answers += 1;
      known.rated += Number(rated.has(sample.observationId));
      known.columns.add(index);
      found.set(language.code, known);
    }
  return [...found]
    .map(([code, { columns, ...counts }]): ClaimLanguage => {
      const pairs = labels.flatMap(({ language, rated: tone, label }) =>
        language === code ? [[tone, label] as const] : [],
      );
      return { code, ...counts, columns: [...columns], agreement: agreementOf(pairs) };
    })
    .sort((one, two) => two.answers - one.answers || (one.code < two.code ? -1 : 1));
}

type BrandClaim = Omit<Claim, 'spots'> & { readonly brand: string; readonly spots: ClaimSpot[] };

/** Collects the claims of all answers and applies the user's corrections. */
function createClaimBook(read: ReadComparison) {
  const corrections = new Map(read.options.claims.map((each) => [each.claim, each]));
  const numbers = new Map<string, number>();
  const quotes: ClaimQuote[] = [];
  const claims = new Map<string, BrandClaim>();
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
      { brand, quote, aspect, tone, confidence }: RatedClaim,
      seen: Set<string>,
      language: string,
      spot: ClaimSpot,
    ): void {
      const named = foldName(brand);
      const id = shortHash(named, '\0', quote, '\0', aspect);
      // A statement counts once per answer.
      if (seen.has(id)) return;
      seen.add(id);
      const known = claims.get(id);
      if (known !== undefined) known.spots.push(spot);
      else {
        const correction = corrections.get(id);
        if (correction?.as === null) removed.add(id);
        else
          claims.set(id, {
            ...{ id, brand: named, quote: quoteOf(quote, language), confidence, spots: [spot] },
            ...corrected({ aspect, tone }, correction),
          });
      }
    },
    close({ rows }: BrandsTab): Pick<ClaimsTab, 'quotes' | 'rows' | 'corrected' | 'removed'> {
      const byBrand = Map.groupBy(claims.values(), ({ brand }) => brand);
      return {
        quotes,
        rows: rows.flatMap(({ id, name, kind, proposed }): readonly ClaimRow[] => {
          const said = byBrand.get(foldName(name));
          return said === undefined
            ? []
            : [{ id, name, kind, proposed, claims: said.map(({ brand, ...claim }) => claim) }];
        }),
        corrected: [...claims.values()].filter(({ rated }) => rated !== null).length,
        removed: removed.size,
      };
    },
  };
}

function corrected(
  rated: Rating,
  correction: ClaimCorrection | undefined,
): Rating & { readonly rated: Rating | null } {
  return correction?.as == null ? { ...rated, rated: null } : { ...correction.as, rated };
}
