import { AppError } from '#shared/model/appError.ts';
import type { ExportFilter, StoredRecord } from '#shared/model/export.ts';

/** One page of stored answers from the history. */
export type RecordPage = (input: {
  readonly filter: ExportFilter;
  readonly after: string | null;
  readonly limit: number;
  readonly pages: boolean;
}) => Promise<{
  readonly records: readonly StoredRecord[];
  readonly unreadable: readonly string[];
  readonly last: string | null;
  readonly more: boolean;
}>;

/** Evidence must be complete, or is not created. */
export function refuseUnreadable(ids: readonly string[]): never {
  throw new AppError(
    'HISTORY_CORRUPT',
    `Stored answers are damaged (${ids.join(', ')}). Choose others: an evidence file needs whole answers. No file was written.`,
  );
}

/** Full answers are large: few enough per call that nothing waits long. */
const recordsPerCall = 25;

/**
 * Iterates over stored answers in the order they were stored.
 * @param pages whether to include their stored HTML pages
 * @param assertGoingOn throws to stop early
 * @param onUnreadable gets the ids of damaged answers, which are skipped; throws if all are needed
 */
export async function* storedRecords(
  page: RecordPage,
  filter: ExportFilter,
  pages: boolean,
  assertGoingOn: () => void,
  onUnreadable: (ids: readonly string[]) => void,
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
    if (found.unreadable.length > 0) onUnreadable(found.unreadable);
    yield* found.records;
    after = found.last;
    more = found.more;
  }
}
