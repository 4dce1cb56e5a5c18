import type { CustomScheme } from 'electron';
import { pageHeaders } from '../common/pagePolicy.ts';
import { readWindowFile } from '../common/windowFiles.ts';

const scheme = 'app';
const host = 'parallax';

/** The window's origin; there is no other page in the program. */
export const windowOrigin = `${scheme}://${host}`;
export const windowAddress = `${windowOrigin}/index.html`;

/** A custom scheme, so that the page has an origin and module scripts load; `file:` provides neither. */
export const windowScheme: CustomScheme = {
  scheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};

/**
 * True for URLs of the window's origin. Compared by parts, because some parsers give custom schemes the origin
 * `null`.
 */
export function isWindowAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === `${scheme}:` && url.host === host && url.username === '' && url.password === '';
}

/** Serves a request of the window with a file of `folder` and the headers of every page. */
export async function answerWindowRequest(
  folder: string,
  request: { readonly method: string; readonly url: string },
): Promise<Response> {
  if (!isWindowAddress(request.url)) return new Response('Page not found.', { status: 404 });
  if (request.method !== 'GET') return new Response('The window accepts GET only.', { status: 405 });
  const file = await readWindowFile(folder, new URL(request.url).pathname);
  if (file === null) return new Response('File not found.', { status: 404, headers: { ...pageHeaders } });
  return new Response(file.body, {
    headers: { ...pageHeaders, 'Content-Type': file.contentType, 'Cache-Control': file.caching },
  });
}
