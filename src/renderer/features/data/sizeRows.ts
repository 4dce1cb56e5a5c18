import type { DataSize } from '#shared/model/maintenance.ts';

export type SizeRow = {
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
  /** Of all that is in the history, wherever it stands: the journal may hold more of it than the file itself. 0 to 1. */
  readonly share: number;
};

const names: Readonly<Record<DataSize['kinds'][number]['kind'], string>> = {
  answers: 'Answers (compressed)',
  pages: 'Stored HTML pages',
  sources: 'Sources',
  search: 'Search index',
  brands: 'Brands in answers',
  runs: 'Runs and requests',
  other: 'Other',
};

/** What the history is made of, largest first, with what is unused in it. */
export function sizeRows({ kinds, freeBytes }: DataSize): readonly SizeRow[] {
  const total = kinds.reduce((sum, { bytes }) => sum + bytes, freeBytes);
  const row = (name: string, bytes: number, rows: number): SizeRow => ({
    name,
    bytes,
    rows,
    share: total === 0 ? 0 : bytes / total,
  });
  return [
    ...kinds.map(({ kind, bytes, rows }) => row(names[kind], bytes, rows)),
    row('Unused', freeBytes, 0),
  ].sort((one, other) => other.bytes - one.bytes);
}
