import type { Market } from '#shared/model/market.ts';

export type MarketRow = {
  readonly market_key: string;
  readonly country: string | null;
  readonly us_state: string | null;
  readonly language: string | null;
  readonly location: string | null;
  readonly device: string | null;
};

/** Columns of `MarketRow`, for statements that join `markets m`. */
export const marketColumns =
  'm.key AS market_key, m.country, m.state AS us_state, m.language, m.location, m.device';

const devices = ['desktop', 'mobile', 'ios', 'android'] as const;

export function marketOf(row: MarketRow): Market {
  const device = devices.find((name) => name === row.device);
  return {
    country: row.country,
    ...(row.us_state === null ? {} : { state: row.us_state }),
    ...(row.language === null ? {} : { language: row.language }),
    ...(row.location === null ? {} : { location: row.location }),
    ...(device === undefined ? {} : { device }),
  };
}
