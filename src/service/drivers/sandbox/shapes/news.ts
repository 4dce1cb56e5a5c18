import type { MonitorRequestOf } from '#shared/interface/requests/parseRequest.ts';
import type { SearchNewsResult } from '#shared/interface/results/search.ts';
import { imageUrl } from '../catalogue.ts';
import type { AnsweredCell } from '../cell.ts';
import type { RedirectLinks } from '../redirectLinks.ts';
import { plain } from '../scene.ts';
import { entryAt, fraction, mix } from '../seed.ts';

const perPage = 10;

/** Articles, the newest first; the news of a day differ from those of the day before. */
export function newsResult(
  cell: AnsweredCell,
  { pages }: MonitorRequestOf<'search/news'>,
  links: RedirectLinks,
): SearchNewsResult {
  const { scene, oddity } = cell;
  if (oddity === 'empty' || oddity === 'no-sources') return { newsResults: [] };
  const { market, brands, seeds, topic } = scene;
  const { headlines, outlets, sites, context } = market.phrases;
  return {
    newsResults: Array.from({ length: pages * perPage }, (_, at) => {
      const seed = mix(at % 3 === 0 ? seeds.day : seeds.market, 190 + at);
      const brand = brands[(at * 2 + (seed % 3)) % brands.length];
      const outlet = (seeds.market >>> 4) + at;
      const link = `https://news.${entryAt(sites, outlet)}.${market.site}.example/${topic.slug}-${(seed % 0xffffff).toString(36)}`;
      const hours = Math.round(2 + at * 5 + 4 * fraction(seed));
      return {
        position: at + 1,
        title: plain(scene, entryAt(headlines, (seeds.question >>> 5) + at), seed, brand),
        link,
        snippet: plain(scene, entryAt(context, seed), mix(seed, 1), brand),
        source: entryAt(outlets, outlet),
        date: hours < 24 ? market.hoursAgo(hours) : market.daysAgo(Math.round(hours / 24)),
        page: Math.floor(at / perPage) + 1,
        ...(fraction(mix(seed, 2)) < 0.85 ? { thumbnail: imageUrl(scene, `news-${at + 1}`) } : {}),
        redirectLink: links.to(link),
      };
    }),
  };
}
