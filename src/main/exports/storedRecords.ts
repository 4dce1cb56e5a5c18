import type { ExportFilter, StoredRecord } from '#shared/model/export.ts';

/** One page of stored answers, as the history gives them. */
export type RecordPage = (input: {
  readonly filter: ExportFilter;
  readonly after: string | null;
  readonly limit: number;
  readonly pages: boolean;
}) => Promise<{ readonly records: readonly StoredRecord[]; readonly more: boolean }>;

/** Whole answers are large: few enough in one call that nothing waits long. */
const recordsPerCall = 25;

/**
 * Stored answers one after the other, in the order they were stored.
 * @param pages whether their stored HTML pages come with them
 * @param assertGoingOn throws when nobody wants the rest any more
 */
export async function* storedRecords(
  page: RecordPage,
  filter: ExportFilter,
  pages: boolean,
  assertGoingOn: () => void,
): AsyncGenerator<StoredRecord> {
  let after: string | null = null;
  for (let more = true; more; ) {
    assertGoingOn();
    const found: Awaited<ReturnType<RecordPage>> = await page({
      filter,
      after,
      limit: recordsPerCall,
      pages,
    });
    yield* found.records;
    after = found.records.at(-1)?.id ?? null;
    more = found.more;
  }
}
