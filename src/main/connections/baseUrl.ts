import { AppError } from '#shared/model/appError.ts';
import { isThisMachine } from '../client/undiciFetch.ts';

/**
 * The address of a deployment in its normal form: without a trailing slash, and without the `/v1` people copy
 * along. @throws AppError INVALID_INPUT naming `baseUrl`
 */
export function normaliseBaseUrl(text: string): string {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw invalid('The address must be complete, such as https://api.example.com.');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('The address must not hold a name or password: enter the key in its own field.');
  }
  if (url.search !== '' || url.hash !== '') throw invalid('The address must end before "?" or "#".');
  if (url.protocol === 'http:' && !isThisMachine(url.href) && !isPrivateHost(url.hostname)) {
    throw invalid('The address must start with https://, because the key would travel readable over http.');
  }
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
}

/** A host of the own network: `parallax serve` for a team speaks plain http there. */
function isPrivateHost(host: string): boolean {
  return (
    /^10\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^169\.254\./.test(host) ||
    /^\[f[cd]|^\[fe80/i.test(host) ||
    /\.(local|lan|internal|home\.arpa)$/i.test(host) ||
    !/[.:]/.test(host)
  );
}

function invalid(message: string): AppError {
  return new AppError('INVALID_INPUT', message, { fields: [{ field: 'baseUrl', message }] });
}
