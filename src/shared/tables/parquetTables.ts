/** Tables of a Parquet export. Names and types are stable: new columns are added at the end of a table. */

/** `int` has 32 bits, `time` is in UTC with milliseconds. A question mark: may be empty. */
export type ParquetType = 'text' | 'int' | 'double' | 'bool' | 'time';

type Columns = Readonly<Record<string, ParquetType | `${ParquetType}?`>>;

export const parquetTables = {
  answers: {
    answer_id: 'text',
    run_id: 'text',
    project: 'text',
    received_at: 'time',
    question: 'text',
    question_branded: 'bool?',
    engine: 'text',
    market: 'text',
    country: 'text?',
    us_state: 'text?',
    market_language: 'text?',
    location: 'text?',
    device: 'text?',
    sample: 'int',
    language: 'text?',
    text_chars: 'int',
    source_count: 'int',
    counted: 'bool',
    brands_searched: 'bool',
    imported: 'bool',
    driver: 'text?',
    model: 'text?',
    surface: 'text?',
    served_shape: 'text?',
    country_honoured: 'text?',
    stop: 'text?',
    stop_reason: 'text?',
    credits_charged: 'int?',
    cost: 'double?',
    cost_currency: 'text?',
    cost_source: 'text?',
    latency_ms: 'int?',
    request_id: 'text?',
    asked: 'text',
    engine_name: 'text',
  },
  mentions: {
    answer_id: 'text',
    brand_id: 'text',
    brand: 'text',
    kind: 'text?',
    rank: 'int',
    list_rank: 'int?',
    depth: 'double',
    mentions: 'int',
    rules_version: 'int',
  },
  citations: {
    answer_id: 'text',
    ordinal: 'int',
    kind: 'text',
    position: 'int',
    url: 'text',
    host: 'text',
    domain: 'text',
    title: 'text',
  },
  searches: { answer_id: 'text', ordinal: 'int', query: 'text' },
  runs: {
    run_id: 'text',
    project: 'text',
    asked_at: 'time',
    finished_at: 'time?',
    question: 'text',
    question_count: 'int',
    engine: 'text',
    kind: 'text',
    mode: 'text',
    state: 'text',
    monitor: 'text?',
    connection: 'text',
    requests: 'int',
    completed: 'int',
    failed: 'int',
    unknown: 'int',
    cancelled: 'int',
    credits_charged: 'int',
  },
  texts: { answer_id: 'text', text: 'text' },
  translations: {
    answer_id: 'text',
    source: 'text',
    target: 'text',
    translator: 'text',
    model: 'text',
    made_at: 'time',
    text: 'text',
  },
} as const satisfies Readonly<Record<string, Columns>>;

export type ParquetTable = keyof typeof parquetTables;

export const parquetTableNames = Object.keys(parquetTables) as readonly ParquetTable[];

/** Texts are most of a history: they and their translations are only written on request. */
export const usualParquetTables: readonly ParquetTable[] = parquetTableNames.filter(
  (name) => name !== 'texts' && name !== 'translations',
);
