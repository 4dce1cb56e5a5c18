/** The other results of an answer: searches the engine ran, result lists, products and ads. */
import type { Consensus, Figure, NoiseTest, PairFigures, Rate, Reach } from './basics.ts';
import type { ProductItem } from './samples.ts';

export type FanoutQuery = {
  readonly query: string;
  readonly language: string;
  /** Query words that the prompt also contains; query words it does not; prompt words that the query drops. */
  readonly kept: readonly string[];
  readonly added: readonly string[];
  readonly dropped: readonly string[];
  readonly columns: readonly number[];
  readonly consensus: Consensus;
};

export type FanoutColumn = {
  /** Mean number of queries of the answers that have any. */
  readonly mean: Figure;
  readonly distinct: number;
  /** Answers with queries, of the answers that can report them. */
  readonly answers: Rate;
  readonly languages: Readonly<Record<string, number>>;
  readonly overlap: PairFigures | null;
  readonly added: readonly string[];
  readonly dropped: readonly string[];
};

export type FanoutTab = {
  readonly available: boolean;
  readonly queries: readonly FanoutQuery[];
  readonly columns: readonly FanoutColumn[];
  readonly test: NoiseTest;
};

export type ResultCell = {
  readonly position: number;
  /**
   * Position minus the baseline's position: negative is higher. Null without a baseline, or if the baseline lacks it.
   */
  readonly change: number | null;
  readonly title: string;
  readonly snippet: string;
  readonly date: string | null;
};

export type ResultRow = Reach & {
  /** Normalized URL, or the text of the question or query. */
  readonly key: string;
  readonly label: string;
  readonly url: string | null;
  readonly domain: string | null;
  readonly owner: 'own' | 'competitor' | null;
  readonly cells: readonly (ResultCell | null)[];
  readonly bestPosition: number;
  readonly meanPosition: number;
};

export type ResultList = 'organic' | 'questions' | 'related' | 'news' | 'overview';

export type SearchTab = {
  readonly available: boolean;
  /** Only lists that some column has. `overview`: the sources of the AI overview. */
  readonly lists: readonly {
    readonly list: ResultList;
    readonly rows: readonly ResultRow[];
    readonly lengths: readonly (number | null)[];
  }[];
  /** Result pages that show an AI Overview, of those asked for one: in all columns, and in each. */
  readonly overviewRate: Rate;
  readonly overviewRates: readonly Rate[];
  readonly test: NoiseTest;
};

export type ProductCell = Pick<
  ProductItem,
  'position' | 'title' | 'price' | 'oldPrice' | 'rating' | 'reviews' | 'url'
> & {
  readonly amount: number | null;
  /** ISO 4217, or the displayed sign if the currency is unknown. */
  readonly currency: string | null;
  /** The price does not state the currency: it is assumed to be the market's. */
  readonly currencyAssumed: boolean;
  readonly sellers: readonly string[];
  readonly offers: number;
  readonly presence: Rate;
};

export type ProductRow = Reach & {
  readonly key: string;
  readonly name: string;
  readonly brandId: string | null;
  readonly matchedBy: 'identifier' | 'name' | 'single';
  readonly cells: readonly (ProductCell | null)[];
  /** Lowest and highest price per currency; prices of different currencies are never compared. */
  readonly prices: readonly {
    readonly currency: string;
    readonly low: number;
    readonly high: number;
    readonly columns: number;
    /** Number of columns whose currency is assumed. */
    readonly assumed: number;
  }[];
};

export type ShoppingTab = {
  readonly available: boolean;
  readonly rows: readonly ProductRow[];
  readonly sellers: readonly {
    readonly name: string;
    readonly columns: readonly number[];
    readonly products: number;
  }[];
};

export type AdRow = Reach & {
  readonly advertiser: string;
  readonly domain: string | null;
  readonly owner: 'own' | 'competitor' | null;
  readonly cells: readonly ({
    readonly ads: number;
    readonly bestPosition: number;
    readonly rate: Rate;
    readonly titles: readonly string[];
  } | null)[];
  readonly share: Rate;
};

export type AdsTab = {
  readonly available: boolean;
  readonly rows: readonly AdRow[];
};
