import type { DataSize } from '#shared/model/maintenance.ts';

export type SizeRow = {
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
  /** Share of all data of the history, 0..1. It includes the journal, which can be larger than the file. */
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

/** Size of the history by kind of data, largest first, with unused space. */
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
