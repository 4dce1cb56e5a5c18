/** What the columns of a comparison are, in the words that are said of them. */
export type ColumnLabels = {
  /** What files for programs call one of them and several; these stay the same when the words change. */
  readonly key: string;
  readonly keys: string;
  readonly one: string;
  /** As in “2 samples per market”. */
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
  key: 'market',
  keys: 'markets',
  one: 'market',
  title: 'Market',
  each: 'per market',
  many: 'markets',
  head: 'Markets',
  only: 'in one market only',
  there: 'in that market',
  askedAgain: 'repeats in one market',
  together: 'this run',
};

export const columnLabels = {
  market,
  time: {
    key: 'time',
    keys: 'times',
    one: 'run',
    title: 'Run',
    each: 'per run',
    many: 'runs',
    head: 'Runs',
    only: 'in one run only',
    there: 'in that run',
    askedAgain: 'repeats in one run',
    together: 'these answers',
  },
  answer: {
    key: 'answer',
    keys: 'answers',
    one: 'answer',
    title: 'Answer',
    each: 'per answer',
    many: 'answers',
    head: 'Answers',
    only: 'in one answer only',
    there: 'in that answer',
    askedAgain: 'repeats',
    together: 'these answers',
  },
} as const satisfies Readonly<Record<string, ColumnLabels>>;
