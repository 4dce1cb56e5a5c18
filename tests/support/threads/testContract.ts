/** What `testThread.ts` answers. */
export type TestContract = {
  readonly opened: { readonly greeting: string };
  readonly calls: {
    readonly echo: (input: { readonly value: unknown }) => unknown;
    readonly size: (input: { readonly bytes: Uint8Array<ArrayBuffer> }) => number;
    readonly bytes: (input: { readonly length: number }) => Uint8Array<ArrayBuffer>;
    /** An array in an array in an array. */
    readonly nested: (input: { readonly depth: number }) => unknown;
    readonly fail: (input: { readonly message: string }) => never;
    readonly break: (input: object) => never;
    readonly exit: (input: { readonly code: number }) => never;
    readonly hang: (input: object) => never;
    readonly fillMemory: (input: object) => never;
    readonly tell: (input: { readonly text: string }) => null;
    /** Works until cancelled, at most this long; says how long it was. */
    readonly workUntilCancelled: (input: { readonly maxMs: number }) => number;
    /** Answers when `release` is called. */
    readonly later: (input: object) => Promise<string>;
    readonly release: (input: object) => null;
    /** Every `value` echoed so far. */
    readonly seen: (input: object) => readonly unknown[];
  };
  readonly refusal: { readonly code: string; readonly message: string };
  readonly event: { readonly told: string };
};
