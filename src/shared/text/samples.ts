/**
 * Reads the content of a raw monitor result of any engine (gap-fill section 9). Unknown members are ignored and
 * missing ones allowed, because a deployment may send more or less.
 */
import { asObject, type JsonObject } from '../json.ts';
import type {
  AdItem,
  EntityItem,
  InlineCitation,
  NavigationItem,
  NewsItem,
  OfferItem,
  OrganicItem,
  OverviewItem,
  ProductItem,
  QuestionItem,
  SampleContent,
  SourceItem,
} from '../model/comparison/samples.ts';
import { hostName } from './addresses/pages.ts';
import { urlIdentity } from './addresses/urls.ts';

/** Engines whose results always report the ads and products of the page, without a separate request. */
const alwaysLooks = new Set(['search', 'search-ai']);

/**
 * Content of one result. Never throws: members of an unexpected form are omitted.
 * @param engine path segment of the interface
 * @param result the `result` member as parsed JSON
 */
export function samplesFromResult(engine: string, result: unknown): SampleContent {
  const json = object(result);
  const always = alwaysLooks.has(engine);
  const isSearch = engine === 'search' || engine === 'search/news';
  const overview = overviewOf(json.aioverview);
  return {
    text: text(json.text),
    markdown: optional(json.markdown),
    model: optional(json.model),
    sources: isSearch ? null : sourcesOf(json.sources),
    citations: isSearch ? null : citationsOf(json.citationPills),
    entities: present(json.entities, entityOf),
    searchQueries: queriesOf(json.searchQueries ?? json.search_model_queries),
    relatedQueries: queriesOf(json.related_queries) ?? relatedOf(json.relatedSearches),
    shopping: productsOf(json) ?? (always ? [] : null),
    ads: adsOf(json, overview === null ? undefined : object(json.aioverview).ads) ?? (always ? [] : null),
    organic: present(json.organicResults, organicOf),
    questions: present(json.peopleAlsoAsk, questionOf),
    news: present(json.newsResults, newsOf),
    overview,
    places: placesOf(json),
  };
}

function object(value: unknown): JsonObject {
  return asObject(value) ?? {};
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

function optional(value: unknown): string | null {
  const found = text(value);
  return found.trim() === '' ? null : found;
}

function number(value: unknown): number | null {
  const found = typeof value === 'string' ? Number(value) : value;
  return typeof found === 'number' && Number.isFinite(found) && value !== '' ? found : null;
}

/** Reads a list. Null if the member is absent; unreadable entries are dropped. */
function present<T>(
  value: unknown,
  read: (entry: JsonObject, index: number) => T | null,
): readonly T[] | null {
  if (!Array.isArray(value)) return null;
  const items: T[] = [];
  value.forEach((entry, index) => {
    const item = read(object(entry), index);
    if (item !== null) items.push(item);
  });
  return items;
}

function queriesOf(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) return null;
  return value
    .map((entry) => (typeof entry === 'string' ? entry : text(object(entry).query)))
    .map((query) => query.trim())
    .filter((query) => query !== '');
}

function relatedOf(value: unknown): readonly string[] | null {
  return queriesOf(value);
}

function sourcesOf(value: unknown): readonly SourceItem[] | null {
  return present(value, (entry, index) => {
    const url = text(entry.url);
    if (url === '') return null;
    return {
      position: number(entry.position) ?? index + 1,
      url,
      title: text(entry.label) || text(entry.title),
      description: text(entry.description),
      ...domainIn(entry),
      ...(entry.footnote === true ? { secondary: true } : {}),
      ...(optional(entry.datePublished) === null ? {} : { date: text(entry.datePublished) }),
    };
  });
}

function citationsOf(value: unknown): readonly InlineCitation[] | null {
  return present(value, (entry) => {
    const url = text(entry.url);
    if (url === '') return null;
    return { url, label: text(entry.label), group: number(entry.citationPillId), ...domainIn(entry) };
  });
}

/** The domain is kept only if it differs from the host of the URL. */
function domainIn(entry: JsonObject): { readonly domain?: string } {
  const domain = hostName(text(entry.domain));
  return domain === null || domain === urlIdentity(text(entry.url))?.host ? {} : { domain };
}

function entityOf(entry: JsonObject): EntityItem | null {
  const name = text(entry.name).trim();
  return name === '' ? null : { name, type: text(entry.type) };
}

/** Displayed price from a string, a money object, or an amount with a currency. */
function shownPrice(value: unknown): string | null {
  if (typeof value === 'string' || typeof value === 'number') return optional(value);
  const money = object(value);
  const raw = optional(money.raw);
  if (raw !== null) return raw;
  const amount = number(money.value ?? money.amount);
  if (amount === null) return optional(money.display_price);
  const currency = text(money.currencySymbol) || text(money.currency);
  if (currency === '') return String(amount);
  return /^[A-Za-z]{2,}$/.test(currency) ? `${amount} ${currency}` : `${currency}${amount}`;
}

function productsOf(json: JsonObject): readonly ProductItem[] | null {
  const cards = json.shoppingCards ?? json.shopping_cards;
  const inline = json.inlineProducts;
  const panels = json.productResults;
  if (!Array.isArray(cards) && !Array.isArray(inline) && !Array.isArray(panels)) return null;
  const found: ProductItem[] = [];
  const known = new Set<string>();
  const add = (product: ProductItem | null): void => {
    if (product === null) return;
    const key = `${product.identifier ?? ''}\u0000${product.title}\u0000${product.price ?? ''}`;
    const loose = `${product.identifier ?? product.title}`;
    // A product in a card and in the text counts once; the first one is kept.
    if (known.has(key) || known.has(loose)) return;
    known.add(key).add(loose);
    found.push(product);
  };
  for (const card of array(cards)) {
    const products = object(card).products;
    if (Array.isArray(products))
      for (const product of products) add(productOf(object(product), found.length));
    else add(productOf(object(card), found.length));
  }
  for (const entry of array(inline)) {
    const wrapped = object(entry).product;
    add(productOf(object(wrapped ?? entry), found.length));
  }
  const withOffers = array(panels).map((panel) => productOf(object(panel), found.length));
  return withPanels(found, withOffers);
}

/** Product panels add offers to cards of the same name. Other panels are added as products. */
function withPanels(
  found: readonly ProductItem[],
  panels: readonly (ProductItem | null)[],
): readonly ProductItem[] {
  const result = [...found];
  for (const panel of panels) {
    if (panel === null) continue;
    const at = result.findIndex(
      (product) => product.title.trim().toLowerCase() === panel.title.trim().toLowerCase(),
    );
    const known = result[at];
    if (known === undefined) result.push({ ...panel, position: result.length + 1 });
    else result[at] = { ...known, offers: [...known.offers, ...panel.offers] };
  }
  return result;
}

function array(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function productOf(entry: JsonObject, before: number): ProductItem | null {
  const title = text(entry.title) || text(entry.name);
  if (title === '') return null;
  const nested = object(entry.product);
  const rating = entry.rating;
  const offers = [...array(entry.offers), ...array(entry.stores)]
    .map((offer) => offerOf(object(offer)))
    .filter((offer) => offer !== null);
  const seller = optional(entry.merchant) ?? optional(entry.store) ?? optional(entry.seller);
  const price = shownPrice(entry.discountPrice) ?? shownPrice(entry.price) ?? offers[0]?.price ?? null;
  return {
    position: number(entry.position) ?? before + 1,
    title,
    identifier:
      optional(entry.id) ??
      optional(entry.productId) ??
      optional(entry.catalogId) ??
      optional(nested.groupId) ??
      optional(nested.id),
    brand: optional(entry.brand) ?? optional(entry.brandName),
    url: optional(entry.url) ?? optional(entry.productLink) ?? optional(entry.link),
    price,
    oldPrice:
      shownPrice(entry.oldPrice) ??
      shownPrice(entry.original_price) ??
      (shownPrice(entry.discountPrice) === null ? null : shownPrice(entry.price)),
    seller,
    rating: number(rating) ?? number(object(rating).value),
    reviews:
      optional(entry.reviews) ??
      optional(entry.num_reviews) ??
      optional(entry.numReviews) ??
      optional(object(rating).count),
    description: optional(entry.description) ?? optional(entry.snippet),
    offers,
  };
}

function offerOf(entry: JsonObject): OfferItem | null {
  const seller =
    text(entry.merchant_name) || text(entry.seller_name) || text(entry.name) || text(entry.seller);
  const price = shownPrice(entry.price) ?? shownPrice(entry.price_details);
  if (seller === '' && price === null) return null;
  return { seller, price, url: optional(entry.url) ?? optional(entry.link) };
}

/** Ads come as brands with cards (assistant-a), as a titled object (search-ai) or as a flat list (search). */
function adsOf(json: JsonObject, overviewAds: unknown): readonly AdItem[] | null {
  const raw = json.ads;
  if (raw === undefined && overviewAds === undefined) return null;
  const list = Array.isArray(raw) ? raw : array(object(raw).ads);
  const ads: AdItem[] = [];
  for (const candidate of list) {
    const entry = object(candidate);
    const brand = object(entry.brand);
    const cards = array(entry.cards);
    if (cards.length > 0 || Object.keys(brand).length > 0) {
      const advertiser = text(brand.name);
      const shown = cards.length > 0 ? cards : [{ title: advertiser, url: brand.url }];
      for (const card of shown) pushAd(ads, object(card), advertiser, text(brand.url), 'answer');
    } else
      pushAd(ads, entry, '', '', optional(entry.blockPosition) ?? (Array.isArray(raw) ? null : 'answer'));
  }
  for (const candidate of array(overviewAds)) pushAd(ads, object(candidate), '', '', 'overview');
  return ads;
}

function pushAd(
  ads: AdItem[],
  entry: JsonObject,
  advertiser: string,
  advertiserUrl: string,
  placement: string | null,
): void {
  const title = text(entry.title);
  const url = text(entry.url) || text(entry.link) || advertiserUrl;
  const name =
    advertiser ||
    text(entry.store) ||
    text(entry.domain) ||
    hostOf(advertiserUrl || text(entry.displayedUrl) || url);
  if (title === '' && url === '' && name === '') return;
  ads.push({
    position: number(entry.position) ?? ads.length + 1,
    advertiser: name,
    title,
    body: text(entry.body) || text(entry.description),
    url: advertiserUrl === '' ? url : url || advertiserUrl,
    price: shownPrice(entry.price),
    placement,
  });
}

function hostOf(url: string): string {
  return (
    url
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .split(/[/?#\s>›]/)[0] ?? ''
  );
}

function organicOf(entry: JsonObject, index: number): OrganicItem | null {
  const url = text(entry.link) || text(entry.url);
  const title = text(entry.title);
  if (url === '' && title === '') return null;
  return {
    position: number(entry.position) ?? index + 1,
    title,
    url,
    snippet: text(entry.snippet),
    date: optional(entry.date),
    page: number(entry.page),
  };
}

function newsOf(entry: JsonObject, index: number): NewsItem | null {
  const item = organicOf(entry, index);
  return item === null ? null : { ...item, publisher: text(entry.source) };
}

function questionOf(entry: JsonObject, index: number): QuestionItem | null {
  const question = text(entry.question).trim();
  if (question === '') return null;
  return {
    position: index + 1,
    question,
    answer: optional(entry.markdown) ?? optional(entry.snippet),
    url: optional(entry.link) ?? optional(object(array(entry.sources)[0]).url),
  };
}

function overviewOf(value: unknown): OverviewItem | null {
  const json = object(value);
  const shown = text(json.text);
  const markdown = optional(json.markdown);
  if (shown === '' && markdown === null) return null;
  return {
    text: shown === '' ? (markdown ?? '') : shown,
    markdown,
    sources: sourcesOf(json.sources) ?? [],
    citations: citationsOf(json.citationPills) ?? [],
  };
}

function placesOf(json: JsonObject): readonly NavigationItem[] | null {
  const lists = ['places', 'map', 'hotels', 'localResults']
    .map((name) => json[name])
    .filter((list) => Array.isArray(list));
  if (lists.length === 0) return null;
  const places = new Map<string, NavigationItem>();
  for (const candidate of lists.flat()) {
    const place = placeOf(object(candidate), places.size + 1);
    if (place === null) continue;
    const known = places.get(place.name);
    // A place in both lists keeps its first rank and the data of both.
    places.set(
      place.name,
      known === undefined
        ? place
        : {
            ...known,
            address: known.address ?? place.address,
            rating: known.rating ?? place.rating,
            identifier: known.identifier ?? place.identifier,
            latitude: known.latitude ?? place.latitude,
            longitude: known.longitude ?? place.longitude,
          },
    );
  }
  return [...places.values()];
}

function placeOf(entry: JsonObject, position: number): NavigationItem | null {
  const name = text(entry.title) || text(entry.name);
  if (name === '') return null;
  const location = object(entry.location);
  const gps = object(entry.gpsCoordinates);
  const address = entry.address ?? location.address;
  return {
    position,
    name,
    identifier: optional(entry.placeId) ?? optional(entry.id),
    address: Array.isArray(address) ? address.map(text).join(', ') : optional(address),
    rating: number(entry.rating),
    latitude: number(entry.latitude ?? entry.lat ?? location.latitude ?? gps.latitude),
    longitude: number(entry.longitude ?? entry.lng ?? location.longitude ?? gps.longitude),
  };
}
