/** The definition of a metric, shown wherever its figure is. */
export type MetricDefinition = {
  readonly id: string;
  readonly name: string;
  readonly group:
    | 'presence'
    | 'share'
    | 'prominence'
    | 'claims'
    | 'sources'
    | 'comparing'
    | 'noise'
    | 'time'
    | 'answers';
  readonly definition: string;
  readonly formula: string;
  readonly numerator: string;
  readonly denominator: string;
  /** `Wilson`, `permutation` or `none`. */
  readonly interval: 'Wilson' | 'permutation' | 'none';
  readonly source: string;
  readonly ruleVersion: string;
};

/** A definition as a row. Its file determines its group. */
export type DefinitionRow = readonly [
  id: string,
  name: string,
  definition: string,
  formula: string,
  numerator: string,
  denominator: string,
  interval: MetricDefinition['interval'],
  source: string,
];
