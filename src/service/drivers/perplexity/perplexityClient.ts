import type Perplexity from '@perplexity-ai/perplexity_ai';
import { type MarketPlace, userLocation } from '../countryHints.ts';
import type { Fetch } from '../providerCall.ts';

/** Loaded on first use; its own retries are off. */
export async function perplexityClient(
  key: string | undefined,
  baseUrl: string,
  fetch: Fetch,
): Promise<Perplexity> {
  const { default: Client } = await import('@perplexity-ai/perplexity_ai');
  return new Client({
    apiKey: key ?? '',
    baseURL: baseUrl,
    maxRetries: 0,
    timeout: 24 * 60 * 60 * 1000,
    logLevel: 'off',
    fetch,
  });
}

/** Country, region and city, and the point of an encoded geo target. */
export function perplexityLocation(place: MarketPlace) {
  const { point } = place;
  return {
    ...userLocation(place),
    ...(point === undefined ? {} : { latitude: point.latitude, longitude: point.longitude }),
  };
}
