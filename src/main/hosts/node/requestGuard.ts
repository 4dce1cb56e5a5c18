import type { IncomingHttpHeaders } from 'node:http';
import type { Session } from './launchKeys.ts';

export type Refusal = { readonly status: number; readonly message: string };

/**
 * Rejects requests for another host name: a foreign name that resolves to 127.0.0.1 would let a web page read
 * responses (DNS rebinding).
 *
 * @param authority `127.0.0.1:<port>`.
 */
export function checkHost(headers: IncomingHttpHeaders, authority: string): Refusal | null {
  if (headers.host === authority) return null;
  return { status: 421, message: `Parallax is available at http://${authority}/ only.` };
}

/** The cookie's name contains the port: otherwise one host's cookie would replace that of another. */
export const cookieName = (authority: string): string => `parallax-${authority.split(':')[1]}`;

/** Rejects bridge calls from another page or without a session of this start. */
export function checkCaller(
  headers: IncomingHttpHeaders,
  authority: string,
  isSession: (session: Session) => boolean,
): Refusal | null {
  const foreign = checkOrigin(headers, authority);
  if (foreign) return foreign;
  const key = /^Bearer ([\w-]+)$/.exec(headers.authorization ?? '')?.[1];
  const [, cookie] =
    headers.cookie
      ?.split(';')
      .map((pair) => pair.trim().split('='))
      .find(([name]) => name === cookieName(authority)) ?? [];
  if (key !== undefined && cookie !== undefined && isSession({ cookie, key })) return null;
  return {
    status: 401,
    message:
      'This window does not belong to the running Parallax. Open the newest link printed in the terminal.',
  };
}

/**
 * Rejects requests from another origin. Same-origin reads have no Origin header, but browsers send
 * Sec-Fetch-Site.
 */
export function checkOrigin(headers: IncomingHttpHeaders, authority: string): Refusal | null {
  const origin = headers.origin;
  const site = headers['sec-fetch-site'];
  const own =
    origin === `http://${authority}` || (origin === undefined && (site ?? 'same-origin') === 'same-origin');
  return own ? null : { status: 403, message: 'Only the Parallax window can use this address.' };
}
