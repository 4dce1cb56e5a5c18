import { z } from 'zod';
import type { Engine } from '../interface/engines.ts';
import { lazySchema, strictSchema } from '../lazySchema.ts';
import { gapKinds, gapLists, type gapStatuses } from './gapLists.ts';
import type { Market } from './market.ts';
import { answerFilterSchema, type TrendBrand, trendQuerySchema } from './trend.ts';

export const gapQuerySchema = lazySchema(() =>
  answerFilterSchema
    .unwrap()
    .extend(trendQuerySchema.unwrap().pick({ series: true, branded: true, imported: true }).shape)
    .extend({
      /** Only the answers of this run. */
      run: z.string().max(100).optional(),
      list: z.enum(gapLists).default('open'),
      kind: z.enum(gapKinds).optional(),
      /** Id or name of a listed competitor. */
      brand: z.string().max(500).optional(),
      domain: z.string().max(500).optional(),
      /** Only these, by id. */
      ids: z.array(z.string().max(100)).max(5000).optional(),
      /** Also groups the list by cause. */
      grouped: z.boolean().optional(),
      /** Maximum number returned, widest reach first. */
      most: z.number().int().min(1).max(5000).default(100),
    }),
);

/** Identifies a gap in later runs. */
export const gapKeySchema = strictSchema(() => ({
  kind: z.enum(gapKinds),
  question: z.string(),
  engine: z.string().max(100),
  market: z.string().max(200),
  /** Id of the competitor that is named; empty for a citation gap. */
  brand: z.string().max(200),
  /** Domain that is cited; empty for a mention gap. */
  domain: z.string().max(500),
}));
export type GapView = {
  readonly id: string;
  readonly key: GapKey;
  readonly engine: Engine;
  readonly market: Market;
  /** The competitor that is named, or whose site is cited; null for other sites. */
  readonly brand: Pick<TrendBrand, 'id' | 'name'> | null;
  /** Competitors named in the answers behind it. */
  readonly named: readonly Pick<TrendBrand, 'id' | 'name'>[];
  readonly count: number;
  readonly of: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly runs: number;
  readonly ofRuns: number;
  readonly sinceMs: number;
  readonly closedAtMs: number | null;
  readonly askedAtMs: number;
  readonly status: GapStatus;
  readonly note: string;
  readonly decidedAtMs: number | null;
  /** The latest answer behind it. */
  readonly observationId: string;
  /** The sentence that names a competitor. */
  readonly quote: {
    readonly text: string;
    readonly marks: readonly (readonly [number, number])[];
    readonly cutBefore: boolean;
    readonly cutAfter: boolean;
  } | null;
  /** Language of the answer. */
  readonly language: string | null;
  /** The cited page. */
  readonly url: string | null;
};
/** What the gaps of one cause come to. */
export type GapCauseFacts = {
  readonly gaps: number;
  /** Answers without you that name or cite it, of those without you in the same questions, engines and markets. */
  readonly answers: number;
  readonly of: number;
  /** Average position of the competitor in the latest answer of each gap; null for a page. */
  readonly position: number | null;
  readonly questions: number;
  /** Keys of the markets, most gaps first. */
  readonly markets: readonly string[];
};
/** The gaps of one competitor that is named, or of one page that is cited, where you are not. */
export type GapCause = GapCauseFacts & {
  readonly kind: GapKey['kind'];
  /** Id of the competitor, or the domain. */
  readonly value: string;
  readonly label: string;
};
type GapTally = {
  readonly value: string;
  readonly label: string;
  readonly count: number;
};
export type GapAnswer = {
  /** Widest reach first. */
  readonly gaps: readonly GapView[];
  /** The list by cause: competitors, then pages to win, highest priority first. Empty unless asked for. */
  readonly causes: readonly GapCause[];
  /** Total in the list; `gaps` contains the first of them. */
  readonly total: number;
  readonly counts: {
    readonly open: number;
    readonly done: number;
    readonly ignored: number;
    readonly closed: number;
    readonly all: number;
  };
  /** Counts of the list by filter value, most frequent first. */
  readonly tallies: {
    readonly kinds: readonly GapTally[];
    readonly markets: readonly GapTally[];
    readonly engines: readonly GapTally[];
    readonly questions: readonly GapTally[];
    readonly brands: readonly GapTally[];
    readonly domains: readonly GapTally[];
  };
  readonly answers: number;
  readonly brandedLeftOut: number;
  readonly unsearched: number;
  /** What has to be set up before there can be gaps. */
  readonly missing: readonly ('own' | 'competitors' | 'own-domains')[];
};

export const noteOfGap = z.string().trim().max(2000);

export type GapQuery = z.output<typeof gapQuerySchema>;
export type GapQueryInput = z.input<typeof gapQuerySchema>;
export type GapKey = z.infer<typeof gapKeySchema>;
export type GapList = (typeof gapLists)[number];
export type GapStatus = (typeof gapStatuses)[number];
