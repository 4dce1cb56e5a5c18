import { geoEqualEarth, geoPath } from 'd3-geo';
import codes from 'i18n-iso-countries/codes.json';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import world from 'world-atlas/countries-110m.json';
import { countries } from '#shared/geo/countries.ts';

export const mapWidth = 960;
export const mapHeight = 470;

export type CountryShape = {
  readonly country: string;
  /** Outline as SVG path data; null for countries too small for the scale of the map, which are drawn as a dot. */
  readonly path: string | null;
  readonly x: number;
  readonly y: number;
};

/** The shapes of all countries, created when the first map is shown. */
export function worldShapes(): readonly CountryShape[] {
  const topology = world as unknown as Topology<{ countries: GeometryCollection }>;
  const { features } = feature(topology, topology.objects.countries);
  const numeric = new Map(codes.map(([alpha2, , number]) => [number, alpha2]));
  const projection = geoEqualEarth().fitSize([mapWidth, mapHeight], { type: 'Sphere' });
  const path = geoPath(projection);
  const outlines = new Map(
    features.flatMap((each) => {
      const country = numeric.get(String(each.id ?? '').padStart(3, '0'));
      const outline = path(each);
      return country === undefined || outline === null ? [] : [[country, outline] as const];
    }),
  );
  return countries.flatMap((country) => {
    const at = projection([country.longitude, country.latitude]);
    if (at === null) return [];
    return [{ country: country.code, path: outlines.get(country.code) ?? null, x: at[0], y: at[1] }];
  });
}
