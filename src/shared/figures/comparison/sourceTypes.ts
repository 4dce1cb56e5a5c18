/**
 * Determines the type of a site and of a page by rules: lists of well-known sites, words in the domain name, words in
 * the path and title. No model is used. Manual corrections override every rule.
 */
import type { PageType, SourceType } from '../../model/comparison/comparison.ts';
import { allSourceTypes } from '../../model/comparison/comparison.ts';
import { unknownSource } from '../../text/addresses/pages.ts';
import { type UrlIdentity, urlIdentity } from '../../text/addresses/urls.ts';
import type { OwnedSites } from '../../text/brands/ownedSites.ts';
import { foldName } from '../../text/words/folding.ts';

const domainsByType: Readonly<Record<Exclude<SourceType, 'own' | 'competitor' | 'other'>, string>> = {
  social:
    'reddit facebook instagram tiktok twitter x threads linkedin pinterest quora tumblr mastodon bsky vk weibo xiaohongshu zhihu naver discord telegram t stackexchange snapchat line kakao gutefrage',
  video: 'youtube youtu vimeo twitch dailymotion bilibili rutube nicovideo',
  reference:
    'wikipedia wikimedia wikidata wiktionary britannica merriam-webster fandom wikihow dictionary duden larousse baike investopedia imdb',
  commerce:
    'amazon ebay walmart target bestbuy etsy aliexpress alibaba temu rakuten mercadolibre mercadolivre zalando otto allegro bol coolblue mediamarkt fnac cdiscount flipkart shopee lazada tokopedia jd taobao tmall decathlon ikea homedepot lowes argos currys costco wayfair newegg coupang noon hepsiburada trendyol ozon wildberries kakaku',
  reviews:
    'tripadvisor yelp trustpilot g2 capterra getapp softwareadvice consumerreports which stiftung-warentest rtings wirecutter idealo geizhals pricespy prisjakt ciao quechoisir ocu choice trustradius glassdoor opentable zomato booking expedia hotels kayak trivago thefork',
  developer:
    'github gitlab stackoverflow npmjs pypi readthedocs mozilla docker kubernetes huggingface bitbucket sourceforge crates rust-lang nodejs python dev hackernoon',
  editorial:
    'nytimes washingtonpost theguardian bbc cnn reuters apnews bloomberg forbes wsj ft economist time wired theverge techcrunch cnet pcmag tomsguide techradar engadget arstechnica zdnet businessinsider usatoday npr cbc nhk asahi yomiuri nikkei mainichi spiegel zeit faz sueddeutsche welt heise chip computerbild focus lemonde lefigaro liberation lesechos lesnumeriques elpais elmundo xataka repubblica corriere ilsole24ore globo folha uol estadao aljazeera haaretz ynet timesofindia hindustantimes ndtv bangkokpost kompas detik dn svt aftonbladet nrk dr yle nos nu medium substack',
  institutional:
    'europa who un oecd worldbank nih cdc nasa cochrane nature science sciencedirect springer wiley pubmed arxiv jstor researchgate',
  corporate:
    'microsoft apple google ibm oracle salesforce sap adobe shopify hubspot samsung sony siemens bosch',
};

const byName = new Map<string, SourceType>();
for (const [type, names] of Object.entries(domainsByType))
  for (const name of names.split(' ')) if (!byName.has(name)) byName.set(name, type as SourceType);

const nameWords: readonly (readonly [RegExp, SourceType])[] = [
  [/forum|community|board|club|groups?$|talk$/, 'social'],
  [
    /review|rating|test(?:s|er|bericht|ing)?(?:$|-|\.)|lab(?:s)?(?:$|-)|compar|vergleich|versus|top10|best(?:of)?-|directory|guide|advisor/,
    'reviews',
  ],
  [/shop|store|market|kauf|buy|deal|outlet|tienda|boutique|mall/, 'commerce'],
  [
    /news|paper|times|post$|daily|magazine|herald|journal|tribune|gazette|press|zeitung|blatt|blog/,
    'editorial',
  ],
  [/wiki|encyclop|lexikon|dictionary/, 'reference'],
  [/tube$|video|stream|tv$/, 'video'],
  [/docs?(?:$|-)|dev(?:$|-)|api(?:$|-)|code/, 'developer'],
  [/gov|ministry|university|institut|academy|college|council|city|town(?:$|-)|agency/, 'institutional'],
  [/social|micro$/, 'social'],
];

/** Type of a site. Manual corrections come first, then your and competitors' sites, then the rules. */
export function sourceTypeOf(identity: UrlIdentity, owned: OwnedSites): SourceType {
  if (identity.domain === unknownSource) return 'other';
  const site = owned.siteOf(identity);
  const corrected = correctedType(site, owned);
  if (corrected !== null) return corrected;
  return ownerOf(site, owned) ?? typeByRules(identity);
}

/** The type that the user gave a site; null if none. */
export function correctedType(site: string, owned: OwnedSites): SourceType | null {
  return allSourceTypes.find((type) => type === owned.types.get(site)) ?? null;
}

export function ownerOf(site: string, owned: OwnedSites): 'own' | 'competitor' | null {
  if (owned.own.has(site)) return 'own';
  return owned.competitor.has(site) ? 'competitor' : null;
}

/** Names of brands as their sites are called. */
export const siteNames = (names: Iterable<string>): ReadonlySet<string> => new Set([...names].map(siteName));

const siteName = (name: string): string => foldName(name).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Whether a site is called as one of these brands is. */
export const isNamedAs = (site: string, names: ReadonlySet<string>): boolean =>
  names.size > 0 && names.has(siteName(site.split('.')[0] ?? ''));

/**
 * Whether a site probably belongs to one of these brands, which were only detected: answers name publishers too, so a
 * site whose name says that it publishes does not.
 */
export function isSiteOfDetected(site: string, names: ReadonlySet<string>): boolean {
  if (!isNamedAs(site, names)) return false;
  const identity = urlIdentity(`https://${site.split('/')[0]}/`);
  return identity !== null && typeByRules(identity) === 'other';
}

function typeByRules(identity: UrlIdentity): SourceType {
  const suffix = identity.suffix;
  if (/(?:^|\.)(?:gov|edu|mil|int|ac|gob|gouv|gv|go|govt)(?:\.|$)/.test(suffix)) return 'institutional';
  const sub = identity.host.slice(0, Math.max(0, identity.host.length - identity.domain.length - 1));
  if (/^(?:docs?|developers?|api|dev)$/.test(sub)) return 'developer';
  if (/^(?:forum|forums|community|discuss)$/.test(sub)) return 'social';
  if (/^(?:shop|store)$/.test(sub)) return 'commerce';
  const name =
    identity.domain.slice(0, Math.max(0, identity.domain.length - suffix.length - 1)) || identity.domain;
  const known = byName.get(name);
  if (known !== undefined) return known;
  for (const [pattern, type] of nameWords) if (pattern.test(name)) return type;
  if (/\/(?:forum|forums|community|thread|questions)\//.test(`${identity.path}/`)) return 'social';
  if (/\/(?:product|products|dp|shop|item|p|cart)\//.test(`${identity.path}/`)) return 'commerce';
  if (/\/(?:news|article|articles|blog|story|magazine)\//.test(`${identity.path}/`)) return 'editorial';
  return 'other';
}

const titleRules: readonly (readonly [RegExp, PageType])[] = [
  [
    /\bvs\.?\b|\bversus\b|compar(?:ed|ison|e|aison|ativ)|vergleich|比較|对比|비교|مقارنة|השוואה|เปรียบเทียบ|तुलना|сравнени/i,
    'comparison',
  ],
  [
    /\bhow to\b|\bguide to\b|tutorial|step[- ]by[- ]step|anleitung|so (?:geht|funktioniert)|comment (?:faire|choisir)|cómo|como (?:fazer|escolher)|come (?:fare|scegliere)|方法|やり方|كيف|איך|วิธี|कैसे|как /i,
    'how-to',
  ],
  [
    /\b(?:top|best|die besten|les \d+ meilleurs?|los \d+ mejores|i \d+ migliori)\b.*|\b\d{1,2} (?:best|top|great|beste|meilleur|mejores|melhores|migliori)\b|ランキング|おすすめ|排行|추천|أفضل|הטובים|ที่ดีที่สุด|सर्वश्रेष्ठ|лучши/i,
    'listicle',
  ],
  [
    /\breview(?:s|ed)?\b|\btest(?:ed|s|bericht)?\b|\bavis\b|reseña|análise|recensione|レビュー|评测|리뷰|مراجعة|ביקורת|รีวิว|समीक्षा|обзор/i,
    'review',
  ],
];

/** Type of a page by its path, then by words of its title and path, then by the type of the site. */
export function pageTypeOf(identity: UrlIdentity, title: string, type: SourceType): PageType {
  const path = identity.path.toLowerCase();
  if (path === '' || /^\/(?:[a-z]{2}(?:-[a-z]{2})?|index\.\w+|home)$/.test(path)) return 'homepage';
  if (type === 'video' || /\/(?:watch|video|videos|shorts)(?:\/|$)/.test(path)) return 'video';
  if (type === 'social' || /\/(?:forum|forums|thread|threads|topic|r|questions|t)\//.test(`${path}/`))
    return 'forum';
  if (/\/(?:docs?|documentation|reference|manual|api|wiki)(?:\/|$)/.test(path) || type === 'reference')
    return 'documentation';
  if (/\/(?:product|products|dp|p|item|shop|category|categories|collections?|c|kategorie)(?:\/|$)/.test(path))
    return 'product';
  const words = `${title} ${path.replace(/[-_/]/g, ' ')}`;
  for (const [pattern, page] of titleRules) if (pattern.test(words)) return page;
  if (type === 'commerce') return 'product';
  if (
    type === 'editorial' ||
    /\/(?:news|article|articles|blog|story|post|posts|\d{4}\/\d{2})(?:\/|$)/.test(path) ||
    /-[a-z]+-/.test(path)
  )
    return 'article';
  return 'other';
}
