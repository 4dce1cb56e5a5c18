/** The record of a figure: what it is called and means, how it is computed and written, and where it is shown. */
import { comparisonRuleVersion } from '../../model/comparison/comparison.ts';

/**
 * Where figures are shown. `comparison`, `market`: the tables of a comparison, with a row for each item or market, in
 * window, files, terminal, reports and the assistants' tools. `detail`: the panel of a pressed figure in the window.
 * `map`: the map and the charts by market. `similarity`: the similarity of two markets. `report`: the report of a run.
 * `ranking`: the ranking of brands or domains, of a plan run and by assistants. `trend`: over time. `plan`: by
 * question and market of a plan run. `project`: the overview of a project. `quote`: the price and power of a plan.
 * `verdict`: the verdicts beside figures.
 */
export const figurePlaces = [
  'comparison',
  'market',
  'detail',
  'map',
  'similarity',
  'report',
  'ranking',
  'trend',
  'plan',
  'project',
  'quote',
  'verdict',
] as const;
export type FigurePlace = (typeof figurePlaces)[number];

export type FigureGroup =
  | 'presence'
  | 'share'
  | 'prominence'
  | 'claims'
  | 'sources'
  | 'comparing'
  | 'noise'
  | 'time'
  | 'answers';

/** What a figure belongs to: `answers` stands for all answers of a selection. */
export type FigureSubject =
  | 'brand'
  | 'domain'
  | 'type'
  | 'answers'
  | 'market'
  | 'pair'
  | 'item'
  | 'test'
  | 'plan';

/** `share`: 0..1, in percent. `position`: from 1 for the best. `index`: 0..1, as a decimal. `number`: any other. */
export type FigureFormat = 'share' | 'position' | 'index' | 'number' | 'verdict';

/** What a reader is told about a figure. */
export type FigureDefinition = {
  readonly id: string;
  readonly label: string;
  readonly group: FigureGroup;
  readonly definition: string;
  readonly formula: string;
  readonly numerator: string;
  readonly denominator: string;
  readonly interval: 'Wilson' | 'Wilson, one-sided' | 'permutation' | 'none';
  /** Where the formula is from. */
  readonly source: string;
  readonly of: FigureSubject;
  readonly format: FigureFormat;
  readonly on: readonly [FigurePlace, ...FigurePlace[]];
  /** Its column in files, if that is not its id; these names stay when the label changes. */
  readonly fileNames?: Readonly<Partial<Record<FigurePlace, string>>>;
};

/** A figure with the function that computes it. There is no figure without one. */
export type FigureRecord<Compute = unknown> = FigureDefinition & { readonly compute: Compute };

/** `figure({ id, …, compute })`: keeps the type of `compute`. */
export const figure = <Compute>(record: FigureRecord<Compute>): FigureRecord<Compute> => record;

export const isOn = ({ on }: Pick<FigureDefinition, 'on'>, place: FigurePlace): boolean => on.includes(place);

/** The name of its column in the files of a place. */
export const fileName = (
  { id, fileNames }: Pick<FigureDefinition, 'id' | 'fileNames'>,
  place: FigurePlace,
): string => fileNames?.[place] ?? id;

/** The definition in JSON, with the version of the rules. */
export const definitionJson = ({
  id,
  label,
  group,
  definition,
  formula,
  numerator,
  denominator,
  interval,
  source,
}: FigureDefinition) => ({
  ...{ id, name: label, group, definition, formula, numerator, denominator, interval, source },
  ruleVersion: comparisonRuleVersion,
});
