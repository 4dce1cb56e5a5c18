/** Messages of the thread that runs the local translation engine: one model, or a pair through English, at a time. */

/** Files of one direction. */
export type ModelFiles = {
  readonly model: string;
  /** One vocabulary for both languages, or one for each: source, then target. */
  readonly vocabs: readonly string[];
  /** Lexical shortlist; null to translate without, which is slower. */
  readonly lex: string | null;
};

export type LocalEngineContract = {
  readonly opened: null;
  readonly calls: {
    /** Loads the models of a route in place of those before; two are a pivot. Returns the memory in bytes. */
    readonly load: (input: { readonly route: readonly ModelFiles[] }) => { readonly bytes: number };
    /** Sentences, or HTML with well-formed tags. Empty ones come back empty. */
    readonly translate: (input: { readonly texts: readonly string[]; readonly html: boolean }) => {
      readonly texts: readonly string[];
    };
  };
  readonly refusal: { readonly code: 'BAD_MODEL' | 'FAILED'; readonly message: string };
  readonly event: never;
};
