import { describe, expect, it } from 'vitest';
import { sharedAddress, siteKey, sitesOf } from '#shared/text/addresses/sites.ts';
import { sourceIdentity, urlIdentity } from '#shared/text/addresses/urls.ts';
import { createOwnedSites } from '#shared/text/brands/ownedSites.ts';

const siteOf = (listed: readonly string[], url: string): string | undefined => {
  const page = urlIdentity(url);
  return page === null ? undefined : sitesOf(listed)(page);
};

describe('the site of a page', () => {
  const listed = ['acme.com', 'music.apple.com', 'nba.com/kings', 'Müller.de', 'example.com/büro'];
  it.each([
    ['https://www.acme.com/x', 'acme.com'],
    ['https://shop.acme.com/x?id=1', 'acme.com'],
    ['https://notacme.com/', 'notacme.com'],
    ['https://music.apple.com/us/album/1', 'music.apple.com'],
    ['https://support.apple.com/', 'apple.com'],
    ['https://apple.com/music', 'apple.com'],
    ['https://www.nba.com/Kings?season=2026', 'nba.com/kings'],
    ['https://nba.com:8443/kings/schedule#today', 'nba.com/kings'],
    ['https://nba.com/kingsley', 'nba.com'],
    ['https://nba.com/lakers', 'nba.com'],
    ['https://xn--mller-kva.de/werk', 'müller.de'],
    ['https://example.com/b%C3%BCro/1', 'example.com/büro'],
    ['https://www.google.com/url?q=https://www.nba.com/kings/news', 'nba.com/kings'],
    ['https://rival.github.io/', 'rival.github.io'],
  ])('%s is %s', (url, site) => {
    expect(siteOf(listed, url)).toBe(site);
  });

  it('is the most specific address that contains it', () => {
    const nested = ['acme.com', 'acme.com/shop', 'shop.acme.com', 'acme.com/shop/tools'];
    expect(siteOf(nested, 'https://acme.com/shop/tools/1')).toBe('acme.com/shop/tools');
    expect(siteOf(nested, 'https://acme.com/shop/1')).toBe('acme.com/shop');
    expect(siteOf(nested, 'https://shop.acme.com/shop/1')).toBe('shop.acme.com');
    expect(siteOf(nested, 'https://blog.acme.com/')).toBe('acme.com');
  });

  it('is everything on a shared host only where that host itself is listed', () => {
    expect(siteOf(['acme.github.io'], 'https://rival.github.io')).toBe('rival.github.io');
    expect(siteOf(['github.io', 'acme.github.io'], 'https://rival.github.io')).toBe('github.io');
    expect(siteOf(['github.io', 'acme.github.io'], 'https://acme.github.io')).toBe('acme.github.io');
  });

  it('has no path where a redirect names only the host of its destination', () => {
    const page = sourceIdentity(
      'https://vertexaisearch.cloud.google.com/grounding-api-redirect/a',
      'nba.com',
    );
    expect(page && sitesOf(['nba.com/kings'])(page)).toBe('nba.com');
    expect(page && sitesOf(['nba.com'])(page)).toBe('nba.com');
  });
});

it('keys addresses of one site alike', () => {
  expect(new Set(['https://www.NBA.com/Kings/', 'nba.com/kings', ' nba.com/kings '].map(siteKey))).toEqual(
    new Set(['nba.com/kings']),
  );
  expect(siteKey('https://xn--mller-kva.de')).toBe(siteKey('Müller.de'));
});

it('knows hosts where strangers have pages', () => {
  const shared = ['github.io', 'myshopify.com', 'amazon.com', 'amazon.co.jp', 'youtube.com', 'medium.com'];
  expect(shared.map(sharedAddress)).toEqual(['subdomain', 'subdomain', 'path', 'path', 'path', 'path']);
  const own = ['apple.com', 'acme.github.io', 'medium.com/@acme', 'amazon.com/stores/acme', 'acme.com/shop'];
  expect(own.map(sharedAddress)).toEqual(own.map(() => null));
});

it('gives watched sites, which nobody lists, pages of their own', () => {
  const { siteOf: ownerOf } = createOwnedSites([], { own: [], competitor: [] }, [], ['music.apple.com']);
  const pages = ['https://music.apple.com/a', 'https://www.apple.com/b'].flatMap(
    (url) => urlIdentity(url) ?? [],
  );
  expect(pages.map(ownerOf)).toEqual(['music.apple.com', 'apple.com']);
});
