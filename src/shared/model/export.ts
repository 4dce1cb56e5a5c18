import { z } from 'zod';
import type { Engine } from '../interface/engines.ts';
import { surfaceChoices } from '../interface/surface.ts';
import { lazySchema, strictSchema } from '../lazySchema.ts';
import type { NoteView, ObservationFacts, Provenance, RecordSource } from './observation.ts';
import { inProject, projectRefSchema } from './projectScope.ts';
import { type CellView, engineSchema } from './run.ts';
import type { Translation } from './translation.ts';

/** Filter of answers; each member narrows it, none means all. */
export const exportFilterSchema = strictSchema(() => ({
  /** Ids of runs or of answers. */
  ids: z.array(z.string()).min(1).max(10_000).optional(),
  fromMs: z.number().optional(),
  /** Not included. */
  beforeMs: z.number().optional(),
  engine: engineSchema.optional(),
  surface: z.enum(surfaceChoices).optional(),
  /** Market keys, or countries with all their markets. */
  markets: z.array(z.string()).min(1).max(1000).optional(),
  /** Of this project, by id or name; absent or `all`: of every project. */
  project: projectRefSchema.optional(),
  /** Words of the question, ignoring case. */
  text: z.string().max(500).optional(),
}));
/** A stored answer with all its data. */
export type StoredRecord = Provenance &
  ObservationFacts & {
    /** What the connection that was asked calls it. */
    readonly engineName: string;
    readonly text: string;
    readonly sources: readonly RecordSource[];
    readonly searchQueries: readonly string[];
    readonly request: { readonly path: string; readonly body: string };
    readonly status: number;
    readonly responseHeaders: Readonly<Record<string, string>>;
    /** The response body as it came. */
    readonly payload: string;
    readonly payloadSha256: string;
    /** The user's notes and labels. */
    readonly notes: readonly NoteView[];
    readonly labels: readonly string[];
    /** Stored HTML pages, if requested. */
    readonly pages: readonly { readonly url: string; readonly html: string }[];
    /** Absent if none is stored. */
    readonly translations?: readonly TranslationRecord[];
  };
/** A stored translation of an answer as one text. */
export type TranslationRecord = Pick<
  Translation,
  'source' | 'target' | 'translator' | 'model' | 'version'
> & {
  /** ISO 8601. */
  readonly madeAt: string;
  /** SHA-256 of the stored answer that was translated, in hexadecimal. */
  readonly answerSha256: string;
  /** Sections are separated by blank lines. */
  readonly text: string;
  /** Sections in the original, because their translation lost something. */
  readonly sectionsKept: number;
};
/** A language and translator of which an export has translations. */
export type TranslatedBy = Pick<Translation, 'target' | 'translator'>;
export type ExportCount = { readonly answers: number; readonly translated: readonly TranslatedBy[] };
/** One listed brand named in one answer, by the current rules. */
export type BrandRecord = {
  readonly answer: string;
  readonly name: string;
  readonly kind: string | null;
  readonly rank: number;
  readonly listRank: number | null;
  readonly depth: number;
  readonly mentions: number;
  readonly rulesVersion: number;
};
/** A planned request without an answer (yet). */
export type CellRecord = Pick<
  CellView,
  'id' | 'marketKey' | 'sample' | 'state' | 'finishedAtMs' | 'attempts' | 'creditsCharged'
> & {
  readonly runId: string;
  readonly question: string;
  readonly engine: Engine;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly requestId: string | null;
};
export const exportFormats = ['csv', 'csv-excel', 'jsonl', 'xlsx', 'parquet', 'evidence'] as const;
/** The answers to export: those that pass a filter, match a search, or belong to a series. */
export const exportSelectionSchema = lazySchema(() =>
  z.union([
    z.strictObject({ filter: exportFilterSchema }),
    /** As typed into the search; empty means all of the project. */
    z.strictObject({ search: z.string().max(1000), ...inProject }),
    z.strictObject({ series: z.string(), monitorId: z.string().nullable().default(null) }),
  ]),
);
export type ExportFilter = z.output<typeof exportFilterSchema>;
export type ExportFormat = (typeof exportFormats)[number];
export type ExportSelection = z.input<typeof exportSelectionSchema>;
