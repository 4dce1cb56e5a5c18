import assert from 'node:assert/strict';

/** The text is Unicode that can be written as UTF-8 without loss. */
export function wellFormed(text: string, what = 'text'): void {
  assert.ok(text.isWellFormed(), `${what} holds half of a surrogate pair`);
}

/** No control character, no override of the writing direction: nothing that steers a terminal. */
export function steersNothing(text: string): void {
  const found = /\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u.exec(text.replace(/\r?\n|\t/g, ''));
  assert.equal(found, null, `a character steers the terminal: ${JSON.stringify(found?.[0])}`);
}

/** The output is at most `factor` times as long as the input, and something for what is always there. */
export function boundedBy(output: number, input: number, factor: number, fixed = 1_000): void {
  assert.ok(
    output <= input * factor + fixed,
    `${output} long, from an input of ${input}: at most ${factor} times and ${fixed}`,
  );
}

/** Spans lie inside a text, in order where that is asked. */
export function inside(span: { readonly start: number; readonly end: number }, length: number): void {
  assert.ok(
    Number.isInteger(span.start) && span.start >= 0 && span.start <= span.end && span.end <= length,
    `${span.start} to ${span.end} in a text of ${length}`,
  );
}

/** Only errors of the closed union that the parser documents. */
export function onlyThrows<Result>(
  work: () => Result,
  allowed: (error: unknown) => boolean,
): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (allowed(error)) return undefined;
    throw error;
  }
}

/** JSON text and back gives the same. */
export function survivesJson(value: unknown): void {
  assert.deepEqual(JSON.parse(JSON.stringify(value)), value);
}
