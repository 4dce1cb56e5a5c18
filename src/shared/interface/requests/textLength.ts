// Apart from the schemas: the window reads these at its start, without zod.

export const questionLimit = 10_000;

/** Whether a text has more characters than this; an emoji counts once, as it does in JSON Schema. */
export function isLongerThan(text: string, characters: number): boolean {
  return text.length > characters && (text.length > 2 * characters || [...text].length > characters);
}
