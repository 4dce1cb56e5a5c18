// Apart from the schemas: the window reads these at its start, without zod.

export const questionLimit = 10_000;

/** Whether a text has more characters than this; an emoji counts once, as it does in JSON Schema. */
export function isLongerThan(text: string, characters: number): boolean {
  return text.length > characters && (text.length > 2 * characters || characterCount(text) > characters);
}

/** Without a list of its characters, which a text of many megabytes has no room for. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
