/**
 * Addresses as brands list them: a host with its subdomains, or the part of a host below a path (`music.apple.com`,
 * `nba.com/kings`). A page belongs to the most specific listed address that contains it, otherwise to its registrable
 * domain. Nothing is widened: `acme.github.io` is not `github.io`.
 */
import { getPublicSuffix } from 'tldts';
import { registrableDomain, type UrlIdentity, urlIdentity } from './urls.ts';

/** The site of a page: a listed address, or its registrable domain. */
export type SiteOf = (page: Pick<UrlIdentity, 'host' | 'domain' | 'normalized'>) => string;

/** Why a text is no address. */
export type AddressProblem = 'invalid' | 'parameters';

/**
 * The address that a text stands for (`https://www.NBA.com/kings/` -> `nba.com/kings`), in letters. `invalid` for a
 * single word, a public suffix such as `co.uk`, an IP address or a short link; `parameters` where only a parameter says
 * which page it is.
 */
export function readSiteAddress(text: string): { readonly address: string } | AddressProblem {
  const trimmed = withoutEnd(text.trim().replace(searchSigns, '').replace(anyHost, '$1'));
  const isMail = /^(?:[a-z]+:\/\/)?[^/]*@/i.test(trimmed);
  const page = trimmed === '' || /\s/.test(trimmed) || isMail ? null : urlIdentity(trimmed);
  if (page === null || !isSiteHost(page.host)) return 'invalid';
  if (page.normalized !== page.withoutQuery) return 'parameters';
  return {
    address: `${page.host}${readable(page.path.replace(/\/index\.(?:html?|php)$/i, '')).replace(/\/{2,}/g, '/')}`,
  };
}

/** As search engines write a site (`site:`, `sc-domain:`), and signs for "any" (`*.acme.com/*`). */
const searchSigns = /^(?:site|sc-domain):/i;
const anyHost = /^((?:https?:)?\/\/)?\*?\.(?=[^.])/i;

/** Without the commas of a list, and `/*` for "any page". A pattern for any number of them would be slow in a long text. */
function withoutEnd(text: string): string {
  let end = text.length;
  for (;;) {
    const before = text.charAt(end - 1);
    if (before === ',' || before === ';') end -= 1;
    else if (before === '*') {
      let star = end;
      while (text.charAt(star - 1) === '*') star -= 1;
      if (text.charAt(star - 1) !== '/') return text.slice(0, end);
      end = star - 1;
    } else return text.slice(0, end);
  }
}

/** The address that a text stands for; null if it is none. */
export function siteAddress(text: string): string | null {
  const read = readSiteAddress(text);
  return typeof read === 'string' ? null : read.address;
}

/** Equal for texts that stand for the same address. */
export const siteKey = (text: string): string => (siteAddress(text) ?? text.trim()).toLowerCase();

function isSiteHost(host: string): boolean {
  const labels = host.split('.');
  return (
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}_])?$/u.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '') &&
    getPublicSuffix(host) !== host
  );
}

function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Assigns pages to the listed addresses. With none listed, every page belongs to its registrable domain. */
export function sitesOf(listed: Iterable<string>): SiteOf {
  const byHost = new Map<string, { readonly path: string; readonly address: string }[]>();
  for (const address of new Set(listed)) {
    const key = siteKey(address);
    const slash = key.indexOf('/');
    const host = slash === -1 ? key : key.slice(0, slash);
    const path = slash === -1 ? '' : key.slice(slash);
    byHost.set(host, [...(byHost.get(host) ?? []), { path, address: key }]);
  }
  for (const paths of byHost.values()) paths.sort((one, two) => two.path.length - one.path.length);
  return (page) => {
    const { host, domain } = page;
    for (let rest = host; rest !== ''; rest = rest.slice(rest.indexOf('.') + 1 || rest.length)) {
      const found = byHost.get(rest)?.find(({ path }) => path === '' || isBelow(pathOf(page), path));
      if (found !== undefined) return found.address;
    }
    return domain;
  };
}

/** Folded. The path of a redirect whose destination is known by its host only says nothing. */
function pathOf({ host, normalized }: Parameters<SiteOf>[0]): string {
  if (!normalized.startsWith(host)) return '';
  const path = normalized
    .slice(host.length)
    .replace(/[?#].*$/s, '')
    .replace(/^:\d+/, '');
  return readable(path).toLowerCase();
}

const isBelow = (path: string, start: string): boolean =>
  path.startsWith(start) && (path.length === start.length || path[start.length] === '/');

/** Whether the site of every page is its registrable domain, whatever else is listed. */
export function isWholeDomain(address: string): boolean {
  const key = siteKey(address);
  return registrableDomain(key) === key && getPublicSuffix(key, { allowPrivateDomains: true }) !== key;
}

/**
 * Whether a text names everything on a host where strangers have pages (`github.io`, `amazon.com`, `youtube.com`), and
 * where each of them has its part; null if it does not.
 */
export function sharedAddress(text: string): 'subdomain' | 'path' | null {
  const [host = '', ...path] = siteAddress(text)?.toLowerCase().split('/') ?? [];
  // A folder that every page of the kind is in, such as `linkedin.com/company`.
  if (path.length > 1 || (path.length === 1 && !sharedFolder.test(path[0] ?? ''))) return null;
  if (host === '') return null;
  if (getPublicSuffix(host, { allowPrivateDomains: true }) === host) return 'subdomain';
  return sharedHosts.has(host) || sharedInEveryCountry.test(host) ? 'path' : null;
}

const sharedFolder =
  /^(?:@|app|apps|c|channel|company|details|dp|gp|groups|in|item|itm|p|pages|product|products|profile|r|s|school|search|shop|shorts|showcase|sites|store|stores|t|tag|u|user|users|watch|wiki|[a-z]{2}|[a-z]{2}[-_][a-z]{2})$/;

const sharedInEveryCountry =
  /^(?:(?:www|m|smile|apps|sites|maps|play|docs)\.)?(?:aliexpress|amazon|blogspot|booking|ebay|etsy|expedia|glassdoor|google|indeed|mercadolibre|mercadolivre|pinterest|rakuten|shopee|lazada|tripadvisor|trustpilot|walmart|yahoo|yandex|yelp|zalando)\.(?:co\.|com\.)?[a-z]{2,3}$/;

const sharedHosts: ReadonlySet<string> = new Set(
  (
    'about.me academia.edu apps.apple.com archive.org bandcamp.com behance.net bilibili.com bitbucket.org bsky.app capterra.com ' +
    'chromewebstore.google.com crates.io dailymotion.com deviantart.com dev.to discord.com discord.gg disqus.com ' +
    'douyin.com dribbble.com facebook.com fandom.com fb.com fiverr.com flickr.com flipkart.com g2.com getapp.com gitbook.io github.com ' +
    'gitlab.com goodreads.com gumroad.com hashnode.com huggingface.co hub.docker.com imdb.com instagram.com issuu.com jd.com kickstarter.com ' +
    'last.fm line.me linkedin.com linktr.ee mastodon.social medium.com naver.com note.com notion.site notion.so npmjs.com ' +
    'odysee.com open.spotify.com patreon.com play.google.com podcasts.apple.com producthunt.com pypi.org quora.com reddit.com researchgate.net ' +
    'rumble.com scribd.com sites.google.com slideshare.net snapchat.com softonic.com soundcloud.com sourceforge.net spotify.com ' +
    'stackexchange.com stackoverflow.com steamcommunity.com store.steampowered.com substack.com t.me taobao.com telegram.me temu.com threads.net ' +
    'threads.com tiktok.com tistory.com tmall.com tumblr.com twitch.tv twitter.com udemy.com upwork.com vimeo.com vk.com wattpad.com weebly.com ' +
    'weibo.com wikia.com wikidata.org wikimedia.org wikipedia.org wix.com wordpress.com x.com xiaohongshu.com youtube.com zhihu.com'
  ).split(' '),
);
