/** Presence (product.md 5.1): whether a brand is named at all. */
import {
  cellOf,
  type Metric,
  type MetricObservation,
  rateMetric,
  searchedForBrands,
  validOf,
  valueMetric,
} from './metricModel.ts';

/** V = answers that name the brand / valid answers. */
export function visibility(observations: readonly MetricObservation[], brand: string): Metric {
  const searched = searchedForBrands(observations);
  return rateMetric(
    'visibility',
    searched.filter((observation) => observation.brands[brand] !== undefined).length,
    searched.length,
  );
}

/** Questions with at least one mention / questions with at least one valid answer. */
export function promptCoverage(observations: readonly MetricObservation[], brand: string): Metric {
  return reach('prompt-coverage', observations, brand, (observation) => observation.prompt);
}

/** Countries with at least one mention / countries observed. */
export function countryReach(observations: readonly MetricObservation[], brand: string): Metric {
  return reach('country-reach', observations, brand, (observation) => observation.country);
}

function reach(
  id: string,
  observations: readonly MetricObservation[],
  brand: string,
  key: (observation: MetricObservation) => string,
): Metric {
  const all = new Set<string>();
  const naming = new Set<string>();
  for (const observation of searchedForBrands(observations)) {
    all.add(key(observation));
    if (observation.brands[brand] !== undefined) naming.add(key(observation));
  }
  return rateMetric(id, naming.size, all.size);
}

/** Cells with a valid answer / cells planned. */
export function matrixCoverage(observations: readonly MetricObservation[], plannedCells: number): Metric {
  return rateMetric('matrix-coverage', new Set(validOf(observations).map(cellOf)).size, plannedCells);
}

/** Valid answers / answers submitted. */
export function successRate(observations: readonly MetricObservation[]): Metric {
  return rateMetric('success-rate', validOf(observations).length, observations.length);
}

/**
 * Pooled visibility with equal weight per cell: the mean over cells of the cell's own rate, so that a cell
 * asked ten times does not outvote one asked once. Numerator and denominator are the summed counts.
 */
export function pooledVisibility(observations: readonly MetricObservation[], brand: string): Metric {
  const cells = new Map<string, { named: number; count: number }>();
  let named = 0;
  const searched = searchedForBrands(observations);
  for (const observation of searched) {
    const cell = cells.get(cellOf(observation)) ?? { named: 0, count: 0 };
    cell.count++;
    if (observation.brands[brand] !== undefined) {
      cell.named++;
      named++;
    }
    cells.set(cellOf(observation), cell);
  }
  const mean =
    cells.size === 0
      ? null
      : [...cells.values()].reduce((sum, cell) => sum + cell.named / cell.count, 0) / cells.size;
  return {
    ...valueMetric('pooled-visibility', mean, cells.size),
    numerator: named,
    denominator: searched.length,
  };
}
