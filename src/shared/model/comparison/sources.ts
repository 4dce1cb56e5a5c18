/** The sources of all columns by domain. */
import { allSourceTypes, type SourceType } from '../sourceTypes.ts';
import type { Figure, Intersection, NoiseTest, PairFigures, Rate, TabTests, TestedRow } from './basics.ts';

export { allSourceTypes, type SourceType };

export const allPageTypes = [
  'homepage',
  'article',
  'listicle',
  'how-to',
  'comparison',
  'review',
  'product',
  'documentation',
  'forum',
  'video',
  'other',
] as const;

export type PageType = (typeof allPageTypes)[number];

export type SourceCell = {
  /** Best (lowest) position of the domain in the shown sample's list, otherwise in any sample. */
  readonly position: number;
  readonly meanPosition: number;
  /** Distinct URLs of the domain in this column. */
  readonly urls: readonly number[];
  /** Answers of the column that cite the domain, of its valid answers. */
  readonly rate: Rate;
  /** Answers that also cite it inside the text. */
  readonly inline: number;
  readonly observationIds: readonly string[];
};

export type SourceRow = TestedRow & {
  /** Registrable domain by the public suffix list. */
  readonly domain: string;
  readonly owner: 'own' | 'competitor' | null;
  readonly brandId: string | null;
  readonly type: SourceType;
  readonly cells: readonly (SourceCell | null)[];
  readonly citations: number;
  readonly citationShare: Rate;
  readonly presence: Rate;
  readonly meanPosition: Figure;
};

export type SourceUrl = {
  readonly normalized: string;
  readonly raw: string;
  readonly withoutQuery: string;
  readonly domain: string;
  readonly title: string;
  readonly pageType: PageType;
  /** Indexes of the columns that cite the URL. */
  readonly columns: readonly number[];
};

export type SourceColumn = {
  readonly citations: number;
  readonly domains: number;
  readonly urls: number;
  readonly answersWithSources: Rate;
  readonly localShare: Rate;
  /** Herfindahl index of the domain shares, 0..1. */
  readonly concentration: Figure;
  readonly topFiveShare: Rate;
  /** Overlap with the baseline; null without a baseline or data. */
  readonly overlap: PairFigures | null;
  readonly onlyHere: readonly string[];
};

export type SourcesTab = {
  readonly available: boolean;
  readonly rows: readonly SourceRow[];
  readonly urls: readonly SourceUrl[];
  readonly intersections: readonly Intersection[];
  readonly columns: readonly SourceColumn[];
  readonly test: NoiseTest;
  readonly tests: TabTests;
};
