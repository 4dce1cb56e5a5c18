/** Market keys may contain commas in a location. They are escaped, so that a list can be split. */
const escapeKey = (key: string): string =>
  key.replaceAll('%', '%25').replaceAll(',', '%2C').replaceAll('~', '%7E');
const unescapeKey = (key: string): string =>
  key.replaceAll('%7E', '~').replaceAll('%2C', ',').replaceAll('%25', '%');

/** Market keys as one address parameter. */
export function writeKeys(keys: Iterable<string>): string {
  return [...keys].map(escapeKey).join(',');
}

/** Market keys of an address parameter; none if it is missing. */
export function readKeys(text: string | undefined): readonly string[] {
  return text ? text.split(',').filter(Boolean).map(unescapeKey) : [];
}

/** Numbers by market key as one address parameter, such as `US~420,DE~300`. */
export function writeNumbers(numbers: ReadonlyMap<string, number>): string {
  return [...numbers].map(([key, value]) => `${escapeKey(key)}~${value}`).join(',');
}

/** Parses the parameter. Invalid numbers are ignored. */
export function readNumbers(text: string | undefined): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const entry of text ? text.split(',') : []) {
    const [key, value] = entry.split('~');
    if (key && value && /^\d{1,5}$/.test(value)) numbers.set(unescapeKey(key), Number(value));
  }
  return numbers;
}
