import { isThisMachine } from '#platform/http/publicAddress.ts';
import { type AppError, invalidInput } from '#shared/model/appError.ts';

/**
 * Normalizes the URL of a deployment: without trailing slash, and without the `/v1` that users often copy.
 * @throws AppError INVALID_INPUT naming `baseUrl`
 */
export function normalizeBaseUrl(text: string): string {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw invalid('The address must be complete, such as https://api.example.com.');
  if (url.username !== '' || url.password !== '')
    throw invalid('The address must not contain a user name or password. Enter the key in its own field.');
  if (url.search !== '' || url.hash !== '') throw invalid('The address must not contain "?" or "#".');
  if (url.protocol === 'http:' && !isThisMachine(url))
    throw invalid(
      'The address must start with https://. Over http the key would be sent unencrypted; http is for this computer only, such as http://127.0.0.1:8080.',
    );
  return (
    url.origin +
    url.pathname
      .replace(/\/+$/, '')
      .replace(/\/+v1$/, '')
      .replace(/\/+$/, '')
  );
}

function invalid(message: string): AppError {
  return invalidInput('baseUrl', message);
}
