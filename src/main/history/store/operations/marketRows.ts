import type { Market } from '#shared/model/market.ts';

export type MarketRow = {
  readonly marketKey: string;
  readonly country: string | null;
  readonly usState: string | null;
  readonly marketLanguage: string | null;
  readonly location: string | null;
  readonly device: string | null;
};

/** Columns of `MarketRow`, for statements that join `markets m`. */
export const marketColumns =
  'm.key AS marketKey, m.country, m.state AS usState, m.language AS marketLanguage, m.location, m.device';

const devices = ['desktop', 'mobile', 'ios', 'android'] as const;

export function marketOf(row: Omit<MarketRow, 'marketKey'>): Market {
  const device = devices.find((name) => name === row.device);
  return {
    country: row.country,
    ...(row.usState === null ? {} : { state: row.usState }),
    ...(row.marketLanguage === null ? {} : { language: row.marketLanguage }),
    ...(row.location === null ? {} : { location: row.location }),
    device,
  };
}

/** The row with its market as one member. */
export function withMarket<Row extends MarketRow>(row: Row) {
  const { country, usState, marketLanguage, location, device, ...rest } = row;
  return { ...rest, market: marketOf({ country, usState, marketLanguage, location, device }) };
}
