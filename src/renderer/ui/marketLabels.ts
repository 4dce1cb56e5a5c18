import type { UnknownMarket } from '#shared/geo/marketInput.ts';

/** One sentence about words that name no place. */
export function unknownSentence(unknown: readonly UnknownMarket[]): string | null {
  const first = unknown[0];
  if (first === undefined) return null;
  if (unknown.length > 1)
    return `Unknown countries or groups: ${unknown.map((word) => `“${word.text}”`).join(', ')}.`;
  const hint = first.suggestion
    ? ` Did you mean ${first.suggestion}?`
    : ' Try a name, a code such as DE, or a group such as G7.';
  return `Unknown country or group “${first.text}”.${hint}`;
}
