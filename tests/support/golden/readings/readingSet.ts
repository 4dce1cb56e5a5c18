/**
 * What a careful person reads in a short text: its words without citation marks, its numbers, dates, addresses,
 * language. Each set has a half the rules are made by and a half that is only scored.
 */
export type ReadingCase = {
  /** What is read. */
  readonly input: string;
  readonly expected: string;
};

export type ReadingSet = {
  readonly name: string;
  readonly read: (input: string) => string;
  readonly cases: readonly ReadingCase[];
  readonly heldOut: readonly ReadingCase[];
};

/** Cases written one per line, `input => expected`; `\n` is a line break. */
export function linesOf(written: string): readonly ReadingCase[] {
  return written
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = line.lastIndexOf(' => ');
      if (at === -1) throw new Error(`No "=>" in "${line}"`);
      const unescaped = (part: string) =>
        part
          .replaceAll('\\n', '\n')
          .replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
      return { input: unescaped(line.slice(0, at).trim()), expected: unescaped(line.slice(at + 4).trim()) };
    });
}

export function mistakesIn(set: ReadingSet, cases: readonly ReadingCase[]): readonly string[] {
  return cases.flatMap(({ input, expected }) => {
    const found = set.read(input);
    return found === expected ? [] : [`${JSON.stringify(input)}: "${found}" and not "${expected}"`];
  });
}
