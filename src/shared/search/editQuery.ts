import { foldName } from '../text/words/folding.ts';
import { dayRange, parseSearch, type SearchField, type SearchFilter } from './query.ts';

/** Values of a filter, and other names with the same result. */
export type FilterValue = { readonly value: string; readonly also?: readonly string[] };

/** How a filter is written. */
function written(field: SearchField, value: string): string {
  return /[\s"]/.test(value) ? `${field}:"${value.replaceAll('"', '')}"` : `${field}:${value}`;
}

/** What two ways to write a value have in common where a search finds the same by both. */
function sameAs(field: SearchField, value: string): string {
  if (field === 'brand') return foldName(value);
  if (field === 'domain') return value.toLowerCase().replace(/^www\./, '');
  const range = field === 'on' ? dayRange(value) : null;
  return range === null ? value.toLowerCase() : `${range.startMs} ${range.endMs}`;
}

/** Whether one of the filters narrows a search to this value. */
export function hasFilter(
  filters: readonly SearchFilter[],
  field: SearchField,
  { value, also = [] }: FilterValue,
): boolean {
  const mine = filters.filter((filter) => filter.field === field && !filter.negated);
  if (mine.length === 0) return false;
  const names = new Set([value, ...also].map((name) => sameAs(field, name)));
  return mine.some((filter) => names.has(sameAs(field, filter.value)));
}

/**
 * The text with the filter added, or taken away where it stands, whatever it is called there; the rest stays as it
 * was typed. Of a group such as `country:G7` the others stay.
 */
export function toggleFilter(text: string, field: SearchField, value: FilterValue): string {
  if (!hasFilter(parseSearch(text).filters, field, value))
    return `${text.trimEnd()} ${written(field, value.value)}`.trimStart();
  const parts = text.match(/-?[A-Za-z]+:"[^"]*"|-?"[^"]*"|\S+/g) ?? [];
  return parts
    .flatMap((part) => {
      const { filters } = parseSearch(part);
      if (!hasFilter(filters, field, value)) return [part];
      return filters
        .filter((filter) => !hasFilter([filter], field, value))
        .map((other) => written(other.field, other.value));
    })
    .join(' ');
}
