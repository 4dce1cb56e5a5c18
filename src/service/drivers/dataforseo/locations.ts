import type { MarketPlace } from '../countryHints.ts';
import type { ProviderSession } from '../driverFrame.ts';
import { numberAt, textAt } from '../jsonFields.ts';
import { type FailedOutcome, fatal } from '../providerErrors.ts';
import type { DataForSeoClient } from './client.ts';
import { countryCode } from './countryNumbers.ts';
import { service } from './taskAnswer.ts';

export type Location = { readonly code: number; readonly name: string };

export type Place = { readonly kind: 'place'; readonly location: Location | undefined } | FailedOutcome;

/** A country by its number; a city or region from DataForSEO's own list, which costs nothing to read. */
export type Locations = (place: MarketPlace, session: ProviderSession) => Promise<Place>;

const nearestShown = 3;

export function createLocations(client: DataForSeoClient): Locations {
  const known = new Map<string, readonly Location[]>();

  const listOf = async (
    country: string,
    session: ProviderSession,
  ): Promise<{ readonly kind: 'locations'; readonly list: readonly Location[] } | FailedOutcome> => {
    const kept = known.get(country);
    if (kept !== undefined) return { kind: 'locations', list: kept };
    const read = await client.list(`serp/google/locations/${country.toLowerCase()}`, session);
    if (read.kind !== 'list') return read;
    const list = read.rows.flatMap((row) => {
      const [code, name] = [numberAt(row, 'location_code'), textAt(row, 'location_name')];
      const here = textAt(row, 'country_iso_code')?.toUpperCase() === country;
      if (code === undefined || name === undefined || !here) return [];
      return [{ code, name }];
    });
    known.set(country, list);
    return { kind: 'locations', list };
  };

  return async (place, session) => {
    const { country, countryName = '' } = place;
    if (country === undefined) return { kind: 'place', location: undefined };
    const code = countryCode(country);
    if (code === undefined) return fatal('country', `${service} has no location for ${countryName}.`);
    if (place.city === undefined && place.region === undefined) {
      return { kind: 'place', location: { code, name: countryName } };
    }
    const read = await listOf(country, session);
    if (read.kind !== 'locations') return read;
    const { list } = read;
    const whole = list.find((one) => one.code === code)?.name ?? countryName;
    const wanted = [place.city, place.region, whole].filter((part) => part !== undefined);
    const exact = list.find(({ name }) => folded(name) === folded(wanted.join(',')));
    const first =
      exact ?? list.find(({ name }) => folded(name.split(',')[0] ?? '') === folded(wanted[0] ?? ''));
    if (first !== undefined) return { kind: 'place', location: first };
    const near = nearest(list, wanted[0] ?? '').map(({ name }) => `"${name}"`);
    return fatal(
      'country',
      `${service} has no location "${wanted.join(',')}". The nearest it has: ${near.join(', ')}.`,
    );
  };
}

function nearest(list: readonly Location[], name: string): readonly Location[] {
  const likeness = new Map(list.map((one) => [one, sharedPairs(one.name.split(',')[0] ?? '', name)]));
  return [...list].sort((a, b) => (likeness.get(b) ?? 0) - (likeness.get(a) ?? 0)).slice(0, nearestShown);
}

/** Share of letter pairs two names have in common, 0 to 1 (Dice's coefficient). */
function sharedPairs(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)];
  if (a.size + b.size === 0) return 0;
  return (2 * [...a].filter((pair) => b.has(pair)).length) / (a.size + b.size);
}

function pairsOf(name: string): ReadonlySet<string> {
  const letters = folded(name);
  return new Set(
    Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)),
  );
}

function folded(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\s*,\s*/g, ',')
    .toLowerCase()
    .trim();
}
