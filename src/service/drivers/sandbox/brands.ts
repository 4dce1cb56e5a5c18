import { findCountry } from '#shared/geo/countries.ts';

/** Invented names. Global ones are met everywhere, regional ones in their own part of the world only. */
const globalBrands: readonly string[] = [
  'Veltrano',
  'Norbrikt',
  'Kestrelle',
  'Oakhelm',
  'Brivanto',
  'Lumaforge',
  'Sennaro',
  'Tarvik',
  'Quillon',
  'Maridex',
  'Orvanta',
  'Halewick',
];

const regionalBrands = {
  northAmerica: ['Cascadyne', 'Prairie & Pine', 'Brightlatch', 'Summitra', 'Oldharbor', 'Redmesa'],
  british: ['Thornbury Works', 'Pennywhistle', 'Ashdown & Vale', 'Larkmere', 'Copperfin', 'Dunmorrow'],
  germanic: ['Falkenried', 'Steinhöfer', 'Alpwerk', 'Brückner & Lenz', 'Rheinmark', 'Tannroth'],
  french: ['Clairvaux Frères', 'Belmontaine', 'Atelier Soriac', 'Montrevel', 'Lucérion', 'Vaugris'],
  benelux: ['Van Dalen', 'Grachtwerk', 'Noordkant', 'Meesterveld', 'Scheldeport', 'Zilverduin'],
  iberian: ['Almenara', 'Sierravento', 'Casa Toledín', 'Mirasole', 'Ribeiral', 'Puertazul'],
  italian: ['Bellacorte', 'Officine Sarti', 'Montefosco', 'Lidoria', 'Trevanzi', 'Calandrino'],
  nordic: ['Fjällmark', 'Nordhavn', 'Björkås', 'Isvik', 'Lundskog', 'Sølvstrand'],
  eastern: ['Wisłogród', 'Karpatia', 'Zelenka', 'Dunavia', 'Baltorix', 'Morawex'],
  russian: ['Severnik', 'Volgorin', 'Taigara', 'Uralex', 'Ladogin', 'Baykalit'],
  turkish: ['Anadolu Yıldız', 'Bozkır', 'Karadeniz Usta', 'Safranel', 'Kapadok', 'Marmarin'],
  arab: ['Al Nakheel', 'Sahra Line', 'Qamaria', 'Dar Al Reem', 'Zaytoun & Co', 'Barqan'],
  hebrew: ['Galim', 'Arava Works', 'Rimonit', 'Kinar', 'Tzafonit', 'Negevia'],
  latin: ['Pampero Sur', 'Cordillera Viva', 'Jacarandá', 'Tierra Clara', 'Quetzalia', 'Ipê Norte'],
  brazilian: ['Ipê Norte', 'Serra Dourada', 'Jacarandá', 'Mar de Minas', 'Cajueiro', 'Vento Sul'],
  japanese: ['Tsukimori', 'Hayasaka', 'Mizunagi', 'Kurotani', 'ひだまり工房', 'Asagiri'],
  korean: ['Hanbora', 'Seoraksan Lab', 'Miraedal', 'Garamwon', '달빛공방', 'Narae'],
  chinese: ['Yunhe', 'Qinglan', 'Baishan', '云禾', '青岚', 'Longxi'],
  taiwanese: ['Alishan Works', '山嵐', 'Formora', '青禾', 'Yushan', 'Tamsui Lab'],
  southAsian: ['Nilgiri', 'Suryakant', 'Himadri', 'Chandrika', 'Indravati', 'Malabar House'],
  southeastAsian: ['Chao Lay', 'Nusantara', 'Mekora', 'Lintang', 'Banyan & Bay', 'Siamora'],
  oceanian: ['Southern Tide', 'Kauri & Co', 'Wattlebird', 'Billabrook', 'Tasmara', 'Coralline'],
  african: ['Baobab Line', 'Savanna Works', 'Kilimora', 'Acacia & Sons', 'Zambeza', 'Karoo'],
} as const satisfies Record<string, readonly string[]>;
type BrandRegion = keyof typeof regionalBrands;

const regionByCountry: Readonly<Record<string, BrandRegion>> = {
  ...countriesIn('northAmerica', 'US CA PR GU VI UM AS MP BM'),
  ...countriesIn('british', 'GB IE IM JE GG GI MT FK SH'),
  ...countriesIn('germanic', 'DE AT CH LI'),
  ...countriesIn('french', 'FR MC PM BL MF GP MQ GF RE YT NC PF WF TF'),
  ...countriesIn('benelux', 'NL BE LU AW CW SX BQ SR'),
  ...countriesIn('iberian', 'ES PT AD'),
  ...countriesIn('italian', 'IT SM VA'),
  ...countriesIn('nordic', 'SE NO DK FI IS FO GL AX SJ BV'),
  ...countriesIn('russian', 'RU BY KZ KG TJ TM UZ AM AZ GE'),
  ...countriesIn('turkish', 'TR CY'),
  ...countriesIn('arab', 'SA AE EG MA DZ TN LY JO LB SY IQ KW QA BH OM YE PS SD MR DJ KM EH IR AF'),
  ...countriesIn('hebrew', 'IL'),
  ...countriesIn('brazilian', 'BR'),
  ...countriesIn('japanese', 'JP'),
  ...countriesIn('korean', 'KR KP'),
  ...countriesIn('chinese', 'CN MO HK'),
  ...countriesIn('taiwanese', 'TW'),
  ...countriesIn('southAsian', 'IN PK BD LK NP BT MV'),
  ...countriesIn('southeastAsian', 'TH VN ID MY SG PH KH LA MM BN TL MN'),
};

const regionByContinent: Readonly<Record<string, BrandRegion>> = {
  africa: 'african',
  antarctica: 'oceanian',
  asia: 'southeastAsian',
  europe: 'eastern',
  'north-america': 'latin',
  'south-america': 'latin',
  oceania: 'oceanian',
};

const untargeted: readonly string[] = [...globalBrands, ...regionalBrands.northAmerica.slice(0, 3)];
const pools = new Map<string, BrandPool>();

export type BrandPool = { readonly global: readonly string[]; readonly regional: readonly string[] };

/** The brands of a market; without a country the global ones lead. */
export function brandPool(country: string | undefined): BrandPool {
  if (country === undefined) return { global: globalBrands, regional: untargeted.slice(-3) };
  const held = pools.get(country);
  if (held !== undefined) return held;
  const region = regionByCountry[country] ?? regionByContinent[findCountry(country)?.continent ?? 'europe'];
  const pool = { global: globalBrands, regional: regionalBrands[region ?? 'eastern'] };
  pools.set(country, pool);
  return pool;
}

/** Host-name form of a brand: "Prairie & Pine" gives "prairie-pine"; other scripts get a stem of their own. */
export function brandHost(brand: string): string {
  const known = hosts.get(brand);
  if (known !== undefined) return known;
  const ascii = brand
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .replaceAll(/-+/g, '-');
  const host = ascii === '' ? (romanised[brand] ?? 'brand') : ascii;
  hosts.set(brand, host);
  return host;
}

const hosts = new Map<string, string>();
const romanised: Readonly<Record<string, string>> = {
  ひだまり工房: 'hidamari-kobo',
  달빛공방: 'dalbit-gongbang',
  云禾: 'yunhe-jia',
  青岚: 'qinglan-ji',
  山嵐: 'shanlan',
  青禾: 'qinghe',
};

function countriesIn(region: BrandRegion, codes: string): Readonly<Record<string, BrandRegion>> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, region]));
}
