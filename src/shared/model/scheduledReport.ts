import { z } from 'zod';
import { reportFormats } from './reportChoices.ts';

export const reportChannels = ['folder', 'email', 'slack', 'teams'] as const;
const email = z.email('This is not an email address.').max(254);

/** The report of a monitor's runs: what is written after each, and where it goes. It is kept in any case. */
export const reportScheduleSchema = z.strictObject({
  format: z.enum(reportFormats).default('pdf'),
  /** Absolute; a copy of every report is put there. */
  folder: z.string().trim().min(1).max(1000).nullable().default(null),
  emails: z.array(email).max(50).default([]),
  slack: z.boolean().default(false),
  teams: z.boolean().default(false),
});

export const smtpSchema = z.strictObject({
  host: z.string().trim().min(1, 'Enter the mail server.').max(253),
  port: z.number().int().min(1).max(65_535),
  /** `none` only for this computer and private networks. */
  encryption: z.enum(['tls', 'starttls', 'none']),
  /** Empty for a server that asks for none. */
  user: z.string().trim().max(254),
  from: email,
});
/** By what reports are sent, whichever monitor they are of. */
export const reportChannelsSchema = z.strictObject({
  smtp: smtpSchema.nullable(),
  /** Lets mail and webhooks reach this computer and private networks. */
  allowPrivate: z.boolean(),
});
/** What the window knows of the secrets: whether there is one. */
export const reportChannelsViewSchema = reportChannelsSchema.extend({
  hasPassword: z.boolean(),
  hasSlack: z.boolean(),
  hasTeams: z.boolean(),
});
/** Secrets cross the bridge once, inwards; null removes one. */
export const setReportChannelsSchema = reportChannelsSchema.partial().extend({
  password: z.string().max(1000).nullable().optional(),
  slackWebhook: z.string().trim().max(2048).nullable().optional(),
  teamsWebhook: z.string().trim().max(2048).nullable().optional(),
});

export const keptReportSchema = z.object({
  id: z.string(),
  monitor: z.string(),
  /** Null when the run was deleted. */
  runId: z.string().nullable(),
  scheduledAtMs: z.number(),
  state: z.enum(['waiting', 'writing', 'written', 'failed']),
  attempts: z.number().int(),
  problem: z.string().nullable(),
  name: z.string().nullable(),
  bytes: z.number().int().nullable(),
  writtenAtMs: z.number().nullable(),
  deliveries: z.array(
    z.object({
      channel: z.enum(reportChannels),
      state: z.enum(['waiting', 'sending', 'delivered', 'failed']),
      attempts: z.number().int(),
      problem: z.string().nullable(),
    }),
  ),
});

export type ReportChannel = (typeof reportChannels)[number];
export type ReportSchedule = z.output<typeof reportScheduleSchema>;
export type ReportChannels = z.output<typeof reportChannelsSchema>;
export type ReportChannelsView = z.infer<typeof reportChannelsViewSchema>;
export type KeptReport = z.infer<typeof keptReportSchema>;
