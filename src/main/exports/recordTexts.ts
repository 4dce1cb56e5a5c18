import type { StoredRecord, TranslatedBy } from '#shared/model/export.ts';
import { type ExportFormat, exportHead, exportLine } from '#shared/tables/recordFormats.ts';
import { type EvidenceObservation, evidenceLines } from '../evidence/writeEvidence.ts';

/** Null for an answer that is nested too deeply to be serialized. */
function lineOf(
  record: StoredRecord,
  format: ExportFormat,
  translated: readonly TranslatedBy[],
): string | null {
  try {
    return exportLine(record, format, translated);
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Stored answers as the lines of a file, with columns for `translated`; `onUnreadable` gets the ids of skipped ones. */
export async function* recordTexts(
  records: AsyncIterable<StoredRecord>,
  format: ExportFormat,
  translated: readonly TranslatedBy[],
  onUnreadable: (ids: readonly string[]) => void,
): AsyncGenerator<string> {
  const head = exportHead(format, translated);
  if (head !== '') yield head;
  for await (const record of records) {
    const line = lineOf(record, format, translated);
    if (line === null) onUnreadable([record.id]);
    else yield line;
  }
}

/**
 * Stored answers, with their pages, as an evidence file.
 * @param onSeal gets the last chain value, after everything before it was consumed
 */
export async function* evidenceTexts(
  records: AsyncIterable<StoredRecord>,
  about: { readonly version: string; readonly nowMs: number; readonly count: number },
  onSeal: (seal: string) => void,
): AsyncGenerator<string> {
  const observations = async function* (): AsyncGenerator<EvidenceObservation> {
    for await (const record of records) yield evidenceOf(record);
  };
  const context = { program: `Parallax ${about.version}`, createdAtMs: about.nowMs, count: about.count };
  let last = '';
  for await (const line of evidenceLines(observations(), context)) {
    last = line;
    yield `${line}\n`;
  }
  onSeal((JSON.parse(last) as { readonly chain: string }).chain);
}

function evidenceOf(record: StoredRecord): EvidenceObservation {
  // Notes and labels belong to the user and are not part of what was received.
  const {
    id,
    request,
    responseHeaders,
    payload,
    pages,
    text,
    sources,
    searchQueries,
    notes,
    labels,
    translations = [],
    ...facts
  } = record;
  return {
    id,
    facts: { ...facts, receivedAt: new Date(record.receivedAtMs).toISOString() },
    request: { path: request.path, body: request.body },
    responseHeaders,
    payload,
    pages: pages.map(({ url, html }) => ({ name: url, html })),
    translations: translations.map((translation) => ({
      name: translation.target,
      content: JSON.stringify(translation),
    })),
  };
}
