import { fitting } from './fitting.ts';
import type { BrandProfile, Scene } from './scene.ts';
import { plain } from './scene.ts';
import { entryAt, fraction, hashOf, mix, rankedIndexes } from './seed.ts';

/** A web page the sandbox cites; every host is under the reserved top-level domain "example". */
export type Page = {
  readonly url: string;
  /** Host without "www.". */
  readonly domain: string;
  readonly title: string;
  readonly snippet: string;
  readonly kind: PageKind;
  /** Milliseconds since the epoch; stays the same within a month. */
  readonly publishedAt: number;
  /** Name of the site or of the author of a post. */
  readonly author: string;
};

export type PageKind = 'review' | 'reference' | 'forum' | 'video' | 'social' | 'brand' | 'foreign';

type Site = {
  readonly stem: string;
  readonly host: string;
  readonly kind: PageKind;
  readonly brand?: BrandProfile;
};

const worldwide: readonly Site[] = [
  { stem: 'gearbench', host: 'gearbench.example', kind: 'review' },
  { stem: 'openpedia', host: 'openpedia.example', kind: 'reference' },
  { stem: 'worldreview', host: 'worldreview.example', kind: 'review' },
  { stem: 'asksquare', host: 'asksquare.example', kind: 'forum' },
  { stem: 'tubelane', host: 'tubelane.example', kind: 'video' },
  { stem: 'chirper', host: 'chirper.example', kind: 'social' },
];

/** The market whose sites people of the same language read too. */
const neighbours: Readonly<Record<string, readonly string[]>> = {
  en: ['us', 'uk'],
  de: ['de', 'at'],
  fr: ['fr', 'be'],
  es: ['es', 'mx'],
  pt: ['br', 'pt'],
  ar: ['sa', 'eg'],
  nl: ['nl', 'be'],
  it: ['it', 'ch'],
  sv: ['se', 'fi'],
  zh: ['tw', 'hk'],
};

/** How welcome a kind of page is in answers; social posts are what one engine is fond of. */
function welcome(kind: PageKind, local: boolean, social: boolean): number {
  if (local) return 0.42;
  switch (kind) {
    case 'brand':
      return 0.45;
    case 'forum':
    case 'reference':
      return 0.42;
    case 'social':
      return social ? 0.8 : 0;
    case 'foreign':
      return 0.15;
    default:
      return 0.25;
  }
}

/** Pages on the question in this market, the most fitting first. */
export function pagesFor(scene: Scene, count: number, purpose: number): Page[] {
  const sites = sitesFor(scene);
  const local = scene.market.phrases.sites.length;
  const social = scene.engine === 'assistant-c';
  const order = rankedIndexes(
    sites.length,
    scene.seeds,
    purpose,
    { market: 0.8, day: 0.08, job: 0.16 },
    (index) => welcome(sites[index]?.kind ?? 'review', index < local, social),
  );
  return order.slice(0, count).flatMap((index) => {
    const site = sites[index];
    return site === undefined ? [] : [pageOf(scene, site, index, purpose)];
  });
}

function sitesFor({ market, brands, engine }: Scene): Site[] {
  const { phrases, site } = market;
  const own = phrases.sites.map((stem): Site => ({ stem, host: `${stem}.${site}.example`, kind: 'review' }));
  const foreign = (neighbours[phrases.tag.split('-')[0] ?? ''] ?? [])
    .filter((neighbour) => neighbour !== site)
    .slice(0, 1)
    .flatMap((neighbour) =>
      phrases.sites
        .slice(0, 3)
        .map((stem): Site => ({ stem, host: `${stem}.${neighbour}.example`, kind: 'foreign' })),
    );
  const ownBrands = brands
    .slice(0, 4)
    .map((brand): Site => ({ stem: brand.host, host: `${brand.host}.example`, kind: 'brand', brand }));
  const posts: readonly Site[] =
    engine === 'assistant-c'
      ? [1, 2, 3].map((index) => ({ stem: `chirper-${index}`, host: 'chirper.example', kind: 'social' }))
      : [];
  return [...own, ...worldwide, ...foreign, ...ownBrands, ...posts];
}

const handles = [
  'mara_tests',
  'jonasrides',
  'dailypicks',
  'kimwrites',
  'the_real_lou',
  'noorreviews',
] as const;

function pageOf(scene: Scene, site: Site, index: number, purpose: number): Page {
  const { market, topic, seeds, brands } = scene;
  const { phrases } = market;
  const seed = mix(mix(seeds.question, hashOf(site.stem)), purpose);
  const here = mix(seed, seeds.market);
  const brand = site.brand ?? brands[seed % 3];
  const title = plain(
    scene,
    entryAt(titlesOf(scene, site.kind), (seeds.question >>> 4) + index),
    seed,
    brand,
  );
  const named = (site.kind === 'review' || site.kind === 'foreign') && index % 2 === 1;
  const snippet =
    site.kind === 'social'
      ? title
      : plain(
          scene,
          entryAt(fitting('context', topic.kind, phrases), (seeds.question >>> 7) + index),
          mix(seed, 4),
          brand,
        );
  const www = fraction(mix(seed, 5)) < 0.3 && site.kind !== 'social' ? 'www.' : '';
  const handle = entryAt(handles, mix(here, 6));
  const path = pathOf(site, {
    index,
    slug: topic.slug,
    year: scene.year,
    handle,
    seed: here,
    language: market.language.toLowerCase(),
  });
  return {
    url: `https://${www}${site.host}/${path}`,
    domain: site.host,
    title: named ? `${title} | ${siteName(site.stem)}` : title,
    snippet,
    kind: site.kind,
    publishedAt: monthStart(scene.nowMs) - (4 + (here % 380)) * 86_400_000,
    author: site.kind === 'social' ? handle : siteName(site.stem),
  };
}

/** Name of a site as it stands behind a title: "testbench" gives "Testbench". */
export function siteName(stem: string): string {
  return stem.charAt(0).toUpperCase() + stem.slice(1);
}

function titlesOf({ market }: Scene, kind: PageKind): readonly string[] {
  const { phrases } = market;
  if (kind === 'brand') return phrases.brandTitles;
  if (kind === 'forum') return phrases.forumTitles;
  return kind === 'social' ? phrases.posts : phrases.titles;
}

type Path = {
  readonly index: number;
  readonly slug: string;
  readonly year: string;
  readonly handle: string;
  readonly seed: number;
  readonly language: string;
};

function pathOf(site: Site, { index, slug, year, handle, seed, language }: Path): string {
  switch (site.kind) {
    case 'forum':
      return `${language}/t/${1000 + (seed % 90_000)}`;
    case 'video':
      return `watch/${(seed % 0xffffff).toString(36)}${(seed >>> 7).toString(36)}`;
    case 'social':
      return `${handle}/status/${1_900_000_000 + (seed % 90_000_000)}`;
    case 'reference':
    case 'brand':
      return `${language}/${slug}`;
    default:
      return entryAt(
        [`${slug}-test-${year}`, `guide/${slug}`, `${slug}/comparison`, `${year}/${slug}`],
        index,
      );
  }
}

function monthStart(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
