/** Rough units of a currency per US dollar: enough for believable prices, of no use for anything else. */
const perDollar: Readonly<Record<string, number>> = {
  USD: 1,
  EUR: 0.92,
  GBP: 0.78,
  CHF: 0.88,
  SEK: 10.4,
  NOK: 10.7,
  DKK: 6.9,
  ISK: 138,
  PLN: 3.95,
  CZK: 23,
  HUF: 360,
  RON: 4.6,
  RSD: 108,
  MKD: 57,
  BAM: 1.8,
  ALL: 92,
  MDL: 17.6,
  UAH: 41,
  RUB: 92,
  BYN: 3.3,
  GEL: 2.7,
  AMD: 390,
  AZN: 1.7,
  TRY: 41,
  ILS: 3.6,
  SAR: 3.75,
  AED: 3.67,
  QAR: 3.64,
  KWD: 0.31,
  BHD: 0.376,
  OMR: 0.385,
  JOD: 0.709,
  EGP: 49,
  MAD: 9.9,
  DZD: 134,
  TND: 3.1,
  IQD: 1310,
  INR: 84,
  PKR: 280,
  BDT: 120,
  LKR: 300,
  NPR: 134,
  JPY: 150,
  KRW: 1380,
  CNY: 7.2,
  TWD: 32,
  HKD: 7.8,
  MOP: 8,
  SGD: 1.34,
  MYR: 4.4,
  THB: 34,
  IDR: 16000,
  PHP: 58,
  VND: 25400,
  KZT: 490,
  UZS: 12700,
  AUD: 1.52,
  NZD: 1.68,
  CAD: 1.38,
  MXN: 19,
  BRL: 5.5,
  ARS: 1100,
  CLP: 950,
  COP: 4200,
  PEN: 3.75,
  UYU: 41,
  PYG: 7700,
  BOB: 6.9,
  CRC: 515,
  GTQ: 7.7,
  DOP: 60,
  ZAR: 18,
  NGN: 1550,
  KES: 129,
  GHS: 14,
  TZS: 2600,
  UGX: 3700,
  ETB: 125,
  XOF: 605,
  XAF: 605,
  MUR: 46,
  JMD: 158,
  TTD: 6.8,
};

export type Currency = {
  /** ISO 4217. */
  readonly code: string;
  /** As shown in the language, such as "$", "€" or "zł". */
  readonly symbol: string;
  /** Rounds a price in US dollars to a price one meets in shops. */
  readonly fromDollars: (dollars: number) => number;
  readonly format: (amount: number) => string;
};

const currencies = new Map<string, Currency>();

/** The currency of a market as a language writes it; US dollars where no rate is known. */
export function currencyOf(code: string, language: string): Currency {
  const key = `${code} ${language}`;
  const held = currencies.get(key);
  if (held !== undefined) return held;
  const rate = perDollar[code];
  const currency = rate === undefined ? currencyOf('USD', language) : makeCurrency(code, rate, language);
  currencies.set(key, currency);
  return currency;
}

function makeCurrency(code: string, rate: number, language: string): Currency {
  const options = {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
    numberingSystem: 'latn',
  } as const;
  const whole = new Intl.NumberFormat(language, { ...options, maximumFractionDigits: 0 });
  let exact: Intl.NumberFormat | undefined;
  const texts = new Map<number, string>();
  return {
    code,
    symbol: whole.formatToParts(1).find((part) => part.type === 'currency')?.value ?? code,
    fromDollars: (dollars) => shopPrice(dollars * rate),
    format: (amount) => {
      const known = texts.get(amount);
      if (known !== undefined) return known;
      if (!Number.isInteger(amount)) exact ??= new Intl.NumberFormat(language, options);
      const text = (Number.isInteger(amount) ? whole : (exact ?? whole)).format(amount);
      if (texts.size > 5_000) texts.clear();
      texts.set(amount, text);
      return text;
    },
  };
}

/** 8.34 stays 8.49, 87 becomes 89, 1,183 becomes 1,190 and 164,322 becomes 164,900. */
function shopPrice(amount: number): number {
  if (amount < 20) return Math.floor(amount) + 0.49;
  if (amount < 100) return Math.max(19, Math.round(amount / 5) * 5 - 1);
  if (amount < 1_000) return Math.round(amount / 10) * 10 - 1;
  const step = 10 ** (Math.floor(Math.log10(amount)) - 2);
  return Math.round(amount / step) * step;
}
