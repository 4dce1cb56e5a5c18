/** Share of voice (product.md 5.2): a brand among the tracked ones. Changing the list breaks the line. */
import {
  type Metric,
  type MetricObservation,
  rateMetric,
  searchedForBrands,
  shareMetric,
  valueMetric,
} from './metricModel.ts';

/** S = Σ m(brand) / Σ over tracked k of Σ m(k), counted once an answer; no data without a rival. */
export function shareOfVoice(
  observations: readonly MetricObservation[],
  brand: string,
  tracked: readonly string[],
): Metric {
  return share('share-of-voice', observations, brand, tracked, () => 1);
}

/** The same over every occurrence instead of once an answer. */
export function occurrenceShare(
  observations: readonly MetricObservation[],
  brand: string,
  tracked: readonly string[],
): Metric {
  return share('occurrence-share', observations, brand, tracked, (mentions) => mentions);
}

function share(
  id: string,
  observations: readonly MetricObservation[],
  brand: string,
  tracked: readonly string[],
  weight: (mentions: number) => number,
): Metric {
  if (!tracked.some((other) => other !== brand)) return shareMetric(id, 0, 0);
  let own = 0;
  let all = 0;
  for (const { brands } of searchedForBrands(observations)) {
    for (const other of new Set([brand, ...tracked])) {
      const found = brands[other];
      if (found === undefined) continue;
      all += weight(found.mentions);
      if (other === brand) own += weight(found.mentions);
    }
  }
  return shareMetric(id, own, all);
}

/** (1/n) Σ m(brand) / N, N = tracked brands in the answer: one voice an answer, divided among who is named. */
export function fractionalShare(
  observations: readonly MetricObservation[],
  brand: string,
  tracked: readonly string[],
): Metric {
  const searched = searchedForBrands(observations);
  let sum = 0;
  let named = 0;
  for (const { brands } of searched) {
    if (brands[brand] === undefined) continue;
    named++;
    sum += 1 / [...new Set([brand, ...tracked])].filter((other) => brands[other] !== undefined).length;
  }
  const value = searched.length === 0 ? null : sum / searched.length;
  return { ...valueMetric('fractional-share', value, searched.length), numerator: named };
}

/** Answers naming the brand / answers naming the brand or a rival. */
export function conditionalShare(
  observations: readonly MetricObservation[],
  brand: string,
  tracked: readonly string[],
): Metric {
  const any = searchedForBrands(observations).filter(({ brands }) =>
    [brand, ...tracked].some((other) => brands[other] !== undefined),
  );
  return rateMetric(
    'conditional-share',
    any.filter(({ brands }) => brands[brand] !== undefined).length,
    any.length,
  );
}
