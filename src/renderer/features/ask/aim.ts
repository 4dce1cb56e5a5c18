import type { MarketPlace } from '#shared/geo/marketInput.ts';
import type { Engine } from '#shared/interface/engines.ts';
import type { Market } from '#shared/model/market.ts';

/** Settings of the search engines besides the country. Assistants do not use them. */
export type Aim = {
  readonly device: NonNullable<Market['device']> | null;
  /** Language tag; empty for the main language of each country. */
  readonly language: string;
  /** `City,Region,Country`; empty for the whole country. */
  readonly location: string;
  /** Number of result pages. */
  readonly pages: number;
  /** Also asks once without a country. */
  readonly untargeted: boolean;
};

export const plainAim: Aim = { device: null, language: '', location: '', pages: 1, untargeted: false };

export type AimFields = {
  readonly devices: readonly NonNullable<Market['device']>[];
  readonly language: boolean;
  readonly location: boolean;
  readonly pages: boolean;
  readonly untargeted: boolean;
};

const none: AimFields = { devices: [], language: false, location: false, pages: false, untargeted: false };

const fieldsByEngine: Readonly<Partial<Record<Engine, AimFields>>> = {
  search: {
    devices: ['desktop', 'android', 'ios'],
    language: true,
    location: true,
    pages: true,
    untargeted: false,
  },
  'search/news': {
    devices: ['desktop', 'android', 'ios'],
    language: true,
    location: false,
    pages: true,
    untargeted: true,
  },
  'search-ai': {
    devices: ['desktop', 'mobile'],
    language: true,
    location: true,
    pages: false,
    untargeted: true,
  },
};

/** Settings that an engine supports. */
export function aimFields(engine: Engine): AimFields {
  return fieldsByEngine[engine] ?? none;
}

/** The markets with the settings that the engine supports, as sent. */
export function aimedMarkets(engine: Engine, places: readonly MarketPlace[], aim: Aim): Market[] {
  const fields = aimFields(engine);
  const rest = {
    ...(aim.device !== null && fields.devices.includes(aim.device) ? { device: aim.device } : {}),
    ...(fields.language && aim.language.trim() !== '' ? { language: aim.language.trim() } : {}),
  };
  const location = fields.location && aim.location.trim() !== '' ? { location: aim.location.trim() } : {};
  const markets: Market[] = places.map((place) => ({ ...place, ...rest, ...location }));
  return fields.untargeted && aim.untargeted ? [...markets, { country: null, ...rest }] : markets;
}

/** `Mobile · de · 3 pages`; `Desktop` for the default settings. */
export function aimSummary(engine: Engine, aim: Aim): string {
  const fields = aimFields(engine);
  const device = aim.device !== null && fields.devices.includes(aim.device) ? aim.device : 'desktop';
  return [
    deviceNames[device],
    fields.language ? aim.language.trim() : '',
    fields.location ? aim.location.trim() : '',
    fields.pages && aim.pages > 1 ? `${aim.pages} pages` : '',
    fields.untargeted && aim.untargeted ? '+ no country' : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

export const deviceNames: Readonly<Record<NonNullable<Market['device']>, string>> = {
  desktop: 'Desktop',
  mobile: 'Mobile',
  android: 'Android phone',
  ios: 'iPhone',
};
