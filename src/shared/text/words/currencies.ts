/** Resolves the currency of a price. */
import { findCountry } from '../../geo/countries.ts';

/** Ambiguous currency signs, with their currencies (ISO 4217). */
const shared: Readonly<Record<string, ReadonlySet<string>>> = {
  $: new Set(
    (
      'USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP UYU DOP BBD BMD BND BSD BZD ' +
      'FJD GYD JMD KYD LRD NAD SBD SRD TTD XCD CVE TOP'
    ).split(' '),
  ),
  '¥': new Set(['JPY', 'CNY']),
  kr: new Set(['SEK', 'NOK', 'DKK', 'ISK']),
};

/**
 * The currency of a price in a market. If the sign is missing or shared by several currencies, the market's currency
 * is used where it fits, and marked `assumed`. Otherwise the sign is kept.
 * @param shown ISO 4217, or the sign, as returned by `parsePrice`; null if the price has none
 * @param country ISO 3166-1 alpha-2, upper case; "" if the question had no target country
 */
export function currencyOf(
  shown: string | null,
  country: string,
): { readonly currency: string | null; readonly assumed: boolean } {
  const own = findCountry(country)?.currency || null;
  if (own === null) return { currency: shown, assumed: false };
  if (shown === null) return { currency: own, assumed: true };
  return shared[shown]?.has(own) === true
    ? { currency: own, assumed: true }
    : { currency: shown, assumed: false };
}
