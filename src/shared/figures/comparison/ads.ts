/** Advertisers of every market. A market whose samples contain no ad data is not counted as a market without ads. */

import type { AdRow, AdsTab } from '../../model/comparison/comparison.ts';
import type { AdItem } from '../../model/comparison/samples.ts';
import { urlIdentity } from '../../text/addresses/urls.ts';
import { foldName } from '../../text/words/folding.ts';
import { adPresence, advertiserShare } from '../definitions/itemFigures.ts';
import type { ReadComparison } from './columns.ts';
import { consensusOf } from './consensus.ts';
import { ownerOf } from './sourceTypes.ts';

/** Click tracking of search engines: the host of such a link is not the advertiser. */
const clickCounter = /^\/(?:aclk|goto|url|pagead|clk)(?:\/|$)/;

function advertiserDomain(ad: AdItem, { siteOf }: ReadComparison['sites']): string | null {
  const identity = urlIdentity(ad.url);
  return identity === null || clickCounter.test(identity.path) ? null : siteOf(identity);
}

export function adsTab(read: ReadComparison): AdsTab {
  const looked = read.columns.map((column) => column.samples.filter((sample) => sample.sample.ads !== null));
  const of = looked.filter((samples) => samples.length > 0).length;
  const names = new Map<string, { readonly name: string; domain: string | null; total: number }>();
  const domainOf = (ad: AdItem) => advertiserDomain(ad, read.sites);
  const keyOf = (ad: AdItem) => foldName(ad.advertiser) || domainOf(ad) || foldName(ad.title);
  let total = 0;
  for (const ad of looked.flat().flatMap((sample) => sample.sample.ads ?? [])) {
    const key = keyOf(ad);
    total++;
    const known = names.get(key);
    if (known === undefined)
      names.set(key, {
        name: ad.advertiser || (domainOf(ad) ?? ad.title),
        domain: domainOf(ad),
        total: 1,
      });
    else {
      known.total++;
      known.domain ??= domainOf(ad);
    }
  }
  const rows = [...names].map(([key, advertiser]): AdRow => {
    const cells = looked.map((samples) => {
      const ads = samples.flatMap((sample) => (sample.sample.ads ?? []).filter((ad) => keyOf(ad) === key));
      if (ads.length === 0) return null;
      return {
        ads: ads.length,
        bestPosition: Math.min(...ads.map((ad) => ad.position)),
        rate: adPresence.compute(
          samples.filter((sample) => (sample.sample.ads ?? []).some((ad) => keyOf(ad) === key)).length,
          samples.length,
        ),
        titles: [...new Set(ads.map((ad) => ad.title))],
      };
    });
    const columns = cells.filter((cell) => cell !== null).length;
    return {
      advertiser: advertiser.name,
      domain: advertiser.domain,
      owner: advertiser.domain === null ? null : ownerOf(advertiser.domain, read.sites),
      cells,
      columns,
      of,
      share: advertiserShare.compute(advertiser.total, total),
      consensus: consensusOf(columns, of),
    };
  });
  rows.sort(
    (one, two) =>
      two.columns - one.columns ||
      two.share.numerator - one.share.numerator ||
      (one.advertiser < two.advertiser ? -1 : 1),
  );
  return {
    available: of > 0,
    rows,
  };
}
