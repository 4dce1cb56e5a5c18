import { continentNames, continents, countries } from './countries.ts';
import { countryCodes } from './countryCodes.ts';

export type MarketPreset = {
  readonly id: string;
  readonly name: string;
  /** Other spellings that market input understands. */
  readonly aliases: readonly string[];
  readonly countries: readonly string[];
};

function preset(id: string, name: string, codes: string, ...aliases: readonly string[]): MarketPreset {
  return { id, name, aliases, countries: codes.split(' ') };
}

const europeanUnion = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK';

/** Named groups of countries, the short and common ones first. */
export const marketPresets: readonly MarketPreset[] = [
  preset('g7', 'G7', 'US CA GB FR DE IT JP'),
  preset('eu-5', 'EU-5', 'DE FR GB IT ES', 'eu5', 'big five'),
  preset('dach', 'DACH', 'DE AT CH'),
  preset('benelux', 'Benelux', 'BE NL LU'),
  preset('nordics', 'Nordics', 'DK FI IS NO SE', 'nordic', 'nordic countries'),
  preset('scandinavia', 'Scandinavia', 'DK NO SE'),
  preset('baltics', 'Baltics', 'EE LV LT', 'baltic', 'baltic states'),
  preset(
    'cee',
    'Central and Eastern Europe',
    'BG CZ EE HR HU LT LV PL RO SI SK',
    'central europe',
    'eastern europe',
  ),
  preset('eu', 'European Union', europeanUnion, 'eu-27', 'eu27'),
  preset(
    'eurozone',
    'Euro area',
    'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
    'euro area',
  ),
  preset('eea', 'European Economic Area', `${europeanUnion} IS LI NO`),
  preset('g20', 'G20', 'AR AU BR CA CN DE FR GB ID IN IT JP KR MX RU SA TR US ZA'),
  preset('brics', 'BRICS', 'BR RU IN CN ZA'),
  preset('brics-plus', 'BRICS+', 'BR RU IN CN ZA EG ET ID IR AE', 'brics+'),
  preset('north-american-trade', 'USMCA', 'US CA MX', 'nafta'),
  preset('latam', 'Latin America', 'AR BO BR CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV UY VE', 'lat am'),
  preset(
    'mena',
    'Middle East and North Africa',
    'AE BH DZ EG IL IQ IR JO KW LB LY MA OM PS QA SA SY TN YE',
    'middle east',
  ),
  preset('gcc', 'Gulf states', 'AE BH KW OM QA SA', 'gulf', 'gulf states'),
  preset(
    'apac',
    'Asia-Pacific',
    'AU BD CN HK ID IN JP KH KR LK MM MY NP NZ PH PK SG TH TW VN',
    'asia pacific',
  ),
  preset('asean', 'ASEAN', 'BN ID KH LA MM MY PH SG TH TL VN', 'southeast asia', 'south east asia'),
  preset('east-asia', 'East Asia', 'CN HK JP KR MO TW'),
  preset('south-asia', 'South Asia', 'AF BD BT IN LK MV NP PK'),
  preset('english', 'English-speaking', 'US GB CA AU NZ IE ZA SG', 'english speaking', 'anglosphere'),
  preset('german', 'German-speaking', 'DE AT CH LI LU', 'german speaking'),
  preset('french', 'French-speaking', 'FR BE CA CH LU MC', 'french speaking'),
  preset('spanish', 'Spanish-speaking', 'ES MX AR CO CL PE EC VE UY PY BO GT CR PA DO', 'spanish speaking'),
  preset('portuguese', 'Portuguese-speaking', 'BR PT AO MZ CV', 'portuguese speaking'),
  preset('arabic', 'Arabic-speaking', 'SA AE EG MA DZ TN JO LB KW QA BH OM IQ', 'arabic speaking'),
  ...continents
    .filter((continent) => continent !== 'antarctica')
    .map((continent) => ({
      id: continent,
      name: continentNames[continent],
      aliases: [continent.replace('-', ' ')],
      countries: countries
        .filter((country) => country.continent === continent)
        .map((country) => country.code),
    })),
  {
    id: 'americas',
    name: 'The Americas',
    aliases: ['america continent', 'the americas'],
    countries: countries
      .filter((country) => country.continent.endsWith('america'))
      .map((country) => country.code),
  },
  {
    id: 'all',
    name: 'All countries',
    aliases: ['all countries', 'world', 'worldwide', 'everywhere', 'global', '*'],
    countries: countryCodes,
  },
];

export function findPreset(id: string): MarketPreset | undefined {
  return marketPresets.find((candidate) => candidate.id === id);
}
