/** What the analysis model says differs between answers, in the rows that the rules leave open. */

export const statementKinds = [
  'number',
  'price',
  'date',
  'negation',
  'recommendation',
  'name',
  'other',
] as const;

/** A difference with the words of both answers, each verbatim. */
export type ModelStatement = {
  readonly market: string;
  /** Id of the block of the market, as in the compared answers. */
  readonly block: string;
  readonly other: string;
  readonly otherBlock: string;
  readonly kind: (typeof statementKinds)[number];
  readonly here: string;
  readonly there: string;
  /** The difference in the reader's language. */
  readonly says: string;
};

export type ModelVerdicts = {
  /** Provider, model and version of the prompt. */
  readonly rater: string;
  readonly madeAtMs: number;
  /** Language of the sentences, ISO 639-1. */
  readonly to: string;
  readonly statements: readonly ModelStatement[];
  /** One sentence for each market that says something else. */
  readonly markets: readonly { readonly market: string; readonly sentence: string }[];
  /** Statements and sentences that were left out because what they cite is not in the answers. */
  readonly discarded: number;
};
