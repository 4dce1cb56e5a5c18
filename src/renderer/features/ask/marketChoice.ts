import { type MarketPlace, marketId, parseMarketInput, type UnknownMarket } from '#shared/geo/marketInput.ts';

export type MarketChange = {
  readonly markets: readonly MarketPlace[];
  readonly unknown: readonly UnknownMarket[];
};

/**
 * Applies typed text to the chosen markets: what it names is added at the end, what it names with a minus is taken
 * away, also from those chosen before.
 */
export function applyMarketText(chosen: readonly MarketPlace[], text: string): MarketChange {
  return parseMarketInput([...chosen.map(marketId), text].join(','));
}

/** What is left of the text when everything understood is taken out: the words nobody knows. */
export function leftOver(unknown: readonly UnknownMarket[]): string {
  return unknown.map((word) => word.text).join(', ');
}

/** `EU-5, US, JP …`: the first few chosen markets, for a line. */
export function shortList(markets: readonly MarketPlace[], most = 4): string {
  const shown = markets.slice(0, most).map(marketId).join(', ');
  return markets.length > most ? `${shown} …` : shown;
}

/** Market ids as they are kept in the settings; words that no longer name a place are dropped. */
export function readMarketSet(ids: readonly string[]): readonly MarketPlace[] {
  return parseMarketInput(ids.join(',')).markets;
}

/** The set in front of the recent ones, each once, at most `most`. */
export function rememberSet(
  recent: readonly (readonly string[])[],
  set: readonly string[],
  most = 8,
): readonly (readonly string[])[] {
  if (set.length < 2) return recent;
  const key = (ids: readonly string[]): string => [...ids].sort().join(',');
  return [set, ...recent.filter((other) => key(other) !== key(set))].slice(0, most);
}
