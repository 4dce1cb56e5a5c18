import { z } from 'zod';
import { quietHoursSchema } from '../../alerts/quietHours.ts';
import { alertKinds, alertRuleSchema } from '../../alerts/rules.ts';
import type { Rate, Verdict } from '../../analysis/comparison.ts';
import { mutation, query } from '../route.ts';

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

const alertViewSchema = z.object({
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

const ruleViewSchema = z.object({
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

const channelsViewSchema = alertChannelsSchema.extend({
  /** Whether webhooks can be signed; unsigned ones are never sent. */
  hasSecret: z.boolean(),
});

export const alertRoutes = {
  'alerts.addRule': mutation(z.strictObject({ monitor: z.string(), rule: alertRuleSchema }), ruleViewSchema),
  'alerts.rules': query(
    z.strictObject({ monitor: z.string().optional() }),
    z.object({ rules: z.array(ruleViewSchema) }),
  ),
  'alerts.removeRule': mutation(z.strictObject({ id: z.string() }), z.object({ removed: z.boolean() })),
  'alerts.list': query(
    z.strictObject({
      monitor: z.string().optional(),
      unread: z.boolean().default(false),
      /** Only those with a greater number, oldest first; the newest first without it. */
      after: z.number().int().optional(),
      limit: z.number().int().min(1).max(500).default(100),
    }),
    z.object({ alerts: z.array(alertViewSchema), unread: z.number().int() }),
  ),
  /** Without ids: all of them. */
  'alerts.markRead': mutation(
    z.strictObject({ ids: z.array(z.string()).max(1000).optional() }),
    z.object({ marked: z.number().int() }),
  ),
  /** Judges the runs that have ended, and sends what is due. A window does so by itself. */
  'alerts.settle': mutation(z.strictObject({}), z.object({ alerts: z.array(alertViewSchema) })),
  /** An alert that says it is one, through every channel, at once. */
  'alerts.test': mutation(z.strictObject({}), alertViewSchema),
  'alerts.channels': query(z.strictObject({}), channelsViewSchema),
  'alerts.setChannels': mutation(alertChannelsSchema.partial(), channelsViewSchema),
  /** A secret of one's own, or a fresh one, which is told this once. */
  'alerts.setSecret': mutation(
    z.strictObject({ secret: z.string().trim().max(200).optional() }),
    z.object({ minted: z.string().nullable(), kept: z.enum(['keychain', 'memory']) }),
  ),
};

export type AlertView = z.infer<typeof alertViewSchema>;
export type AlertRuleView = z.infer<typeof ruleViewSchema>;
export type AlertChannels = z.output<typeof alertChannelsSchema>;
export type AlertChannelsView = z.infer<typeof channelsViewSchema>;
