import { z } from 'zod';
import { strictSchema } from '../lazySchema.ts';
import type { alertKinds } from './alertKinds.ts';
import type { AlertRule } from './alertRules.ts';
import type { Rate, Verdict } from './comparison/comparison.ts';
import { quietHoursSchema } from './quietHours.ts';

export type AlertView = {
  readonly id: string;
  /** Increases with every alert: an alert seen at one value is never returned for later ones. */
  readonly number: number;
  readonly kind: (typeof alertKinds)[number] | 'test';
  /** Headline with its figures and the number of answers behind them. */
  readonly text: string;
  readonly engine: string | null;
  readonly market: string | null;
  /** Brand, domain, question or period. */
  readonly subject: string | null;
  readonly before: Rate | null;
  readonly now: Rate;
  readonly verdict: Verdict | null;
  /** Answers that show it side by side, earlier ones first. */
  readonly answers: readonly string[];
  /** For a condition that lasts over several runs, such as failures; null for a change between two runs. */
  readonly standing: {
    /** Its subject within the rule. */
    readonly condition: string;
    readonly phase: 'began' | 'goes-on' | 'over';
    readonly cause: string;
    /** Scheduled time of the run in which it began. */
    readonly sinceMs: number;
  } | null;
  readonly monitor: string | null;
  readonly runId: string | null;
  readonly beforeRunId: string | null;
  readonly raisedAtMs: number;
  readonly readAtMs: number | null;
  /** URL in the window, from its `#`: the comparison that shows the reason. */
  readonly address: string;
  readonly deliveries: readonly {
    readonly channel: 'system' | 'webhook';
    readonly state: 'waiting' | 'sending' | 'delivered' | 'failed';
    readonly attempts: number;
    readonly problem: string | null;
  }[];
};
export type AlertRuleView = {
  readonly id: string;
  readonly monitor: string;
  readonly rule: AlertRule;
  readonly words: string;
};
/** Alert channels besides the list in the window. */
export const alertChannelsSchema = strictSchema(() => ({
  /** System notifications; only in the desktop application. */
  system: z.boolean(),
  webhook: z.string().trim().max(2048).nullable(),
  /** Allows the webhook to use this computer and private networks. */
  allowPrivate: z.boolean(),
  quietHours: quietHoursSchema.nullable(),
}));
export type AlertChannelsView = AlertChannels & {
  /** Whether webhooks can be signed; unsigned ones are never sent. */
  readonly hasSecret: boolean;
};
export type AlertChannels = z.output<typeof alertChannelsSchema>;
