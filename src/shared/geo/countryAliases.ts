/** Everyday names that `Intl.DisplayNames` does not give, in the spelling of `foldName`. */
export const countryAliases: Readonly<Record<string, string>> = Object.fromEntries(
  `
  US: usa, u s a, u s, america, united states of america, the united states, amerika;
  GB: uk, u k, great britain, britain, england, grossbritannien; NL: holland, the netherlands;
  CZ: czech republic; TR: turkey; CI: ivory coast; KR: south korea, korea, republic of korea; KP: north korea;
  RU: russian federation; MM: burma, myanmar; MO: macau, macao; HK: hong kong, hongkong; PS: palestine;
  AE: uae, emirates; CV: cape verde; SZ: swaziland; MK: macedonia; VA: vatican; CG: congo; CD: dr congo, drc;
  TL: east timor; BA: bosnia; ZA: south africa; SA: ksa; IE: ireland, eire; MD: moldova; VN: viet nam;
  SY: syria; LA: laos; IR: iran; TZ: tanzania; FM: micronesia; RE: reunion; CW: curacao; BY: weissrussland
  `
    .split(';')
    .flatMap((row) => {
      const [code = '', names = ''] = row.trim().split(': ');
      return names.split(', ').map((name) => [name, code] as const);
    }),
);

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
