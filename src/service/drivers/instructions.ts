/** Added to a question that was answered from memory although the interface promises a search. */
export const searchUrge = 'Search the web before you answer, and cite the pages the answer rests on.';

/** The instructions for a question: the given lines, or none. */
export function instructionsOf(...lines: readonly (string | undefined)[]): string | undefined {
  const given = lines.filter((line) => line !== undefined && line !== '');
  return given.length === 0 ? undefined : given.join(' ');
}
