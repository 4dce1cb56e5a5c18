import type { Engine } from '../interface/engines.ts';
import type { Market } from './market.ts';

/** One answer of a series, without its text. */
export type SeriesAnswer = {
  readonly id: string;
  readonly runId: string;
  readonly receivedAtMs: number;
  /** The wording, if it was not the main text. */
  readonly wording?: string;
  readonly sample: number;
  /** Language of the answer. */
  readonly language: string | null;
  /** Characters of the answer. */
  readonly textChars: number;
  readonly sourceCount: number;
  readonly driver: string | null;
  readonly model: string | null;
  readonly servedShape: string | null;
  readonly imported: boolean;
  readonly creditsCharged: number | null;
  /** Of the monitor that asked. */
  readonly monitorId: string | null;
  readonly labels: readonly string[];
  /** Domains it cites, in its order. */
  readonly domains: readonly string[];
  /** Ids of the listed brands it names, by rank; null if it was not searched with the current rules (yet). */
  readonly brands: readonly string[] | null;
};
export type Series = {
  readonly question: string;
  readonly engine: Engine;
  readonly market: Market;
  readonly marketKey: string;
  /** Monitors whose runs are included; an answer may belong to none. */
  readonly monitors: readonly { readonly id: string; readonly name: string; readonly answers: number }[];
  /** Oldest first; only the newest ones if there are too many. */
  readonly answers: readonly SeriesAnswer[];
  readonly total: number;
  /** Names of the brands. */
  readonly brands: readonly { readonly id: string; readonly name: string }[];
};
