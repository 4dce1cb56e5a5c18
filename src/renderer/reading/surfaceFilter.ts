import { useMemo } from 'react';
import {
  countSurfaces,
  type SurfaceChoice,
  type SurfaceCount,
  surfaceChoices,
  surfaceKey,
} from '#shared/interface/surface.ts';
import { type Column, surfacesOfCells } from './columns.ts';
import type { AddressParams } from './useReadingView.ts';

export type SurfaceFilter = {
  /** Surfaces of all answers, most frequent first. */
  readonly surfaces: readonly SurfaceCount[];
  /** The selected surface in the address; null for all, and for a surface that no answer has. */
  readonly chosen: SurfaceChoice | null;
};

/** The selected surface among those of the answers. */
export function useSurfaceFilter(columns: readonly Column[], params: AddressParams): SurfaceFilter {
  return useMemo(() => {
    const surfaces = countSurfaces(columns.flatMap(({ cells }) => surfacesOfCells(cells)));
    const wanted = surfaceChoices.find((each) => each === params.surface);
    const there = surfaces.some(({ surface }) => surfaceKey(surface) === wanted);
    return { surfaces, chosen: wanted !== undefined && there ? wanted : null };
  }, [columns, params.surface]);
}

/** The columns with their cells of the selected surface. Columns without any are omitted. */
export function ofSurface<T extends Column>(
  columns: readonly T[],
  chosen: SurfaceChoice | null,
): readonly T[] {
  if (chosen === null) return columns;
  return columns.flatMap((column) => {
    const cells = column.cells.filter(
      ({ observationId, surface }) => observationId !== null && surfaceKey(surface) === chosen,
    );
    return cells.length === 0 ? [] : [{ ...column, cells }];
  });
}
