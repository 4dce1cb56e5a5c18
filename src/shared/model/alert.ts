import { z } from 'zod';
import { lazySchema } from '../lazySchema.ts';
import { alertKinds } from './alertKinds.ts';
import { alertRuleSchema } from './alertRules.ts';
import type { Rate, Verdict } from './comparison/comparison.ts';
import { quietHoursSchema } from './quietHours.ts';

const figuresShape = {
  /** Headline with its figures and the number of answers behind them. */
  text: z.string(),
  engine: z.string().nullable(),
  market: z.string().nullable(),
  /** Brand, domain, question or period. */
  subject: z.string().nullable(),
  before: z.custom<Rate>().nullable(),
  now: z.custom<Rate>(),
  verdict: z.custom<Verdict>().nullable(),
  /** Answers that show it side by side, earlier ones first. */
  answers: z.array(z.string()),
  /** For a condition that lasts over several runs, such as failures; null for a change between two runs. */
  standing: z
    .object({
      /** Its subject within the rule. */
      condition: z.string(),
      phase: z.enum(['began', 'goes-on', 'over']),
      cause: z.string(),
      /** Scheduled time of the run in which it began. */
      sinceMs: z.number(),
    })
    .nullable(),
};
export const alertViewSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    /** Increases with every alert: an alert seen at one value is never returned for later ones. */
    number: z.number().int(),
    kind: z.enum([...alertKinds, 'test']),
    ...figuresShape,
    monitor: z.string().nullable(),
    runId: z.string().nullable(),
    beforeRunId: z.string().nullable(),
    raisedAtMs: z.number(),
    readAtMs: z.number().nullable(),
    /** URL in the window, from its `#`: the comparison that shows the reason. */
    address: z.string(),
    deliveries: z.array(
      z.object({
        channel: z.enum(['system', 'webhook']),
        state: z.enum(['waiting', 'sending', 'delivered', 'failed']),
        attempts: z.number().int(),
        problem: z.string().nullable(),
      }),
    ),
  }),
);
export const ruleViewSchema = lazySchema(() =>
  z.object({
    id: z.string(),
    monitor: z.string(),
    rule: alertRuleSchema,
    words: z.string(),
  }),
);
/** Alert channels besides the list in the window. */
export const alertChannelsSchema = lazySchema(() =>
  z.strictObject({
    /** System notifications; only in the desktop application. */
    system: z.boolean(),
    webhook: z.string().trim().max(2048).nullable(),
    /** Allows the webhook to use this computer and private networks. */
    allowPrivate: z.boolean(),
    quietHours: quietHoursSchema.nullable(),
  }),
);
export const channelsViewSchema = lazySchema(() =>
  alertChannelsSchema.unwrap().extend({
    /** Whether webhooks can be signed; unsigned ones are never sent. */
    hasSecret: z.boolean(),
  }),
);
export type AlertView = z.infer<typeof alertViewSchema>;
export type AlertRuleView = z.infer<typeof ruleViewSchema>;
export type AlertChannels = z.output<typeof alertChannelsSchema>;
export type AlertChannelsView = z.infer<typeof channelsViewSchema>;
