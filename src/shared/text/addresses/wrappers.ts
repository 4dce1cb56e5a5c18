/**
 * The page that a URL leads to: the destination inside a redirect or a cached copy, and one form of pages that have
 * several (AMP, mobile, short links of videos). Nothing is requested.
 */

export type PageParts = {
  /** In letters, without `www.`. */
  readonly host: string;
  readonly path: string;
  /** Without tracking. */
  readonly parameters: readonly (readonly [string, string])[];
};

/** Paths of redirect pages of any host, and the parameters that contain the destination. */
const leadsOn =
  /\/(?:url|goto|go|out|offsite|l|l\.php|rd|cr|link|jump|jumplink|external|redirector|redir(?:ect)?|leaving|exit|away(?:\.php)?|safelink)\/?$/i;
const carriers = [
  'imgrefurl',
  'url',
  'q',
  'u',
  'to',
  'uddg',
  'dest',
  'destination',
  'target',
  'redirect_url',
  'continue',
  'z',
  'ued',
  'murl',
  'mpre',
  'urllink',
  'wgtarget',
  'adurl',
  'st.rfn',
  'st.link',
  'link',
  'r',
];

/** Hosts whose every page is a redirect or a copy, whatever its path. */
const wrappingHosts =
  /^(?:out\.reddit\.com|l[m]?\.(?:facebook|instagram|messenger|threads)\.com|l\.threads\.net|t\.umblr\.com|slack-redir\.net|search\.app|(?:.+\.)?safelinks\.protection\.outlook\.com|translate\.google\.[a-z.]+|steamcommunity\.com\/linkfilter|www\.youtube\.com\/redirect|www\.linkedin\.com\/(?:redir|safety)\/.*|(?:www\.)?google\.[a-z.]+\/imgres|(?:www\.)?google\.[a-z.]+\/aclk|www\.googleadservices\.com\/pagead\/aclk|www\.bing\.com\/news\/apiclick\.aspx|cc\.bingj\.com|anon\.to|href\.li|exit\.sc|link\.(?:zhihu|juejin)\.(?:com|cn)|ok\.ru\/dk|l\.wl\.co|cr\.(?:naver|shopping\.naver)\.com|redirect\.disqus\.com|(?:www\.)?(?:baidu|sogou|so)\.com\/link|linkprotect\.cudasvc\.com|(?:www\.)?deviantart\.com\/users\/outgoing|protect-[a-z]{2}\.mimecast\.com|yandex\.[a-z.]+\/clck|proxy\.duckduckgo\.com\/iu|t\.me\/iv|consent\.(?:google|youtube)\.[a-z.]+)(?:\/|$)/;
/** Links of affiliate networks, which count and lead on. */
const affiliateLinks =
  /^(?:www\.awin1\.com|click\.linksynergy\.com|go\.skimresources\.com|go\.redirectingat\.com|redirect\.viglink\.com|rover\.ebay\.com|track\.webgains\.com|clk\.tradedoubler\.com|(?:www\.)?(?:anrdoezrs|dpbolvw|jdoqocy|kqzyfj|tkqlhce)\.(?:net|com)|track\.adtraction\.com|prf\.hn\/click|[\w-]+\.(?:pxf\.io|sjv\.io)\/c|www\.shareasale\.com\/[\w-]+\.cfm)(?:\/|$)/;

const google = /^(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/;

/** Hosts that show a page whose address is written after their own. */
const copiedInPath =
  /^(?:web\.archive\.org\/web\/\d+[a-z_]*|archive\.(?:today|is|ph|li|md|vn|fo)\/(?:newest|\d+)|12ft\.io|r\.jina\.ai|(?:www\.)?removepaywall\.com|(?:www\.)?freedium\.cfd|urldefense\.com\/v3)\/(?:__)?(https?:\/{1,2}[^/].*?)(?:__;.*)?$/;

/** "/click/camref:1/destination:https%3A%2F%2F…" and "/links/1/type/dlg/https://…". */
const inAffiliatePath = /\/(?:destination:|dlg\/)(https?(?::|%3A).+)$/i;
/** Copies of Yandex for phones: the host and "s" stand before the path. */
const turbo = /^\/(?:turbo\/)?([^/]+\.[^/]+)\/s(\/.*)?$/;

/** The destination contained in a URL of a redirect, cache or translation; null if there is none. */
export function carriedDestination(url: URL): string | null {
  const { hostname: host, pathname: path } = url;
  const inPath = copiedInPath.exec(`${host}${path}`)?.[1];
  const copied =
    inPath === undefined ? copyOf(host, path) : webUrl(inPath.replace(/^(https?:\/)(?!\/)/, '$1/'));
  if (copied !== null) return `${copied}${url.search}`;
  if (host.endsWith('.translate.goog')) return translated(url);
  const onTurbo =
    host.endsWith('.turbopages.org') || (/^yandex\.[a-z.]+$/.test(host) && path.startsWith('/turbo/'))
      ? turbo.exec(path)
      : null;
  if (onTurbo !== null) return webUrl(`https://${onTurbo[1]}${onTurbo[2] ?? ''}`);
  const yahoo = /^r\.search\.yahoo\.com$/.test(host) ? /\/RU=([^/]+)/.exec(path)?.[1] : undefined;
  if (yahoo !== undefined) return webUrl(decoded(yahoo));
  if (/(?:^|\.)bing\.com$/.test(host) && path === '/ck/a') return bingDestination(url.searchParams.get('u'));
  if (host === 'webcache.googleusercontent.com')
    return webUrl(/^cache:(?:[\w-]+:)?(\S+)/.exec(url.searchParams.get('q') ?? '')?.[1] ?? '');
  if (host.endsWith('youtube.com') && path === '/attribution_link')
    return webUrl(`https://www.youtube.com${url.searchParams.get('u') ?? ''}`);
  if (host === 'href.li') return webUrl(url.search.slice(1));
  if (!leadsOn.test(path) && !wrappingHosts.test(`${host}${path}`) && !affiliateLinks.test(`${host}${path}`))
    return null;
  const written = inAffiliatePath.exec(path)?.[1];
  if (written !== undefined) return webUrl(decoded(written).replace(/^(https?:\/)(?!\/)/, '$1/'));
  for (const name of carriers) {
    const carried = url.searchParams.get(name) ?? '';
    // Without its scheme only where the parameter is nothing but the destination.
    const found = webUrl(
      name === 'urllink' && /^[\w-]+\.[\w.-]+\//.test(carried) ? `https://${carried}` : carried,
    );
    if (found !== null) return found;
  }
  return null;
}

/** AMP pages on Google's and Bing's hosts: `/amp/s/HOST/PATH`, `HOST.cdn.ampproject.org/c/s/HOST/PATH`. */
function copyOf(host: string, path: string): string | null {
  const pattern = google.test(host)
    ? /^\/amp\/(s\/)?([^/]+\.[^/]+\/?.*)$/
    : /(?:^|\.)(?:cdn\.ampproject\.org|bing-amp\.com)$/.test(host)
      ? /^\/[a-z]\/(s\/)?([^/]+\.[^/]+\/?.*)$/
      : null;
  const [, secure, page] = pattern?.exec(path) ?? [];
  return page === undefined ? null : webUrl(`${secure === undefined ? 'http' : 'https'}://${page}`);
}

/** `www-example-com.translate.goog`: a hyphen is a dot, two are a hyphen. */
function translated(url: URL): string | null {
  const label = url.hostname.slice(0, -'.translate.goog'.length);
  const host = label.replace(/--/g, '\0').replace(/-/g, '.').replace(/\0/g, '-');
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => !name.startsWith('_x_tr_')));
  return webUrl(`https://${host}${url.pathname}${String(query) === '' ? '' : `?${query}`}`);
}

/** Bing writes `a1` and the address in Base64 of URLs. */
function bingDestination(carried: string | null): string | null {
  if (carried === null || !/^a1[\w-]+$/.test(carried)) return null;
  try {
    return webUrl(atob(carried.slice(2).replace(/-/g, '+').replace(/_/g, '/')));
  } catch {
    return null;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function webUrl(text: string): string | null {
  return /^https?:\/\//i.test(text) && (URL.parse(text)?.hostname.includes('.') ?? false) ? text : null;
}

/** Hosts of short links and redirects that do not contain their destination. */
const shorteners: ReadonlySet<string> = new Set(
  (
    '1drv.ms a.aliexpress.com a.co aka.ms amzlink.to amzn.eu amzn.to apple.co bbc.in bit.do bit.ly bl.ink buff.ly ' +
    'clck.ru cnn.it cutt.ly dlvr.it dub.sh ebay.us econ.st fave.co fb.me flip.it goo.gl goo.gle howl.me hubs.la ' +
    'hubs.ly ift.tt is.gd kutt.it lnkd.in mck.co msft.it nyti.ms ow.ly pin.it qr.ae rb.gy rebrand.ly reut.rs ' +
    'rstyle.me s.click.aliexpress.com s.id shop-links.co short.gy shorturl.at shp.ee shrsl.com snip.ly soo.gd spoti.fi spr.ly ' +
    'surl.li t.co t.ly tcrn.ch tiny.cc tinyurl.com tr.im trib.al u.to v.gd vk.cc vm.tiktok.com vt.tiktok.com wapo.st ' +
    'wp.me x.co ' +
    '3.cn abre.ai adf.ly amzn.asia archive.fo archive.is archive.li archive.md archive.ph archive.today archive.vn ' +
    'b.link bitly.ws bl.ink chilp.it clc.li cli.re cutt.us dwz.cn encurtador.com.br g.co geni.us han.gl hyperurl.co ' +
    'kko.to lc.cx lihi.cc link.coupang.com link.medium.com linktw.in lnk.to me2.do meli.la m.tb.cn n9.cl naver.me onl.tw ' +
    'ouo.io ppt.cc pse.is reurl.cc search.app share.google shope.ee shorturl.asia smarturl.it t.cn t2m.io tiny.one u.jd.com ' +
    'url.cn url.kr urlz.fr vo.la x.gd'
  ).split(' '),
);
const opaque = /\/(?:grounding-api-redirect|ck\/a|aclk)(?:\/|$)/i;

/** Whether a URL is a redirect with an unknown destination, which says nothing about the source. */
export function isUnresolved({ hostname, pathname }: URL): boolean {
  const host = hostname.replace(/^www\./, '');
  if (shorteners.has(host) || host.endsWith('.app.goo.gl') || host.endsWith('.page.link')) return true;
  if (opaque.test(pathname) || affiliateLinks.test(`${hostname}${pathname}`)) return true;
  if (host === 'news.google.com' && /^\/(?:rss\/)?articles\//.test(pathname)) return true;
  return (
    (google.test(host) && /^\/(?:url|goto|imgres)$/.test(pathname)) ||
    wrappingHosts.test(`${hostname}${pathname}`) ||
    (host === 'duckduckgo.com' && pathname.startsWith('/l/'))
  );
}

/** A product's page, whose address shops also write with its name and where it was found. */
const ebayItem = /^\/itm\/(?:[^/]+\/)?(\d{9,15})$/;
const amazonProduct = /^(?:\/-\/[a-z]{2})?(?:\/[^/]+)?\/(?:dp|gp\/product|gp\/aw\/d)\/([A-Z\d]{10})(?=\/|$)/;
const youtubeVideo = /^\/(?:embed|live|shorts|v)\/([\w-]{6,})\/?$/;

/**
 * Host, path and parameters of one page in the form that all its variants share.
 * @param domain registrable domain of the host
 */
export function onePage(url: PageParts, domain: string): PageParts {
  const { path } = url;
  const host = fullHost(url.host, domain);
  if (host === 'youtu.be') return videoOf(path.slice(1).split(/[/&]/)[0] ?? '', url);
  if (host === 'youtube.com' || host === 'youtube-nocookie.com') {
    const named = youtubeVideo.exec(path)?.[1];
    const watched = path === '/watch' ? url.parameters.find(([name]) => name === 'v')?.[1] : undefined;
    if (named !== undefined || watched !== undefined) return videoOf(named ?? watched ?? '', url);
  }
  const product = /^amazon\.[a-z.]+$/.test(domain) ? amazonProduct.exec(path)?.[1] : undefined;
  if (product !== undefined) return { host, path: `/dp/${product}`, parameters: url.parameters };
  const item = /^ebay\.[a-z.]+$/.test(domain) ? ebayItem.exec(path)?.[1] : undefined;
  if (item !== undefined) return { host, path: `/itm/${item}`, parameters: url.parameters };
  const post = host === 'blog.naver.com' && /^\/postview/i.test(path) ? naverPost(url.parameters) : null;
  if (post !== null) return { host, path: post, parameters: [] };
  if (host === 'open.spotify.com')
    return { host, path: path.replace(/^\/intl-[a-z]{2}(?=\/)/, ''), parameters: url.parameters };
  const title =
    /\.wiki(?:pedia|voyage|quote)\.org$/.test(host) && path === '/w/index.php' && namedPage(url.parameters);
  if (title) return { host, path: `/wiki/${title}`, parameters: [] };
  if (host === 'redd.it') return { host: 'reddit.com', path: `/comments${path}`, parameters: url.parameters };
  const amp = (name: string, value: string) =>
    (/^(?:is)?amp$/i.test(name) && /^(?:1|true|)$/.test(value)) ||
    (/^output(?:Type)?$/.test(name) && value === 'amp');
  return {
    host,
    path: withoutAmp(path),
    parameters: url.parameters.filter(([name, value]) => !amp(name, value)),
  };
}

/** The page of an encyclopedia that is named by a parameter, as its path names it. */
function namedPage(parameters: PageParts['parameters']): string | undefined {
  const title = parameters.find(([name]) => name === 'title')?.[1];
  return title && encodeURI(title.replaceAll(' ', '_'));
}

function naverPost(parameters: PageParts['parameters']): string | null {
  const [blog, post] = ['blogId', 'logNo'].map((key) => parameters.find(([name]) => name === key)?.[1]);
  return blog === undefined || post === undefined ? null : `/${blog}/${post}`;
}

function videoOf(id: string, url: PageParts): PageParts {
  if (id === '') return { ...url, host: 'youtube.com' };
  return { host: 'youtube.com', path: '/watch', parameters: [['v', id]] };
}

/** The host without a mark of mobile or AMP pages, unless it is the domain itself (`m.me`, `mobile.de`). */
function fullHost(host: string, domain: string): string {
  if (host === domain) return host === 'twitter.com' ? 'x.com' : host;
  const full = host
    .replace(/^(?:m|mobile|amp|touch|wap)\./, '')
    .replace(/^([a-z-]+)\.m\.(?=wiki|wiktionary)/, '$1.');
  const bare = full.replace(/^www\./, '');
  if (bare === 'twitter.com') return 'x.com';
  if (domain === 'reddit.com' && /^(?:old|new|np|i)\.reddit\.com$/.test(bare)) return domain;
  // The same page in the language of a visitor.
  if (/^(?:facebook|linkedin)\.com$/.test(domain) && /^(?:[a-z]{2}(?:-[a-z]{2})?|web)\./.test(bare))
    return domain;
  if (/^smile\.amazon\./.test(bare)) return domain;
  return bare.endsWith(domain) ? bare : host;
}

function withoutAmp(path: string): string {
  return path
    .replace(/(?<=.)\/amp$/i, '')
    .replace(/\.amp(?=\.html?$|$)/i, '')
    .replace(/^\/amp(?=\/[^/]+\/.)/i, '');
}
