import { z } from 'zod';
import { alertKinds } from '../alerts/alertKinds.ts';
import { quietHoursSchema } from '../alerts/quietHours.ts';
import { alertRuleSchema } from '../alerts/rules.ts';
import type { Rate, Verdict } from '../analysis/comparison.ts';

const figuresShape = {
  /** Headline with its figures and how many answers stand behind them. */
  text: z.string(),
  engine: z.string().nullable(),
  market: z.string().nullable(),
  /** Brand, domain, question or period. */
  subject: z.string().nullable(),
  before: z.custom<Rate>().nullable(),
  now: z.custom<Rate>(),
  verdict: z.custom<Verdict>().nullable(),
  /** Answers that show it side by side, those of before first. */
  answers: z.array(z.string()),
  /** Of what goes on over several runs, such as failures; null for what changed from one run to the next. */
  standing: z
    .object({
      /** What it is about within its rule. */
      condition: z.string(),
      phase: z.enum(['began', 'goes-on', 'over']),
      cause: z.string(),
      /** When the run was due with which it began. */
      sinceMs: z.number(),
    })
    .nullable(),
};
export const alertViewSchema = z.object({
  id: z.string(),
  /** Grows with every alert: what was seen up to one is never given again after it. */
  number: z.number().int(),
  kind: z.enum([...alertKinds, 'test']),
  ...figuresShape,
  monitor: z.string().nullable(),
  runId: z.string().nullable(),
  beforeRunId: z.string().nullable(),
  raisedAtMs: z.number(),
  readAtMs: z.number().nullable(),
  /** Address in the window, from its `#`: the comparison that shows why. */
  address: z.string(),
  deliveries: z.array(
    z.object({
      channel: z.enum(['system', 'webhook']),
      state: z.enum(['waiting', 'sending', 'delivered', 'failed']),
      attempts: z.number().int(),
      problem: z.string().nullable(),
    }),
  ),
});
export const ruleViewSchema = z.object({
  id: z.string(),
  monitor: z.string(),
  rule: alertRuleSchema,
  words: z.string(),
});
/** Where alerts go besides the window's own list. */
export const alertChannelsSchema = z.strictObject({
  /** Notifications of the operating system; only the desktop program shows them. */
  system: z.boolean(),
  webhook: z.string().trim().max(2048).nullable(),
  /** Lets the webhook reach this computer and private networks. */
  allowPrivate: z.boolean(),
  quietHours: quietHoursSchema.nullable(),
});
export const channelsViewSchema = alertChannelsSchema.extend({
  /** Whether webhooks can be signed; unsigned ones are never sent. */
  hasSecret: z.boolean(),
});
export type AlertView = z.infer<typeof alertViewSchema>;
export type AlertRuleView = z.infer<typeof ruleViewSchema>;
export type AlertChannels = z.output<typeof alertChannelsSchema>;
export type AlertChannelsView = z.infer<typeof channelsViewSchema>;
