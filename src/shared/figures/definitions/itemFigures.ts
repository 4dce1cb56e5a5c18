/** Figures of products, ads, result pages and claims in a comparison. */
import { rateOf, shareOf } from '../statistics/wilson.ts';
import { figure } from './figure.ts';

const ofItem = {
  group: 'answers',
  interval: 'Wilson',
  source: 'Parallax',
  of: 'item',
  format: 'share',
  compute: rateOf,
} as const;

export const productPresence = figure({
  ...ofItem,
  id: 'product-presence',
  label: 'Product presence',
  definition: 'Share of answers requested with products that show this product.',
  formula: 'answers with the product / answers with products requested',
  numerator: 'answers with the product',
  denominator: 'valid answers with products requested',
  on: ['detail'],
});

export const adPresence = figure({
  ...ofItem,
  id: 'ad-rate',
  label: 'Ad rate',
  definition: 'Share of answers requested with ads that have one of the advertiser.',
  formula: 'answers with an ad / answers with ads requested',
  numerator: 'answers with at least one ad of the advertiser',
  denominator: 'valid answers with ads requested',
  on: ['detail'],
});

export const advertiserShare = figure({
  ...ofItem,
  id: 'advertiser-share',
  label: 'Share',
  definition: 'Share of all ads that are from the advertiser.',
  formula: 'ads of the advertiser / ads',
  numerator: 'ads of the advertiser',
  denominator: 'all ads',
  interval: 'none',
  compute: shareOf,
  on: ['comparison', 'detail'],
  fileNames: { comparison: 'share' },
});

export const itemFigures = [productPresence, adPresence, advertiserShare] as const;
