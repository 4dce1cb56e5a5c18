/// <reference path="./punycode.d.ts" />
/**
 * The page that a URL leads to, as providers' answers are read: destination, host and parameters. `urls.ts` adds the
 * domain by the public suffix list and the variants of a page, which only figures need.
 */
import punycode from 'punycode.js';
import { isTracking } from './tracking.ts';
import { carriedDestination, isUnresolved, type PageParts } from './wrappers.ts';

/** Host and domain of a redirect whose destination is unknown. */
export const unknownSource = 'unknown source';

export type WebPage = PageParts & {
  /** The destination inside redirects, as written. */
  readonly url: URL;
  /** Whether it is a redirect with an unknown destination. */
  readonly unresolved: boolean;
};

/** The page behind an http(s) URL; null if the text is none. */
export function webPage(raw: string): WebPage | null {
  let url = webUrl(raw);
  for (let wrapped = 0; wrapped < maxWrapped; wrapped++) {
    const destination: URL | null = url === null ? null : webUrl(carriedDestination(url) ?? '');
    if (destination === null) break;
    url = destination;
  }
  if (url === null) return null;
  const host = inLetters(url.hostname.toLowerCase().replace(/\.$/, '')).replace(/^www\./, '');
  return {
    url,
    host,
    path: pathOf(url),
    parameters: kept(host, url),
    unresolved: isUnresolved(url),
  };
}

/** In one spelling of its escapes, without a sender that was appended as if there were parameters already. */
function pathOf({ pathname }: URL): string {
  const last = pathname.lastIndexOf('/') + 1;
  const path =
    `${pathname.slice(0, last)}${pathname.slice(last).replace(/&(?:amp;)?utm_.*$|;jsessionid=.*$/i, '')}`.replace(
      /(?<!\/)\/+$/,
      '',
    );
  return path.includes('%')
    ? path.replace(/%[0-9a-f]{2}/gi, (escaped) => {
        const sign = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
        return /[\w.~-]/.test(sign) ? sign : escaped.toUpperCase();
      })
    : path;
}

/** Redirects inside redirects that are followed. */
const maxWrapped = 4;

/** Host, port and path, and with parameters in a fixed order and a route (`#/x`, `#!x`). */
export function writtenPage({ host, path, parameters }: PageParts, url: URL) {
  const sorted = [...parameters].sort((one, two) => compare(one[0], two[0]) || compare(one[1], two[1]));
  const query =
    sorted.length === 0
      ? ''
      : `?${new URLSearchParams(sorted.map(([name, value]): [string, string] => [name, value]))}`;
  // A route with a query of its own that says only where the visitor came from.
  const hash = url.hash.replace(/:~:.*$/, '').replace(/\?utm_[^?]*$/, '');
  const withoutQuery = `${host}${url.port === '' ? '' : `:${url.port}`}${path}`;
  return { withoutQuery, normalized: withoutQuery + query + (/^#[!/]./.test(hash) ? hash : '') };
}

/** Equal for URLs of one page; variants for phones are others. The text itself if it is no URL. */
export function pageKey(raw: string): string {
  const page = webPage(raw);
  return page === null ? raw : writtenPage(page, page.url).normalized;
}

/** The host that people read beside a link: `unknownSource` for an unresolved redirect, empty for what is no URL. */
export function shownHost(raw: string): string {
  const page = webPage(raw);
  return page === null ? '' : page.unresolved ? unknownSource : page.host;
}

/** Host name in lower case without `www.`; null if the text is not a host name, such as a label or title. */
export function hostName(text: string | null | undefined): string | null {
  const bare = (text ?? '')
    .trim()
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  return /^(?=.{4,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u.test(
    bare,
  )
    ? bare
    : null;
}

/** `host:port/path` looks like a scheme, but no digits follow a real one. */
export function webUrl(raw: string): URL | null {
  const trimmed = raw.trim();
  if (trimmed === '') return null;
  const scheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(trimmed);
  const parsed = URL.parse(scheme ? trimmed : `https://${trimmed}`);
  return parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.hostname === '' ? null : parsed;
}

/** Parameters without tracking. A URL copied from a page may have `&amp;` for `&`. */
function kept(host: string, url: URL): readonly (readonly [string, string])[] {
  const all = url.search.includes('&amp;')
    ? new URLSearchParams(url.search.replaceAll('&amp;', '&'))
    : url.searchParams;
  return [...all].filter(([name, value]) => !isTracking(host, name, value));
}

/** An internationalized host as people read it. Labels that look like others stay in ASCII, as browsers show them. */
function inLetters(host: string): string {
  if (!host.includes('xn--')) return host;
  try {
    const labels = punycode.toUnicode(host).split('.');
    return host
      .split('.')
      .map((ascii, at) => (isReadable(labels[at] ?? '', labels.at(-1) ?? '') ? (labels[at] ?? ascii) : ascii))
      .join('.');
  } catch {
    return host;
  }
}

/** Letters of the Cyrillic alphabet that look like Latin ones: "аррӏе". */
const lookalikes = /^[асԁеһіјӏорԛѕуԝхъьг\d-]+$/;

function isReadable(label: string, topLevel: string): boolean {
  const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
  if (alphabets.filter((alphabet) => alphabet.test(label)).length > 1) return false;
  return !(lookalikes.test(label) && /\p{L}/u.test(label) && /^[a-z]/.test(topLevel));
}

function compare(one: string, two: string): number {
  return one < two ? -1 : one > two ? 1 : 0;
}
