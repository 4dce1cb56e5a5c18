import { damagedAnswer } from '#shared/model/appError.ts';
import type { ObservationView } from '#shared/model/observation.ts';
import type { CellView, RunSummary } from '#shared/model/run.ts';
import type { SheetCell } from '#shared/tables/sheet.ts';
import { type CsvFormat, csvHead, csvRow, isCsv } from '#shared/tables/sheetFormats.ts';

/** One line of `--format json`: exactly these fields, for every ended cell. */
export type AnswerLine = {
  /** The stored answer's id, or the cell's if there is no answer. */
  readonly id: string;
  readonly runId: string;
  readonly engine: string;
  readonly country: string | null;
  readonly state: string | null;
  readonly status: 'completed' | 'failed';
  /** Null without an answer, so that a failure is never mistaken for an empty one. */
  readonly text: string | null;
  readonly sources: readonly { readonly position: number; readonly url: string; readonly label: string }[];
  readonly creditsCharged: number | null;
  readonly latencyMs: number | null;
  readonly requestId: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Only in a plan's run, which has several. */
  readonly question?: string;
  readonly sample?: number;
  /** The wording used in the market, if it is not the main text. */
  readonly wording?: string;
  /** The provider's charge, if known. */
  readonly cost?: {
    readonly amount: number;
    readonly currency: string;
    readonly source: 'stated' | 'computed' | null;
  };
  /** Only for an imported answer. */
  readonly imported?: true;
};

/** A cell without an answer, by its state. */
const unanswered: Readonly<
  Partial<Record<CellView['state'], { readonly code: string; readonly message: string }>>
> = {
  cancelled: { code: 'CANCELLED', message: 'The request was cancelled before an answer arrived.' },
  unknown: {
    code: 'OUTCOME_UNKNOWN',
    message: 'The request was sent, but no response arrived. It may have been charged.',
  },
  planned: { code: 'UNFINISHED', message: 'The request was not sent.' },
  running: { code: 'UNFINISHED', message: 'No answer yet.' },
};

export function answerLine(run: RunSummary, cell: CellView, observation: ObservationView | null): AnswerLine {
  const place = {
    runId: run.id,
    ...(run.plan ? { question: run.question, sample: cell.sample } : {}),
    ...(cell.wording === undefined ? {} : { wording: cell.wording }),
    engine: run.engine,
    country: cell.market.country,
    state: cell.market.state ?? null,
  };
  if (cell.state === 'completed' && observation && !observation.damaged) {
    return {
      id: observation.id,
      ...place,
      status: 'completed',
      text: observation.text,
      sources: observation.sources.map(({ position, url, label }) => ({ position, url, label })),
      creditsCharged: observation.creditsCharged,
      latencyMs: observation.latencyMs,
      requestId: observation.requestId,
      error: null,
      ...costOf(observation),
      ...(observation.imported ? { imported: true } : {}),
    };
  }
  const error = cell.error ??
    (observation?.damaged ? damagedAnswer : unanswered[cell.state]) ?? {
      code: 'INTERNAL',
      message: 'The answer is no longer stored.',
    };
  return {
    id: observation?.id ?? cell.id,
    ...place,
    status: 'failed',
    text: null,
    sources: [],
    creditsCharged: cell.creditsCharged,
    latencyMs: null,
    requestId: cell.error?.requestId ?? null,
    error: { code: error.code, message: error.message },
  };
}

function costOf({ cost, costCurrency, costSource }: ObservationView): Pick<AnswerLine, 'cost'> {
  if (cost === null || costCurrency === null) return {};
  return { cost: { amount: cost, currency: costCurrency, source: costSource } };
}

const csvColumns = [
  'id',
  'run',
  'question',
  'engine',
  'country',
  'state',
  'sample',
  'status',
  'text',
  'source_count',
  'sources',
  'credits_charged',
  'latency_ms',
  'request_id',
  'error_code',
  'error_message',
  'cost',
  'cost_currency',
  'cost_source',
  'asked',
] as const;

/** Prints answers line by line, as they arrive. */
export type LineFormat = 'json' | 'jsonl' | CsvFormat;

export const isLineFormat = (format: string): format is LineFormat =>
  format === 'json' || format === 'jsonl' || isCsv(format);

/** Returns the text of each answer; the header of a CSV file precedes the first. */
export function answerWriter(format: LineFormat, question: (line: AnswerLine) => string) {
  let head = isCsv(format) ? csvHead(format, csvColumns) : '';
  return (line: AnswerLine): string => {
    const before = head;
    head = '';
    return isCsv(format)
      ? before + csvRow(format, cellsOf(line, question(line)))
      : `${JSON.stringify(line)}\n`;
  };
}

const cellsOf = (line: AnswerLine, question: string): readonly SheetCell[] => [
  line.id,
  line.runId,
  question,
  line.engine,
  line.country,
  line.state,
  line.sample ?? null,
  line.status,
  line.text,
  line.sources.length,
  line.sources.map(({ url }) => url).join(' '),
  line.creditsCharged,
  line.latencyMs,
  line.requestId,
  line.error?.code ?? null,
  line.error?.message ?? null,
  line.cost?.amount ?? null,
  line.cost?.currency ?? null,
  line.cost?.source ?? null,
  line.wording ?? question,
];
