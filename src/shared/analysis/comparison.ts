/**
 * What a comparison says: everything every tab shows, as plain JSON. Cells are addressed by the index of
 * their column; texts stand once in `answer.blocks` and cells point into it, so that fifty identical
 * paragraphs cost one.
 */
import type { BrandKind, CompareMarket, Section } from './model.ts';
import { SOURCE_TYPES, type SourceType } from './sourceTypeNames.ts';

/** Raised whenever a rule below changes what a number means; printed beside every figure. */
export const RULE_VERSION = '2026-11.1';

export type Direction = 'ltr' | 'rtl';

export type BlockKind = 'heading' | 'paragraph' | 'list-item' | 'table-row' | 'code' | 'product' | 'result';

export type Consensus = 'all' | 'most' | 'some' | 'only-here';

export type Verdict = 'larger-than-noise' | 'within-noise' | 'not-enough-samples' | 'not-comparable';

/** Share with everything needed to check it. `value` is null when there is nothing to divide by. */
export interface Rate {
  readonly numerator: number;
  readonly denominator: number;
  readonly value: number | null;
  /** Wilson 95 % interval; null when n = 0. */
  readonly low: number | null;
  readonly high: number | null;
}

/** A figure that is not a share (a mean, an index), with how many answers stand behind it. */
export interface Figure {
  readonly value: number | null;
  readonly n: number;
}

export type IncomparableReason = 'shape' | 'language' | 'rule-version' | 'no-data';

/** Between-market distance against re-run distance. */
export interface NoiseTest {
  readonly verdict: Verdict;
  readonly reason: IncomparableReason | null;
  /** Mean distance between samples of different markets, 0..1. */
  readonly between: number | null;
  /** Mean distance between samples of the same market, 0..1. */
  readonly within: number | null;
  /** between - within. */
  readonly effect: number | null;
  /** Permutation test over market labels, (1 + at least as large) / (1 + permutations). */
  readonly pValue: number | null;
  readonly permutations: number;
  /** Markets and samples that took part. */
  readonly markets: number;
  readonly samples: number;
}

export interface LanguageTag {
  /** ISO 639-1, "und" when the text is too short to tell. */
  readonly code: string;
  /** ISO 15924. */
  readonly script: string;
  readonly direction: Direction;
  /** 0..1; below 0.5 treat it as a guess. */
  readonly confidence: number;
}

/** `answered`: at least one valid sample; `empty`: it finished but said nothing; `failed`: every sample failed. */
export type ColumnState = 'answered' | 'empty' | 'failed' | 'pending';

export interface ComparedColumn {
  readonly id: string;
  readonly label: string;
  readonly market: CompareMarket;
  readonly engine: string;
  readonly state: ColumnState;
  readonly samples: {
    readonly valid: number;
    readonly failed: number;
    readonly pending: number;
    readonly total: number;
  };
  /** The observation whose text the column shows, and its number among the column's samples (from 1). */
  readonly shown: { readonly observationId: string; readonly number: number } | null;
  readonly language: LanguageTag;
  readonly servedShapes: readonly string[];
  readonly drivers: readonly string[];
  readonly model: string | null;
  readonly creditsCharged: number | null;
  /** Mean over the samples that say it, milliseconds. */
  readonly latencyMs: number | null;
  /** Latest sample, ISO 8601. */
  readonly at: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly words: number;
  /** Every column with exactly the same shown blocks has the same number; collapse them into one with a count. */
  readonly identicalGroup: number;
  readonly counts: ColumnCounts;
}

/** Per column, against the baseline (baseline mode) or against the most common wording of each row. */
export interface ColumnCounts {
  readonly same: number;
  readonly changed: number;
  /** Rows found here and not in the reference. */
  readonly added: number;
  /** Rows of the reference not found here. */
  readonly missing: number;
  readonly moved: number;
  readonly onlyHere: number;
}

export type InlineMarkKind = 'strong' | 'emphasis' | 'code' | 'link' | 'strike' | 'citation';

/** Inline formatting of a block, as offsets (UTF-16) into its plain text. */
export interface InlineMark {
  readonly kind: InlineMarkKind;
  readonly start: number;
  readonly end: number;
  readonly href?: string;
}

export interface ComparedBlock {
  /** Hash of kind and text: the same block has the same id in every comparison. */
  readonly id: string;
  readonly kind: BlockKind;
  readonly section: Section;
  /** Plain text, the text differences are computed on. Table cells are joined by " | ". */
  readonly text: string;
  readonly marks: readonly InlineMark[];
  /** Heading level 1..6, 0 otherwise. */
  readonly level: number;
  /** Depth of a list item from 0. */
  readonly depth: number;
  readonly ordered: boolean;
  readonly header: boolean;
  readonly language: string;
  readonly direction: Direction;
  /** Address of a product or result block. */
  readonly href: string | null;
}

/**
 * Against the baseline, or without one against the most common wording of the cell's own language.
 * `changed` differs in words; `same` differs at most in what the options ignore; `other-language` has nothing
 * in its language to be compared with.
 */
export type CellState = 'same' | 'changed' | 'added' | 'other-language';

export interface Move {
  /** `item`: list ranks; `block`: places among the blocks both columns have. 1-based. */
  readonly unit: 'item' | 'block';
  readonly from: number;
  readonly to: number;
}

export interface AnchorDifference {
  readonly shared: readonly Anchor[];
  /** In the reference, not here. */
  readonly missing: readonly Anchor[];
  /** Here, not in the reference. */
  readonly added: readonly Anchor[];
}

export type AnchorKind = 'url' | 'domain' | 'brand' | 'number' | 'price' | 'date';

export interface Anchor {
  readonly kind: AnchorKind;
  /** What it is compared by. */
  readonly key: string;
  /** How a person reads it. */
  readonly label: string;
}

export interface AnswerCell {
  /** Index into `answer.blocks`. */
  readonly block: number;
  /** Place of the block in its column's own reading order, from 0. */
  readonly order: number;
  /** Rank in its list, from 1; null outside lists. */
  readonly listRank: number | null;
  readonly state: CellState;
  readonly move: Move | null;
  /**
   * Difference from the baseline's block as triples [operation, length in baseline, length here] with
   * operation 0 kept, 1 removed, 2 added: `expandSpans` turns it into text. Null where no word difference
   * is shown (consensus mode, same text, different languages).
   */
  readonly spans: readonly number[] | null;
  /** Only against a baseline in another language. */
  readonly anchors: AnchorDifference | null;
  /** Samples of this column that have the block, of all its valid samples. */
  readonly inSamples: number;
  /** 0..1 certainty of the alignment; 1 for equal text. */
  readonly score: number;
}

export interface AnswerRow {
  readonly id: string;
  readonly kind: BlockKind;
  readonly section: Section;
  /** Text of the headings above, outermost first, in the language of the reference. */
  readonly headingPath: readonly string[];
  /** By column; null where the column has no such block (or no answer at all: see its state). */
  readonly cells: readonly (AnswerCell | null)[];
  /** Columns that have the block, of the columns with an answer that can be asked (see `outside`). */
  readonly present: number;
  readonly of: number;
  /**
   * Columns whose empty cell says nothing: their answer is in another language and the block holds no link,
   * brand, number or price by which it could be found there. They are neither counted nor "missing".
   */
  readonly outside: readonly number[];
  readonly consensus: Consensus;
  /** Columns that differ from the reference here: missing, added, changed or moved. "3 of 6 markets differ". */
  readonly differing: number;
  readonly moved: number;
  /** Index into `answer.blocks` of the most common wording. */
  readonly commonBlock: number;
  readonly test: NoiseTest;
}

export interface AnswerTab {
  readonly mode: 'baseline' | 'consensus';
  /** Index of the baseline column; null in consensus mode. */
  readonly baseline: number | null;
  readonly granularity: 'block' | 'sentence' | 'word';
  readonly blocks: readonly ComparedBlock[];
  readonly rows: readonly AnswerRow[];
  readonly differingRows: number;
  /** True when the answers are in more than one language: words are then not compared across them. */
  readonly crossLanguage: boolean;
}

export { SOURCE_TYPES, type SourceType };

export const PAGE_TYPES = [
  'homepage',
  'article',
  'listicle',
  'how-to',
  'comparison',
  'review',
  'product',
  'documentation',
  'forum',
  'video',
  'other',
] as const;
export type PageType = (typeof PAGE_TYPES)[number];

export interface SourceCell {
  /** Best (lowest) position of the domain in the shown sample's list, or the best of any sample. */
  readonly position: number;
  readonly meanPosition: number;
  /** Distinct URLs of the domain in this column. */
  readonly urls: readonly number[];
  /** Answers of the column that cite it, of its valid answers. */
  readonly rate: Rate;
  /** Answers that also mark it inside the text. */
  readonly inline: number;
  readonly observationIds: readonly string[];
  /** Against the baseline's rate; null without baseline. */
  readonly verdict: Verdict | null;
}

export interface SourceRow {
  /** Registrable domain by the public suffix list. */
  readonly domain: string;
  readonly owner: 'own' | 'competitor' | null;
  readonly brandId: string | null;
  readonly type: SourceType;
  readonly cells: readonly (SourceCell | null)[];
  /** Columns that cite it, of the columns with an answer. */
  readonly columns: number;
  readonly of: number;
  readonly consensus: Consensus;
  readonly citations: number;
  readonly citationShare: Rate;
  readonly presence: Rate;
  readonly meanPosition: Figure;
  readonly test: NoiseTest;
}

export interface SourceUrl {
  readonly normalised: string;
  readonly raw: string;
  readonly withoutQuery: string;
  readonly domain: string;
  readonly title: string;
  readonly pageType: PageType;
  /** Columns (indexes) that cite it. */
  readonly columns: readonly number[];
}

/** Exclusive intersection for an UpSet plot: these items are in exactly these columns. */
export interface Intersection {
  readonly columns: readonly number[];
  readonly items: readonly string[];
}

export interface SourceColumn {
  readonly citations: number;
  readonly domains: number;
  readonly urls: number;
  readonly answersWithSources: Rate;
  readonly localShare: Rate;
  readonly inlineShare: Rate;
  /** Herfindahl index of domain shares, 0..1. */
  readonly concentration: Figure;
  readonly topFiveShare: Rate;
  readonly types: Readonly<Partial<Record<SourceType, number>>>;
  readonly pageTypes: Readonly<Partial<Record<PageType, number>>>;
  /** Against the baseline; null without baseline or data. */
  readonly overlap: PairFigures | null;
  readonly onlyHere: readonly string[];
}

/** Agreement of two columns on one ordered set. */
export interface PairFigures {
  readonly shared: number;
  readonly union: number;
  readonly jaccard: number | null;
  readonly weighted: number | null;
  readonly rankBiased: number | null;
}

export interface SourcesTab {
  readonly available: boolean;
  readonly rows: readonly SourceRow[];
  readonly urls: readonly SourceUrl[];
  readonly intersections: readonly Intersection[];
  readonly columns: readonly SourceColumn[];
  readonly test: NoiseTest;
}

export interface BrandCell {
  /** Place among the brands of the shown answer by first appearance; null when named only in other samples. */
  readonly rank: number | null;
  /** Rank in a list of the shown answer. */
  readonly listRank: number | null;
  /** Character offset of the first mention / length of the answer, 0..1. */
  readonly depth: number | null;
  readonly mentions: number;
  readonly visibility: Rate;
  readonly firstRate: Rate;
  readonly shareOfVoice: Rate;
  readonly meanRank: Figure;
  /** Spelling found first. */
  readonly spelling: string;
  /** Answers that name it, and its rank in each of them. */
  readonly observationIds: readonly string[];
  readonly ranks: readonly number[];
  readonly verdict: Verdict | null;
}

export interface BrandRow {
  readonly id: string;
  readonly name: string;
  readonly kind: BrandKind;
  /** Not in the rules: found in entities, bold text or lists. */
  readonly proposed: boolean;
  readonly evidence: readonly ('entity' | 'bold' | 'list' | 'product')[];
  readonly cells: readonly (BrandCell | null)[];
  readonly columns: number;
  readonly of: number;
  readonly consensus: Consensus;
  readonly visibility: Rate;
  readonly shareOfVoice: Rate;
  readonly countryReach: Rate;
  readonly meanRank: Figure;
  readonly medianRank: Figure;
  readonly branded: boolean;
  readonly test: NoiseTest;
}

export interface BrandsTab {
  readonly available: boolean;
  readonly rulesVersion: string;
  readonly rows: readonly BrandRow[];
  readonly intersections: readonly Intersection[];
  readonly onlyHere: readonly (readonly string[])[];
  readonly overlap: readonly (PairFigures | null)[];
  readonly test: NoiseTest;
}

export interface FanoutQuery {
  readonly query: string;
  readonly language: string;
  /** Words of the query that the prompt has too / has not; words of the prompt it leaves out. */
  readonly kept: readonly string[];
  readonly added: readonly string[];
  readonly dropped: readonly string[];
  readonly columns: readonly number[];
  readonly consensus: Consensus;
}

export interface FanoutColumn {
  /** Mean number of queries in the answers that have any. */
  readonly mean: Figure;
  readonly distinct: number;
  /** Answers with any query, of the answers that could carry them. */
  readonly answers: Rate;
  readonly languages: Readonly<Record<string, number>>;
  readonly overlap: PairFigures | null;
  readonly added: readonly string[];
  readonly dropped: readonly string[];
}

export interface FanoutTab {
  readonly available: boolean;
  readonly queries: readonly FanoutQuery[];
  readonly columns: readonly FanoutColumn[];
  readonly test: NoiseTest;
}

export interface ResultCell {
  readonly position: number;
  /** Position minus the baseline's; null without baseline or when the baseline lacks it. Negative is higher. */
  readonly change: number | null;
  readonly title: string;
  readonly snippet: string;
  readonly date: string | null;
}

export interface ResultRow {
  /** Normalised URL, or the question or query itself. */
  readonly key: string;
  readonly label: string;
  readonly url: string | null;
  readonly domain: string | null;
  readonly owner: 'own' | 'competitor' | null;
  readonly cells: readonly (ResultCell | null)[];
  readonly columns: number;
  readonly of: number;
  readonly bestPosition: number;
  readonly meanPosition: number;
  readonly consensus: Consensus;
}

export type ResultList = 'organic' | 'questions' | 'related' | 'news' | 'overview';

export interface SearchTab {
  readonly available: boolean;
  /** Only the lists some column has. `overview`: the sources of the AI overview. */
  readonly lists: readonly {
    readonly list: ResultList;
    readonly rows: readonly ResultRow[];
    /** By column against the baseline. */
    readonly overlap: readonly (PairFigures | null)[];
    readonly lengths: readonly (number | null)[];
  }[];
  /** Columns that showed an AI overview, of the columns where it could be shown. */
  readonly overviewRate: Rate;
  readonly test: NoiseTest;
}

export interface ProductCell {
  readonly position: number;
  readonly title: string;
  /** As shown. */
  readonly price: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly oldPrice: string | null;
  readonly sellers: readonly string[];
  readonly offers: number;
  readonly rating: number | null;
  readonly reviews: string | null;
  readonly url: string | null;
  readonly presence: Rate;
}

export interface ProductRow {
  readonly key: string;
  readonly name: string;
  readonly brandId: string | null;
  readonly matchedBy: 'identifier' | 'name' | 'single';
  readonly cells: readonly (ProductCell | null)[];
  readonly columns: number;
  readonly of: number;
  readonly consensus: Consensus;
  /** Lowest and highest price per currency as shown; prices of different currencies are never compared. */
  readonly prices: readonly {
    readonly currency: string;
    readonly low: number;
    readonly high: number;
    readonly columns: number;
  }[];
}

export interface ShoppingTab {
  readonly available: boolean;
  readonly rows: readonly ProductRow[];
  readonly sellers: readonly {
    readonly name: string;
    readonly columns: readonly number[];
    readonly products: number;
  }[];
  readonly sellerOverlap: readonly (PairFigures | null)[];
}

export interface AdRow {
  readonly advertiser: string;
  readonly domain: string | null;
  readonly owner: 'own' | 'competitor' | null;
  readonly cells: readonly ({
    readonly ads: number;
    readonly bestPosition: number;
    readonly rate: Rate;
    readonly titles: readonly string[];
  } | null)[];
  readonly columns: number;
  readonly of: number;
  readonly share: Rate;
  readonly consensus: Consensus;
}

export interface AdsTab {
  readonly available: boolean;
  readonly rows: readonly AdRow[];
  /** By column: answers with at least one ad, of the answers where ads were looked for. */
  readonly rates: readonly Rate[];
}

export type Measure = 'text' | 'anchors' | 'sources' | 'brands' | 'queries' | 'results';

export interface SimilarityMatrix {
  readonly measure: Measure;
  /**
   * Similarity 0..1 of columns i < j at index i * (2n - i - 1) / 2 + (j - i - 1); null where the pair has
   * no data or cannot be compared by this measure. Use `similarityAt`.
   */
  readonly values: readonly (number | null)[];
  /** Column indexes ordered so that similar columns stand side by side. */
  readonly order: readonly number[];
  /** Group number of each column. */
  readonly clusters: readonly number[];
  readonly meanDistance: readonly (number | null)[];
  /** The column furthest from the rest; null when none stands out. */
  readonly outlier: number | null;
  /** Mean pairwise distance. */
  readonly divergence: Figure;
  readonly test: NoiseTest;
}

export interface MatrixTab {
  /** The measure that covers most pairs: `text` in one language, `anchors` otherwise. */
  readonly preferred: Measure | null;
  readonly measures: readonly SimilarityMatrix[];
}

export interface Honesty {
  readonly ruleVersion: string;
  readonly brandRulesVersion: string;
  /** Fewest and most valid samples of the columns that answered. */
  readonly samples: { readonly least: number; readonly most: number };
  readonly failed: readonly {
    readonly column: number;
    readonly failed: number;
    readonly code: string | null;
  }[];
  /** Cells that worked / cells sent. */
  readonly coverage: Rate;
  readonly shapes: readonly { readonly shape: string; readonly columns: readonly number[] }[];
  readonly languages: readonly { readonly code: string; readonly columns: readonly number[] }[];
  readonly drivers: readonly string[];
  readonly engines: readonly string[];
  readonly prompts: number;
  /** Compared figures that differ between markets, and how many of those by more than asking again would. */
  readonly differences: {
    readonly tested: number;
    readonly larger: number;
    readonly within: number;
    readonly untested: number;
  };
  readonly verdict: Verdict;
  readonly reason: IncomparableReason | null;
  /** Short statements a reader must know, already in words. */
  readonly notes: readonly string[];
}

export interface Comparison {
  readonly key: string;
  readonly ruleVersion: string;
  readonly columns: readonly ComparedColumn[];
  readonly honesty: Honesty;
  readonly answer: AnswerTab;
  readonly sources: SourcesTab;
  readonly brands: BrandsTab;
  readonly fanout: FanoutTab;
  readonly search: SearchTab;
  readonly shopping: ShoppingTab;
  readonly ads: AdsTab;
  readonly matrix: MatrixTab;
}
