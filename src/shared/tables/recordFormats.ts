import type { StoredRecord, TranslatedBy } from '../model/export.ts';
import type { Provenance } from '../model/observation.ts';
import { csvHead, csvRow } from './sheetFormats.ts';

/** How stored answers are written to a file. */
export const exportFormats = ['jsonl', 'csv', 'csv-excel'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * Text before the first answer.
 * @param translated columns for translations, after all others
 */
export function exportHead(format: ExportFormat, translated: readonly TranslatedBy[] = []): string {
  const columns = [
    ...csvColumns,
    ...translated.map(({ target, translator }) => `text_${target}_${translator}`),
  ];
  return format === 'jsonl' ? '' : csvHead(format, columns);
}

/** One answer with its line end. JSON Lines contain everything, and can be imported again. */
export function exportLine(
  record: StoredRecord,
  format: ExportFormat,
  translated: readonly TranslatedBy[] = [],
): string {
  if (format === 'jsonl') return `${JSON.stringify(jsonOf(record))}\n`;
  return csvRow(format, [...csvCells(record), ...translationCells(record, translated)]);
}

/** The translations of an answer in the order of their columns. */
export function translationCells(
  { translations = [] }: StoredRecord,
  translated: readonly TranslatedBy[],
): readonly (string | null)[] {
  return translated.map(
    ({ target, translator }) =>
      translations.find((each) => each.target === target && each.translator === translator)?.text ?? null,
  );
}

function jsonOf(record: StoredRecord): Readonly<Record<string, unknown>> {
  const { market, marketKey, receivedAtMs, request, status, payload, pages, notes, ...rest } = record;
  const { country, state, language, location, device } = market;
  return {
    ...rest,
    country,
    state: state ?? null,
    hl: language ?? null,
    location: location ?? null,
    device: device ?? null,
    market: marketKey,
    receivedAt: new Date(receivedAtMs).toISOString(),
    request: { path: request.path, body: JSON.parse(request.body) },
    responseStatus: status,
    notes: notes.map(({ text, writtenAtMs, editedAtMs }) => ({
      text,
      writtenAt: new Date(writtenAtMs).toISOString(),
      editedAt: editedAtMs === null ? null : new Date(editedAtMs).toISOString(),
    })),
    ...(pages.length > 0 ? { pages } : {}),
    response: JSON.parse(payload),
  };
}

const csvColumns = [
  'id',
  'run',
  'received_at',
  'question',
  'engine',
  'country',
  'state',
  'market',
  'sample',
  'language',
  'text',
  'source_count',
  'sources',
  'search_queries',
  'driver',
  'model',
  'served_shape',
  'country_honoured',
  'imported',
  'credits_charged',
  'latency_ms',
  'request_id',
  'payload_sha256',
  'labels',
  'notes',
  'surface',
  'stop',
  'stop_reason',
  'cost',
  'cost_currency',
  'cost_source',
  'provider_request_id',
  'persona',
  'asked',
  'engine_name',
] as const;

/** In the order of the columns from `surface` on. */
export function provenanceCells(record: Provenance): readonly (string | number | null)[] {
  return [
    record.surface,
    record.stop,
    record.stopReason,
    record.cost,
    record.costCurrency,
    record.costSource,
    record.providerRequestId,
    record.persona,
  ];
}

/** Provider, and how the answer was made. */
export function servedCells(record: StoredRecord): readonly (string | number | null)[] {
  return [
    record.driver,
    record.model,
    record.servedShape,
    record.countryHonoured,
    record.imported ? 1 : 0,
    record.creditsCharged,
    record.latencyMs,
    record.requestId,
  ];
}

function csvCells(record: StoredRecord): readonly (string | number | null)[] {
  return [
    record.id,
    record.runId,
    new Date(record.receivedAtMs).toISOString(),
    record.question,
    record.engine,
    record.market.country,
    record.market.state ?? null,
    record.marketKey,
    record.sample,
    record.language,
    record.text,
    record.sources.length,
    record.sources.map(({ url }) => url).join('\n'),
    record.searchQueries.join('\n'),
    ...servedCells(record),
    record.payloadSha256,
    record.labels.join(' '),
    record.notes.map(({ text }) => text).join('\n'),
    ...provenanceCells(record),
    record.wording ?? record.question,
    record.engineName,
  ];
}
