/** Everyday names that `Intl.DisplayNames` does not give, in the spelling of `foldName`. */
export const countryAliases: Readonly<Record<string, string>> = {
  usa: 'US',
  'u s a': 'US',
  'u s': 'US',
  america: 'US',
  'united states of america': 'US',
  'the united states': 'US',
  amerika: 'US',
  uk: 'GB',
  'u k': 'GB',
  'great britain': 'GB',
  britain: 'GB',
  england: 'GB',
  grossbritannien: 'GB',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  turkey: 'TR',
  'ivory coast': 'CI',
  'south korea': 'KR',
  korea: 'KR',
  'republic of korea': 'KR',
  'north korea': 'KP',
  'russian federation': 'RU',
  burma: 'MM',
  myanmar: 'MM',
  macau: 'MO',
  macao: 'MO',
  'hong kong': 'HK',
  hongkong: 'HK',
  palestine: 'PS',
  uae: 'AE',
  emirates: 'AE',
  'cape verde': 'CV',
  swaziland: 'SZ',
  macedonia: 'MK',
  vatican: 'VA',
  congo: 'CG',
  'dr congo': 'CD',
  drc: 'CD',
  'east timor': 'TL',
  bosnia: 'BA',
  'south africa': 'ZA',
  ksa: 'SA',
  ireland: 'IE',
  eire: 'IE',
  moldova: 'MD',
  'viet nam': 'VN',
  syria: 'SY',
  laos: 'LA',
  iran: 'IR',
  tanzania: 'TZ',
  micronesia: 'FM',
  reunion: 'RE',
  curacao: 'CW',
  weissrussland: 'BY',
};

/**
 * Folds a name for look-up: lower case, no accents, "&" and "and" alike, punctuation as blanks.
 * Letters of every script are kept.
 */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}\p{M}*+]+/gu, ' ')
    .trim();
}
