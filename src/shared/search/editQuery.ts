import { parseSearch, type SearchField, type SearchFilter } from './query.ts';

/** How a filter is written. */
function written(field: SearchField, value: string): string {
  return /[\s"]/.test(value) ? `${field}:"${value.replaceAll('"', '')}"` : `${field}:${value}`;
}

const matches = (filter: SearchFilter, field: SearchField, value: string): boolean =>
  filter.field === field && !filter.negated && filter.value.toLowerCase() === value.toLowerCase();

/** Whether the text of a search narrows it to this value. */
export function hasFilter(text: string, field: SearchField, value: string): boolean {
  return parseSearch(text).filters.some((filter) => matches(filter, field, value));
}

/** The text with the filter added, or taken away where it stands; the rest stays as it was typed. */
export function toggleFilter(text: string, field: SearchField, value: string): string {
  if (!hasFilter(text, field, value)) return `${text.trimEnd()} ${written(field, value)}`.trimStart();
  const parts = text.match(/-?[A-Za-z]+:"[^"]*"|-?"[^"]*"|\S+/g) ?? [];
  return parts
    .filter((part) => !parseSearch(part).filters.some((filter) => matches(filter, field, value)))
    .join(' ');
}
