import { z } from 'zod';
import type { Engine } from '../interface/engines.ts';
import type { Market } from './market.ts';

/**
 * How an answer ended. `cut`: a limit ended it; `refused`: the model declined; `blocked`: a filter stopped it.
 */
export const answerStops = ['complete', 'cut', 'refused', 'blocked'] as const;
export type AnswerStop = (typeof answerStops)[number];

/** Provider data about an answer, from `result.provenance`; null if not stated. */
export type Provenance = {
  /** The surface asked: one of `surfaces`. */
  readonly surface: string | null;
  readonly stop: AnswerStop | null;
  /** The provider's own term for `stop`. */
  readonly stopReason: string | null;
  /** The provider's charge for the answer, in `costCurrency` (ISO 4217). */
  readonly cost: number | null;
  readonly costCurrency: string | null;
  /** `stated` with the answer, or `computed` from a dated price list. */
  readonly costSource: 'stated' | 'computed' | null;
  /** The provider's request id, for its support and billing. */
  readonly providerRequestId: string | null;
  /** The instruction sent before the question (persona). */
  readonly persona: string | null;
};

export type SourceView = {
  readonly position: number;
  readonly url: string;
  readonly label: string;
  readonly description: string | null;
  /** Host without `www.`; the destination's host if a redirect was resolved. */
  readonly domain: string;
  readonly redirectLink: string | null;
};
/** A source as it is stored and exported. */
export type RecordSource = SourceView & {
  /** The role of the URL in the result. */
  readonly kind: string;
  /** As displayed, or an ISO date. */
  readonly date: string | null;
  /** Whether it belongs to the secondary group; null where the engine has none. */
  readonly footnote: boolean | null;
  readonly preview: string | null;
  /** Author of a post. */
  readonly creator: string | null;
};
/** What is stored of an answer beside its text. */
export type ObservationFacts = Omit<Provenance, 'persona'> & {
  readonly id: string;
  readonly runId: string;
  readonly cellId: string;
  readonly engine: Engine;
  readonly question: string;
  /** The wording, if it was not the main text. */
  readonly wording?: string;
  readonly market: Market;
  readonly marketKey: string;
  readonly sample: number;
  readonly receivedAtMs: number;
  /** Language of the answer. */
  readonly language: string | null;
  readonly servedShape: string | null;
  readonly driver: string | null;
  readonly model: string | null;
  readonly countryHonoured: string | null;
  readonly imported: boolean;
  readonly creditsCharged: number | null;
  readonly latencyMs: number | null;
  readonly requestId: string | null;
};
/** The data of a column: small enough for 250 of them at once. */
export type ObservationView = Provenance &
  ObservationFacts & {
    /** The stored data is unreadable (`damagedAnswer`): there is no text, source or search then. */
    readonly damaged?: boolean;
    readonly text: string;
    /** Markdown if the engine returned it; otherwise null, and `text` is shown. */
    readonly markdown: string | null;
    readonly sources: readonly SourceView[];
    readonly searchQueries: readonly string[];
  };
/** The user's notes and labels; never part of the received data. */
export type NoteView = {
  readonly id: string;
  readonly text: string;
  readonly writtenAtMs: number;
  readonly editedAtMs: number | null;
};
export type ObservationDetail = ObservationView & {
  readonly request: Readonly<Record<string, unknown>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** The full result as received. */
  readonly result: Readonly<Record<string, unknown>>;
  readonly payloadSha256: string;
  /** Ids of stored HTML pages; the hosts serve them in a sandboxed frame. */
  readonly pages: readonly { readonly id: string; readonly url: string; readonly bytes: number | null }[];
  /** Oldest first. */
  readonly notes: readonly NoteView[];
  /** In alphabetical order. */
  readonly labels: readonly string[];
};

export const noteText = z.string().trim().min(1, 'Enter text, or delete the note.').max(10_000);
/** A short label in any script. Stored in lower case, so that a label has one spelling. */
export const labelSchema = z
  .string()
  .trim()
  .transform((label) => label.normalize('NFC').toLowerCase())
  .refine(
    (label) => /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]{0,39}$/u.test(label),
    'A label is one word of letters, digits, "-", "_" and ".", at most 40 characters.',
  );
