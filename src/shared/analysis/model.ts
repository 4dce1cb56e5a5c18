/**
 * What the comparison is computed from. A column is one market (or one moment) of the same question; a
 * sample is one stored observation of it. Everything is plain JSON so that it crosses thread borders.
 *
 * `null` and `[]` differ on purpose: `null` means the result could not have carried the thing (not asked
 * for, or the engine never delivers it), `[]` means it was looked for and there was none.
 */

import type { ClaimCorrection } from './claims/model.ts';
import type { SourceType } from './sourceTypeNames.ts';

export type SampleStatus = 'completed' | 'failed' | 'canceled' | 'pending';

/** The sections an answer or a result page falls into; blocks are only ever aligned inside one section. */
export const allSections = [
  'answer',
  'ai-overview',
  'organic',
  'questions',
  'related',
  'news',
  'products',
  'places',
] as const;
export type Section = (typeof allSections)[number];

export type CompareMarket = {
  /** ISO 3166-1 alpha-2, upper case; "" when the question was asked untargeted. */
  readonly country: string;
  readonly state?: string | undefined;
  /** BCP 47 tag asked for (`hl`), when one was asked for. */
  readonly language?: string | undefined;
  readonly location?: string | undefined;
  readonly device?: string | undefined;
};

export type SourceItem = {
  /** 1-based position in the list of sources. */
  readonly position: number;
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** Destination of a redirect link once resolved; it wins over `url` in every statistic. */
  readonly resolvedUrl?: string | undefined;
  /** Host the engine itself names, where the address is one of its redirects; it wins over the address's. */
  readonly domain?: string | undefined;
  /** True when the engine listed it in its secondary group. */
  readonly secondary?: boolean | undefined;
  readonly date?: string | undefined;
};

/** A source marked inside the text (a pill or chip). */
export type InlineCitation = {
  readonly url: string;
  readonly label: string;
  readonly group: number | null;
  /** As in `SourceItem`. */
  readonly resolvedUrl?: string | undefined;
  readonly domain?: string | undefined;
};

export type EntityItem = {
  readonly name: string;
  readonly type: string;
};

export type OfferItem = {
  readonly seller: string;
  readonly price: string | null;
  readonly url: string | null;
};

export type ProductItem = {
  readonly position: number;
  readonly title: string;
  /** The engine's own identifier (product id, catalogue id, group id), when it gives one. */
  readonly identifier: string | null;
  readonly brand: string | null;
  readonly url: string | null;
  /** The price exactly as shown; never converted. */
  readonly price: string | null;
  readonly oldPrice: string | null;
  readonly seller: string | null;
  readonly rating: number | null;
  readonly reviews: string | null;
  readonly description: string | null;
  readonly offers: readonly OfferItem[];
};

export type AdItem = {
  readonly position: number;
  readonly advertiser: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly price: string | null;
  /** Where it stood, in the engine's own word (top, bottom, overview …). */
  readonly placement: string | null;
};

export type OrganicItem = {
  readonly position: number;
  readonly title: string;
  readonly url: string;
  readonly resolvedUrl?: string | undefined;
  readonly snippet: string;
  readonly date: string | null;
  readonly page: number | null;
};

export type QuestionItem = {
  readonly position: number;
  readonly question: string;
  readonly answer: string | null;
  readonly url: string | null;
};

export type NewsItem = OrganicItem & {
  readonly publisher: string;
};

export type NavigationItem = {
  readonly position: number;
  readonly name: string;
  readonly identifier: string | null;
  readonly address: string | null;
  readonly rating: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
};

export type OverviewItem = {
  readonly text: string;
  readonly markdown: string | null;
  readonly sources: readonly SourceItem[];
  readonly citations: readonly InlineCitation[];
};

/** What one raw monitor result holds, whatever its engine. */
export type SampleContent = {
  readonly text: string;
  readonly markdown: string | null;
  readonly model: string | null;
  readonly sources: readonly SourceItem[] | null;
  readonly citations: readonly InlineCitation[] | null;
  readonly entities: readonly EntityItem[] | null;
  readonly searchQueries: readonly string[] | null;
  readonly relatedQueries: readonly string[] | null;
  readonly shopping: readonly ProductItem[] | null;
  readonly ads: readonly AdItem[] | null;
  readonly organic: readonly OrganicItem[] | null;
  readonly questions: readonly QuestionItem[] | null;
  readonly news: readonly NewsItem[] | null;
  readonly overview: OverviewItem | null;
  readonly places: readonly NavigationItem[] | null;
};

export type CompareSample = SampleContent & {
  readonly observationId: string;
  readonly status: SampleStatus;
  /** The answer's shape as served (`default`, `legacy` …); answers of different shapes are not comparable. */
  readonly servedShape: string | null;
  readonly driver: string | null;
  /** What was asked, such as `model-api` or `search-page`. */
  readonly surface: string | null;
  /** What the result declares its language to be, if it does; otherwise it is identified from the text. */
  readonly language: string | null;
  readonly creditsCharged: number | null;
  readonly latencyMs: number | null;
  /** ISO 8601 time the sample was taken. */
  readonly at: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
};

export type CompareColumn = {
  /** Unique among the columns of one comparison, and stable between calls. */
  readonly id: string;
  /** Short code shown in the header: "US", "US-CA". */
  readonly label: string;
  readonly market: CompareMarket;
  /** Engine path segment, e.g. `assistant-a`. */
  readonly engine: string;
  /** The question as asked. */
  readonly prompt: string;
  /** The question it counts as, of which the prompt may be another wording; by default the prompt itself. */
  readonly question?: string | undefined;
  readonly samples: readonly CompareSample[];
};

export type BrandKind = 'own' | 'competitor' | 'other';

export type BrandAlias = {
  readonly text: string;
  /** For names that are also ordinary words ("Apple", "ON"): matches only this exact case. */
  readonly caseSensitive?: boolean | undefined;
};

export type BrandRule = {
  readonly id: string;
  readonly name: string;
  readonly kind: BrandKind;
  readonly aliases: readonly BrandAlias[];
  /** Registrable domains that belong to the brand. */
  readonly domains: readonly string[];
};

/**
 * The user's decision on a name or a domain; stored as data so that undoing it restores the previous state. An
 * unlisted (detected) brand is identified by the id made from its name and by the name itself.
 */
export type BrandDecision =
  /** All names and domains of one brand count for another from now on. */
  | {
      readonly kind: 'merge';
      readonly from: string;
      readonly fromName: string;
      readonly into: string;
      readonly intoName: string;
    }
  /** One name of a brand becomes a brand of its own. */
  | { readonly kind: 'split'; readonly brand: string; readonly alias: string; readonly as: string }
  /** The name is a brand of this kind; a listed brand only changes its kind. */
  | { readonly kind: 'accept'; readonly name: string; readonly as: BrandKind }
  /** The name is not a brand: neither found nor detected. */
  | { readonly kind: 'dismiss'; readonly name: string }
  /** The domain is ours, a competitor's or (`null`) unassigned, whatever the brands say. */
  | { readonly kind: 'domain'; readonly domain: string; readonly as: 'own' | 'competitor' | null }
  /** Sources of the domain have this type (one of `SOURCE_TYPES`), or (`null`) the type found by rule. */
  | { readonly kind: 'source'; readonly domain: string; readonly as: SourceType | null };

export type BrandRules = {
  /** Changes whenever the list changes; printed beside every share of voice. */
  readonly version: string;
  readonly brands: readonly BrandRule[];
  readonly decisions: readonly BrandDecision[];
};

export type Granularity = 'auto' | 'block' | 'sentence' | 'word';

export type CompareOptions = {
  /** Column id of the baseline; null for consensus mode. */
  readonly baseline: string | null;
  readonly granularity: Granularity;
  readonly ignoreCase: boolean;
  readonly ignoreWhitespace: boolean;
  readonly ignoreCitationMarks: boolean;
  /** Literal texts excluded from every difference (dates, greetings …). */
  readonly ignoreTexts: readonly string[];
  readonly brands: BrandRules;
  /** Registrable domains marked in the sources besides those of the brands. */
  readonly ownDomains: readonly string[];
  readonly competitorDomains: readonly string[];
  /** Domains that count as local although their suffix is not the country's, by country code. */
  readonly localDomains: Readonly<Record<string, readonly string[]>>;
  /** Person-made corrections of the rule-based source types, by registrable domain. */
  readonly sourceTypes: Readonly<Record<string, string>>;
  /** Which observation a column shows; by default the most typical of its samples. */
  readonly shownSample: Readonly<Record<string, string>>;
  /** Only samples of these served shapes are compared; empty means all. */
  readonly shapes: readonly string[];
  /** The user's corrections of claims. */
  readonly claims: readonly ClaimCorrection[];
  /** Whether unlisted brands in the answers are included as detected. */
  readonly proposeBrands: boolean;
  /** Seed of the permutation tests: the same input always yields the same verdict. */
  readonly seed: number;
  readonly permutations: number;
};

export const noBrands: BrandRules = { version: 'none', brands: [], decisions: [] };

export const defaultOptions: CompareOptions = {
  baseline: null,
  granularity: 'auto',
  ignoreCase: false,
  ignoreWhitespace: false,
  ignoreCitationMarks: true,
  ignoreTexts: [],
  brands: noBrands,
  ownDomains: [],
  competitorDomains: [],
  localDomains: {},
  sourceTypes: {},
  shownSample: {},
  shapes: [],
  claims: [],
  proposeBrands: true,
  seed: 20261,
  permutations: 999,
};

/** Content of a sample that has none (failed, pending, cancelled). */
export const noContent: SampleContent = {
  text: '',
  markdown: null,
  model: null,
  sources: null,
  citations: null,
  entities: null,
  searchQueries: null,
  relatedQueries: null,
  shopping: null,
  ads: null,
  organic: null,
  questions: null,
  news: null,
  overview: null,
  places: null,
};
