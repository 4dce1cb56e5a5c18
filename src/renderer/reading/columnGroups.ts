import { continentNames, findCountry } from '#shared/geo/countries.ts';
import { countSurfaces, surfaceKey, surfaceLabel } from '#shared/interface/surface.ts';
import type { PartialComparison } from '#shared/model/comparison/comparisonParts.ts';
import { languageLabel } from '../ui/locationLabels.ts';
import { type Column, surfacesOfCells } from './columns.ts';
import { readKeys, writeKeys } from './marketKeys.ts';

export const groupings = ['none', 'region', 'surface', 'language', 'similarity'] as const;
/** Ways of grouping columns. */
export type Grouping = (typeof groupings)[number];

/** Grouping of the columns of a run, stored in the address. */
export type ColumnView = {
  readonly grouping: Grouping;
  /** Whether columns with identical answers are collapsed into one. */
  readonly collapse: boolean;
  /** Columns whose identical ones are shown nevertheless. */
  readonly expanded: ReadonlySet<string>;
};

/** A displayed column with its position. */
export type ShownColumn = Column & {
  /** Its group, its position in it from 1, and the group's number of columns. */
  readonly group: { readonly name: string; readonly place: number; readonly of: number } | null;
  /** Columns with the identical answer that are collapsed into this one; empty if they are shown. */
  readonly same: readonly Column[];
  /** Whether its identical columns are shown and can be collapsed. */
  readonly apart: boolean;
};

export function readColumnView(params: Readonly<Record<string, string>>): ColumnView {
  return {
    grouping: groupings.find((each) => each === params.group) ?? 'none',
    collapse: params.same !== 'apart',
    expanded: new Set(readKeys(params.apart)),
  };
}

export function writeColumnView(view: ColumnView): Readonly<Record<'group' | 'same' | 'apart', string>> {
  return {
    group: view.grouping === 'none' ? '' : view.grouping,
    same: view.collapse ? '' : 'apart',
    apart: writeKeys(view.expanded),
  };
}

type Place = { readonly column: Column; readonly name: string; readonly rank: number };

/**
 * Adds the group of each column and makes its members adjacent. Columns keep their order within a group, and groups
 * have the order of their first column. Grouping by similarity uses the seriation order. Language and similarity come
 * from the comparison; without one, columns are unchanged.
 */
function grouped(
  columns: readonly Column[],
  grouping: Grouping,
  comparison: PartialComparison | null,
): readonly Pick<ShownColumn, keyof Column | 'group'>[] {
  const ungrouped = columns.map((column) => ({ ...column, group: null }));
  if (grouping === 'none' || (comparison === null && needsComparison(grouping))) return ungrouped;
  const places = columns.map((column, rank): Place => ({ column, rank, name: '' }));
  const named =
    grouping === 'similarity'
      ? bySimilarity(places, comparison)
      : places.map((place) => ({ ...place, name: groupOf(place.column, grouping, comparison) }));
  const groups = new Map<string, Place[]>();
  for (const place of [...named].sort((one, two) => one.rank - two.rank)) {
    const group = groups.get(place.name);
    if (group === undefined) groups.set(place.name, [place]);
    else group.push(place);
  }
  return [...groups].flatMap(([name, members]) =>
    members.map(({ column }, index) => ({
      ...column,
      group: { name, place: index + 1, of: members.length },
    })),
  );
}

/** Whether the grouping needs a comparison. */
export const needsComparison = (grouping: Grouping): boolean =>
  grouping === 'language' || grouping === 'similarity';

function groupOf(column: Column, grouping: Grouping, comparison: PartialComparison | null): string {
  if (grouping === 'region') return regionOf(column);
  return grouping === 'surface' ? surfacesOf(column) : languageOf(column, comparison);
}

function surfacesOf(column: Column): string {
  const surfaces = countSurfaces(surfacesOfCells(column.cells)).map(({ surface }) => surfaceKey(surface));
  return surfaces.length === 0 ? 'No answer' : surfaces.map(surfaceLabel).join(', ');
}

function regionOf(column: Column): string {
  const country = column.market.country === null ? undefined : findCountry(column.market.country);
  return country === undefined ? 'No region' : continentNames[country.continent];
}

function languageOf(column: Column, comparison: PartialComparison | null): string {
  const compared = comparison?.columns.find((each) => each.id === column.key);
  if (compared === undefined || compared.state !== 'answered') return 'No answer';
  return compared.language.code === 'und' ? 'Language not known' : languageLabel(compared.language.code);
}

function bySimilarity(places: readonly Place[], comparison: PartialComparison | null): readonly Place[] {
  const matrix = comparison?.matrix?.measures.find(
    (measure) => measure.measure === comparison.matrix?.preferred,
  );
  const indexes = new Map(comparison?.columns.map((column, index) => [column.id, index]));
  return places.map((place) => {
    const index = indexes.get(place.column.key);
    const at = index === undefined ? -1 : (matrix?.order.indexOf(index) ?? -1);
    return at === -1 || matrix === undefined || index === undefined
      ? { ...place, name: 'No answer', rank: places.length * 2 + place.rank }
      : { ...place, name: `Similar group ${(matrix.clusters[index] ?? 0) + 1}`, rank: at };
  });
}

/** The displayed columns: grouped, with identical answers collapsed. */
export function shownColumns(
  columns: readonly Column[],
  view: ColumnView,
  comparison: PartialComparison | null,
): readonly ShownColumn[] {
  const inGroups = grouped(columns, view.grouping, comparison);
  const identical = new Map(
    comparison?.columns.flatMap((column) =>
      column.state === 'answered' ? [[column.id, column.identicalGroup] as const] : [],
    ),
  );
  const sets = new Map<number, Column[]>();
  for (const column of inGroups) {
    const set = identical.get(column.key);
    if (set === undefined) continue;
    const members = sets.get(set);
    if (members === undefined) sets.set(set, [column]);
    else members.push(column);
  }
  return inGroups.flatMap((column): readonly ShownColumn[] => {
    const members = sets.get(identical.get(column.key) ?? -1) ?? [];
    const leader = members[0];
    if (members.length < 2 || leader === undefined || !view.collapse)
      return [{ ...column, same: [], apart: false }];
    const apart = members.some((member) => view.expanded.has(member.key));
    if (leader.key !== column.key) return apart ? [{ ...column, same: [], apart: false }] : [];
    return [{ ...column, same: apart ? [] : members.filter((member) => member !== column), apart }];
  });
}
