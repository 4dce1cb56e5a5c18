/** What kind of thing a question is about; decides which aspects an answer weighs. */
export type TopicClass = 'product' | 'software' | 'money' | 'place';

/** Topics with aspects of their own are judged by those. */
export type AspectSet = TopicClass | 'lock' | 'shoe';

/**
 * Everything the sandbox says in one language.
 *
 * Slots: `{topic}` a plural noun phrase, `{Topic}` the same at the start of a sentence, `{brand}`, `{other}`,
 * `{price}`, `{low}`, `{high}`, `{rating}`, `{reviews}`, `{percent}` (a small share), `{share}` (most), `{n}` (3 to 9),
 * `{months}`, `{year}`, `{aspect}`, `{country}`. Phrases are written so that every slot may hold any value without being inflected.
 */
export type Phrases = {
  /** BCP 47. */
  readonly tag: string;
  /** Noun phrase around the words of a question whose topic has no name here; slot `{subject}`. */
  readonly subject: string;
  /** Names of the known topics, in the order of `topicIds`. */
  readonly topics: readonly string[];
  /** Five each. */
  readonly aspects: Readonly<Record<AspectSet, readonly string[]>>;
  readonly headings: {
    readonly ranking: readonly string[];
    readonly comparison: string;
    readonly context: string;
    readonly advice: string;
    readonly pitfalls: string;
    readonly prices: string;
    readonly verdict: string;
  };
  /** Opening sentences, without brands. */
  readonly intro: readonly string[];
  /** Sentences about the market, without brands; they serve as snippets too. */
  readonly context: readonly string[];
  readonly rankingLead: readonly string[];
  /** Short labels behind a brand in a list. */
  readonly tags: readonly string[];
  /** Twelve sentences about one brand; the last is the critical one. */
  readonly about: readonly string[];
  readonly advice: readonly string[];
  readonly pitfalls: readonly string[];
  readonly prices: readonly string[];
  readonly verdict: readonly string[];
  /** Closing sentences without brands. */
  readonly plainVerdict: readonly string[];
  /** Column heads: option, price, rating, strength. */
  readonly table: readonly [string, string, string, string];
  readonly strengths: readonly string[];
  /** Canned refusals, each under 160 characters. */
  readonly refusals: readonly string[];
  /** Titles of web pages. */
  readonly titles: readonly string[];
  /** Titles of a brand's own pages. */
  readonly brandTitles: readonly string[];
  readonly forumTitles: readonly string[];
  readonly queries: readonly string[];
  readonly questions: readonly string[];
  readonly related: readonly string[];
  readonly headlines: readonly string[];
  readonly posts: readonly string[];
  /** Romanised stems of local web sites. */
  readonly sites: readonly string[];
  /** Names of local news outlets. */
  readonly outlets: readonly string[];
  readonly shop: {
    readonly inStock: string;
    readonly freeShipping: string;
    readonly lowestPrice: string;
    readonly delivery: string;
    readonly isNew: string;
    readonly sale: string;
    readonly adTitles: readonly string[];
    readonly adBodies: readonly string[];
  };
  readonly places: {
    readonly kind: string;
    readonly open: string;
    readonly hours: string;
    readonly names: readonly string[];
    readonly streets: readonly string[];
  };
  readonly panel: {
    readonly kind: string;
    readonly description: string;
    readonly priceRange: string;
    readonly popular: string;
    readonly average: string;
  };
};
