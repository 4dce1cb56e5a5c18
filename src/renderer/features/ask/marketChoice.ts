import { type MarketPlace, marketId, parseMarketInput, type UnknownMarket } from '#shared/geo/marketInput.ts';

export type MarketChange = {
  readonly markets: readonly MarketPlace[];
  readonly unknown: readonly UnknownMarket[];
};

/** Applies typed text to the selected markets. Markets are added at the end; markets with a minus are removed. */
export function applyMarketText(chosen: readonly MarketPlace[], text: string): MarketChange {
  return parseMarketInput([...chosen.map(marketId), text].join(','));
}

/** The words of the text that are not recognized. */
export function leftOver(unknown: readonly UnknownMarket[]): string {
  return unknown.map((word) => word.text).join(', ');
}

/** `US, DE, JP, BR +3`: the first selected markets, for one line. */
export function shortList(markets: readonly MarketPlace[], most = 4): string {
  const shown = markets.slice(0, most).map(marketId).join(', ');
  return markets.length > most ? `${shown} +${markets.length - most}` : shown;
}

/** Market ids as stored in the settings. Unknown ids are dropped. */
export function readMarketSet(ids: readonly string[]): readonly MarketPlace[] {
  return parseMarketInput(ids.join(',')).markets;
}

/** Adds a set to the front of the recent ones, without duplicates; at most `most`. */
export function rememberSet(
  recent: readonly (readonly string[])[],
  set: readonly string[],
  most = 8,
): readonly (readonly string[])[] {
  if (set.length < 2) return recent;
  const key = (ids: readonly string[]): string => [...ids].sort().join(',');
  return [set, ...recent.filter((other) => key(other) !== key(set))].slice(0, most);
}
