import type { IncomingHttpHeaders } from 'node:http';

export type Refusal = { readonly status: number; readonly message: string };

/**
 * Refuses what did not ask for this server by its own name: a foreign name that resolves to 127.0.0.1 would let a
 * web page read the answers (DNS rebinding).
 *
 * @param authority `127.0.0.1:<port>`.
 */
export function checkHost(headers: IncomingHttpHeaders, authority: string): Refusal | null {
  if (headers.host === authority) return null;
  return { status: 421, message: `This address is served at http://${authority}/ only.` };
}

/** Refuses bridge calls that come from another page or without this launch's token. */
export function checkCaller(
  headers: IncomingHttpHeaders,
  authority: string,
  isToken: (text: string) => boolean,
): Refusal | null {
  const foreign = checkOrigin(headers, authority);
  if (foreign) return foreign;
  const token = /^Bearer ([\w-]+)$/.exec(headers.authorization ?? '')?.[1];
  if (token !== undefined && isToken(token)) return null;
  return {
    status: 401,
    message:
      'This window was not opened by the running Parallax. Open it by the link printed in the terminal.',
  };
}

/** Refuses what another origin sends. Reads of the same origin carry no Origin, but browsers name their site. */
export function checkOrigin(headers: IncomingHttpHeaders, authority: string): Refusal | null {
  const origin = headers.origin;
  const site = headers['sec-fetch-site'];
  const own =
    origin === `http://${authority}` || (origin === undefined && (site ?? 'same-origin') === 'same-origin');
  return own ? null : { status: 403, message: 'Only the Parallax window may use this address.' };
}
