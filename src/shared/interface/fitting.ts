import type { z } from 'zod';
import { safeParse } from './safeParse.ts';

/** Each round removes what the rounds before made wrong: a list without its items, then its holder. */
const maxRounds = 20;

/**
 * What another deployment of the interface sent, read as the interface has it: null for "absent", members of another
 * type and times written differently are no reason to lose an answer that may have been charged. Such members are left
 * out of the returned copy; what is stored is the response itself.
 * @param allowed `items`: an item of a list that does not fit is left out as well; `values`: words that the interface
 * does not list stay, such as a new type of ad
 * @returns undefined if what the schema requires is missing
 */
export function fitting<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { items = false, values = false }: { readonly items?: boolean; readonly values?: boolean } = {},
): z.output<Schema> | undefined {
  let copy: unknown = value;
  for (let round = 0; round < maxRounds; round += 1) {
    const { data, error } = safeParse(schema, copy);
    if (error === undefined) return data;
    const issues = error.issues.filter(
      ({ code, path }) =>
        code !== 'invalid_format' &&
        !(values && code === 'invalid_value' && typeof placeOf(copy, path)?.value === 'string'),
    );
    if (issues.length === 0) return copy as z.output<Schema>;
    if (round === 0) copy = JSON.parse(JSON.stringify(value)) as unknown;
    const places = issues.map(({ path }) => placeOf(copy, path));
    if (!places.every((place) => place !== null && (items || !Array.isArray(place.owner)))) return undefined;
    // From behind, so that the places of the items before stay right.
    for (const place of places.reverse()) leaveOut(place);
  }
  return undefined;
}

type Place = { readonly owner: object; readonly key: PropertyKey; readonly value: unknown };

/** What stands at the path; if nothing does, the member or the item of a list that lacks it. */
function placeOf(holder: unknown, path: readonly PropertyKey[]): Place | null {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const key = path[depth - 1];
    const owner = path
      .slice(0, depth - 1)
      .reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown> | null)?.[step], holder);
    if (typeof owner === 'object' && owner !== null && key !== undefined && Object.hasOwn(owner, key))
      return { owner, key, value: Reflect.get(owner, key) };
  }
  return null;
}

/** Does nothing if another issue of the same item has removed it already. */
function leaveOut(place: Place | null): void {
  if (place === null || Reflect.get(place.owner, place.key) !== place.value) return;
  if (Array.isArray(place.owner)) place.owner.splice(Number(place.key), 1);
  else Reflect.deleteProperty(place.owner, place.key);
}
