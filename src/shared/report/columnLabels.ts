/** What the columns of a comparison are, in the words that are said of them. */
export type ColumnLabels = {
  readonly one: string;
  /** The one with its article, as in “two samples a market”. */
  readonly each: string;
  readonly many: string;
  /** Above a column of them. */
  readonly title: string;
  /** Above a column of numbers of them. */
  readonly head: string;
  /** Where something stands that no other column has. */
  readonly only: string;
  /** Of a figure of one of them. */
  readonly there: string;
  readonly askedAgain: string;
  /** Where they all come from. */
  readonly together: string;
};

const market: ColumnLabels = {
  one: 'market',
  title: 'Market',
  each: 'a market',
  many: 'markets',
  head: 'Markets',
  only: 'in one market only',
  there: 'in that market',
  askedAgain: 'asking the same market again',
  together: 'this run',
};

export const columnLabels = {
  market,
  time: {
    one: 'time',
    title: 'Time',
    each: 'a time',
    many: 'times',
    head: 'Times',
    only: 'at one time only',
    there: 'at that time',
    askedAgain: 'asking again at the same time',
    together: 'these answers',
  },
  answer: {
    one: 'answer',
    title: 'Answer',
    each: 'an answer',
    many: 'answers',
    head: 'Answers',
    only: 'in one answer only',
    there: 'in that answer',
    askedAgain: 'asking again',
    together: 'these answers',
  },
} as const satisfies Readonly<Record<string, ColumnLabels>>;
