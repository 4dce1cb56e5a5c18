import type { MarketPlace } from '../countryHints.ts';
import type { ProviderSession } from '../driverFrame.ts';
import { numberAt, textAt } from '../jsonFields.ts';
import { type FailedOutcome, fatal } from '../providerErrors.ts';
import type { DataForSeoClient } from './client.ts';
import { service } from './taskAnswer.ts';

export type Location = { readonly code: number; readonly name: string };

export type Place = { readonly kind: 'place'; readonly location: Location | undefined } | FailedOutcome;

/** A country by number; a city or region from DataForSEO's own list, which is free to read. */
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

/**
 * ISO 3166-1 numbers by code. DataForSEO, like Google, adds 2000 to a country's number: Germany, 276, is 2276.
 * Kosovo has no number.
 */
const rows = `
AD20 AE784 AF4 AG28 AI660 AL8 AM51 AO24 AQ10 AR32 AS16 AT40 AU36 AW533 AX248 AZ31 BA70 BB52 BD50 BE56
BF854 BG100 BH48 BI108 BJ204 BL652 BM60 BN96 BO68 BQ535 BR76 BS44 BT64 BV74 BW72 BY112 BZ84 CA124 CC166
CD180 CF140 CG178 CH756 CI384 CK184 CL152 CM120 CN156 CO170 CR188 CU192 CV132 CW531 CX162 CY196 CZ203
DE276 DJ262 DK208 DM212 DO214 DZ12 EC218 EE233 EG818 EH732 ER232 ES724 ET231 FI246 FJ242 FK238 FM583
FO234 FR250 GA266 GB826 GD308 GE268 GF254 GG831 GH288 GI292 GL304 GM270 GN324 GP312 GQ226 GR300 GS239
GT320 GU316 GW624 GY328 HK344 HM334 HN340 HR191 HT332 HU348 ID360 IE372 IL376 IM833 IN356 IO86 IQ368
IR364 IS352 IT380 JE832 JM388 JO400 JP392 KE404 KG417 KH116 KI296 KM174 KN659 KP408 KR410 KW414 KY136
KZ398 LA418 LB422 LC662 LI438 LK144 LR430 LS426 LT440 LU442 LV428 LY434 MA504 MC492 MD498 ME499 MF663
MG450 MH584 MK807 ML466 MM104 MN496 MO446 MP580 MQ474 MR478 MS500 MT470 MU480 MV462 MW454 MX484 MY458
MZ508 NA516 NC540 NE562 NF574 NG566 NI558 NL528 NO578 NP524 NR520 NU570 NZ554 OM512 PA591 PE604 PF258
PG598 PH608 PK586 PL616 PM666 PN612 PR630 PS275 PT620 PW585 PY600 QA634 RE638 RO642 RS688 RU643 RW646
SA682 SB90 SC690 SD729 SE752 SG702 SH654 SI705 SJ744 SK703 SL694 SM674 SN686 SO706 SR740 SS728 ST678
SV222 SX534 SY760 SZ748 TC796 TD148 TF260 TG768 TH764 TJ762 TK772 TL626 TM795 TN788 TO776 TR792 TT780
TV798 TW158 TZ834 UA804 UG800 UM581 US840 UY858 UZ860 VA336 VC670 VE862 VG92 VI850 VN704 VU548 WF876
WS882 YE887 YT175 ZA710 ZM894 ZW716
`;

const numbers: ReadonlyMap<string, number> = new Map(
  rows
    .trim()
    .split(/\s+/)
    .map((row) => [row.slice(0, 2), Number(row.slice(2))]),
);

/** The code of a whole country in DataForSEO's list; undefined where it has none. */
function countryCode(country: string): number | undefined {
  const number = numbers.get(country);
  return number === undefined ? undefined : 2_000 + number;
}
