/**
 * The input of a comparison. A column is one market (or one time) of the same question; a sample is one stored
 * observation of it. Everything is plain JSON, so that it can be sent between threads.
 *
 * `null` and `[]` differ: `null` means that the result could not contain the item (it was not requested, or the
 * engine never delivers it); `[]` means that there was none.
 */

import type { SourceType } from '../sourceTypes.ts';
import type { TextSpan } from './basics.ts';
import { type ClaimCorrection, type ClaimLabel, claimAspects, type RatedAnswer } from './claimLists.ts';

export type SampleStatus = 'completed' | 'failed' | 'canceled' | 'pending';

/** The sections of an answer or a result page. Blocks are aligned only within a section. */
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
  /** ISO 3166-1 alpha-2, upper case; "" if the question had no target country. */
  readonly country: string;
  readonly state?: string;
  /** Requested language (`hl`) as a BCP 47 tag. */
  readonly language?: string;
  readonly location?: string;
  readonly device?: string;
};

export type SourceItem = {
  /** Position in the list of sources, from 1. */
  readonly position: number;
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** Destination of a redirect link, if resolved. Statistics use it instead of `url`. */
  readonly resolvedUrl?: string;
  /** Host stated by the engine if the URL is one of its redirects. Statistics use it instead of the URL's host. */
  readonly domain?: string;
  /** Whether the engine listed it in its secondary group. */
  readonly secondary?: boolean;
  readonly date?: string;
};

/** A citation inside the text (a pill or chip). */
export type InlineCitation = {
  readonly url: string;
  readonly label: string;
  readonly group: number | null;
  /** See `SourceItem`. */
  readonly resolvedUrl?: string;
  readonly domain?: string;
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
  /** The engine's identifier (product id, catalogue id, group id), if stated. */
  readonly identifier: string | null;
  readonly brand: string | null;
  readonly url: string | null;
  /** Price as displayed, never converted. */
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
  /** Placement in the engine's words (top, bottom, overview …). */
  readonly placement: string | null;
};

export type OrganicItem = {
  readonly position: number;
  readonly title: string;
  readonly url: string;
  readonly resolvedUrl?: string;
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

/** The content of one raw monitor result of any engine. */
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
  /** Response type as served (`default`, `legacy` …). Answers of different response types are not comparable. */
  readonly servedShape: string | null;
  readonly driver: string | null;
  /** What was queried, such as `model-api` or `search-page`. */
  readonly surface: string | null;
  /** Language declared by the result; null if the language is identified from the text. */
  readonly language: string | null;
  readonly creditsCharged: number | null;
  readonly latencyMs: number | null;
  /** Whether the result page shows an AI Overview; absent if none was asked for. */
  readonly overviewShown?: boolean;
  /** Time of the sample, ISO 8601. */
  readonly at: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
};

export type CompareColumn = {
  /** Unique among the columns of one comparison, and stable between calls. */
  readonly id: string;
  /** Short code in the header: "US", "US-CA". */
  readonly label: string;
  readonly market: CompareMarket;
  /** Engine path segment, e.g. `assistant-a`. */
  readonly engine: string;
  /** The question as sent. */
  readonly prompt: string;
  /** The question that the prompt is a wording of; the prompt itself if absent. */
  readonly question?: string;
  readonly samples: readonly CompareSample[];
};

export type BrandKind = 'own' | 'competitor' | 'other';

export type BrandAlias = {
  readonly text: string;
  /** Matches only this exact case, for names that are also ordinary words ("Apple", "ON"). */
  readonly caseSensitive?: boolean;
};

export type BrandRule = {
  readonly id: string;
  readonly name: string;
  readonly kind: BrandKind;
  readonly aliases: readonly BrandAlias[];
  /** Registrable domains that belong to the brand. */
  readonly domains: readonly string[];
  /** Inflected forms of its names that do not count, folded. */
  readonly excludedForms?: readonly string[];
};

/**
 * The user's manual correction of a name or a domain. Stored as data, so undoing it restores the previous state. A
 * detected brand is identified by the id made from its name, and by its name.
 */
export type BrandDecision =
  /** All names and domains of one brand count for another. */
  | {
      readonly kind: 'merge';
      readonly from: string;
      readonly fromName: string;
      readonly into: string;
      readonly intoName: string;
    }
  /** One name of a brand becomes a separate brand. */
  | { readonly kind: 'split'; readonly brand: string; readonly alias: string; readonly as: string }
  /** The name is a brand of this kind; a listed brand only changes its kind. */
  | { readonly kind: 'accept'; readonly name: string; readonly as: BrandKind }
  /** The name is not a brand and is not detected again. */
  | { readonly kind: 'dismiss'; readonly name: string }
  /** The domain is your own, a competitor's, or (`null`) unassigned, regardless of the domains of the brands. */
  | { readonly kind: 'domain'; readonly domain: string; readonly as: 'own' | 'competitor' | null }
  /** Sources of the domain have this type, or (`null`) the type by rule. */
  | { readonly kind: 'source'; readonly domain: string; readonly as: SourceType | null };

export type BrandRules = {
  /** Changes whenever the list changes. Shown with every share of voice. */
  readonly version: string;
  readonly brands: readonly BrandRule[];
  readonly decisions: readonly BrandDecision[];
};

export type Granularity = 'auto' | 'block' | 'sentence' | 'word';

/** Which translation of an answer: a later one of the same answer has another time. */
export type ReadTranslation = { readonly observationId: string; readonly madeAtMs: number };

/** Translated blocks of all answers, by the id of their block. */
export type ComparedTranslations = {
  /** ISO 639-1. */
  readonly target: string;
  readonly blocks: Readonly<Record<string, { readonly text: string; readonly spans: readonly TextSpan[] }>>;
  readonly read: readonly ReadTranslation[];
};

export type CompareOptions = {
  /** Column id of the baseline; null in consensus mode. */
  readonly baseline: string | null;
  readonly granularity: Granularity;
  readonly ignoreCase: boolean;
  readonly ignoreWhitespace: boolean;
  /** Literal texts excluded from all differences (dates, greetings …). */
  readonly ignoreTexts: readonly string[];
  readonly brands: BrandRules;
  /** Registrable domains marked in the sources, in addition to those of the brands. */
  readonly ownDomains: readonly string[];
  readonly competitorDomains: readonly string[];
  /** Sites with rows of their own, although no brand lists them: those that alert rules name. */
  readonly watchedSites?: readonly string[];
  /** Domains that count as local although their suffix is not the country's, by country code. */
  readonly localDomains: Readonly<Record<string, readonly string[]>>;
  /** Manual corrections of the source types, by registrable domain. */
  readonly sourceTypes: Readonly<Record<string, string>>;
  /** Observation shown by each column. By default, the most typical of its samples. */
  readonly shownSample: Readonly<Record<string, string>>;
  /** Only samples of these response types are compared; empty means all. */
  readonly shapes: readonly string[];
  /** The user's corrections of claims. */
  readonly claims: readonly ClaimCorrection[];
  /** Claims by one model, of the answers that it rated. */
  readonly rated: readonly RatedAnswer[];
  readonly claimLabels: readonly ClaimLabel[];
  readonly claimAspects: readonly string[];
  /** Stored translations that are compared in place of the originals. */
  readonly translations: ComparedTranslations | null;
  /** Whether brands that are not listed are detected in the answers. */
  readonly proposeBrands: boolean;
  /** Seed of the permutation tests: equal input gives equal verdicts. */
  readonly seed: number;
  readonly permutations: number;
};

export const noBrands: BrandRules = { version: 'none', brands: [], decisions: [] };

export const defaultOptions: CompareOptions = {
  baseline: null,
  granularity: 'auto',
  ignoreCase: false,
  ignoreWhitespace: false,
  ignoreTexts: [],
  brands: noBrands,
  ownDomains: [],
  competitorDomains: [],
  localDomains: {},
  sourceTypes: {},
  shownSample: {},
  shapes: [],
  claims: [],
  rated: [],
  claimLabels: [],
  claimAspects,
  translations: null,
  proposeBrands: true,
  seed: 20261,
  permutations: 999,
};

/** Content of a sample without a result (failed, pending, cancelled). */
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
