import { findCountry } from '#shared/geo/countries.ts';

/** Main cities as they are written at home, where that differs from the name of the time zone. */
const atHome: Readonly<Record<string, string>> = {
  AT: 'Wien',
  CH: 'Zürich',
  IT: 'Roma',
  PL: 'Warszawa',
  PT: 'Lisboa',
  DK: 'København',
  BE: 'Brussel',
  LU: 'Luxembourg',
  JP: '東京',
  KR: '서울',
  CN: '上海',
  TW: '台北',
  HK: '香港',
  TH: 'กรุงเทพฯ',
  IL: 'תל אביב',
  SA: 'الرياض',
  AE: 'دبي',
  EG: 'القاهرة',
  MA: 'الدار البيضاء',
  DZ: 'الجزائر',
  TN: 'تونس',
  JO: 'عمّان',
  LB: 'بيروت',
  IQ: 'بغداد',
  KW: 'الكويت',
  QA: 'الدوحة',
  BH: 'المنامة',
  OM: 'مسقط',
  TR: 'İstanbul',
  BR: 'São Paulo',
  MX: 'Ciudad de México',
  DE: 'Berlin',
  IN: 'Mumbai',
  RU: 'Москва',
  US: 'New York',
  CA: 'Toronto',
  ZA: 'Johannesburg',
  RO: 'București',
  CZ: 'Praha',
  GR: 'Αθήνα',
  VN: 'TP. Hồ Chí Minh',
};

/** The city a market's places are in. */
export function mainCity(country: string): string {
  const zone = findCountry(country)?.timeZone.split('/').at(-1) ?? country;
  return atHome[country] ?? zone.replaceAll('_', ' ');
}
