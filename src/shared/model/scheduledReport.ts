import { z } from 'zod';
import { lazySchema, strictSchema } from '../lazySchema.ts';
import { reportFormats } from './reportChoices.ts';

export const reportChannels = ['folder', 'email', 'slack', 'teams'] as const;
const email = z.email('This is not an email address.').max(254);

/** Report of a monitor's runs: its format and its channels. It is stored in any case. */
export const reportScheduleSchema = strictSchema(() => ({
  format: z.enum(reportFormats).default('pdf'),
  /** Absolute path; a copy of every report is written there. */
  folder: z.string().trim().min(1).max(1000).nullable().default(null),
  emails: z.array(email).max(50).default([]),
  slack: z.boolean().default(false),
  teams: z.boolean().default(false),
}));

export const smtpSchema = strictSchema(() => ({
  host: z.string().trim().min(1, 'Enter the mail server.').max(253),
  port: z.number().int().min(1).max(65_535),
  /** `none` only for this computer and private networks. */
  encryption: z.enum(['tls', 'starttls', 'none']),
  /** Empty for a server without authentication. */
  user: z.string().trim().max(254),
  from: email,
}));
/** Channels for the reports of all monitors. */
export const reportChannelsSchema = strictSchema(() => ({
  smtp: smtpSchema.nullable(),
  /** Allows mail and webhooks to use this computer and private networks. */
  allowPrivate: z.boolean(),
}));
/** What the window knows about the secrets: whether they are set. */
export type ReportChannelsView = ReportChannels & {
  readonly hasPassword: boolean;
  readonly hasSlack: boolean;
  readonly hasTeams: boolean;
};
/** Secrets cross the bridge once, into the core; null removes one. */
export const setReportChannelsSchema = lazySchema(() =>
  reportChannelsSchema
    .unwrap()
    .partial()
    .extend({
      password: z.string().max(1000).nullable().optional(),
      slackWebhook: z.string().trim().max(2048).nullable().optional(),
      teamsWebhook: z.string().trim().max(2048).nullable().optional(),
    }),
);

export type KeptReport = {
  readonly id: string;
  readonly monitor: string;
  /** Null if the run was deleted. */
  readonly runId: string | null;
  readonly scheduledAtMs: number;
  readonly state: 'waiting' | 'writing' | 'written' | 'failed';
  readonly attempts: number;
  readonly problem: string | null;
  readonly name: string | null;
  readonly bytes: number | null;
  readonly writtenAtMs: number | null;
  readonly deliveries: readonly {
    readonly channel: ReportChannel;
    readonly state: 'waiting' | 'sending' | 'delivered' | 'failed';
    readonly attempts: number;
    readonly problem: string | null;
  }[];
};

export type ReportChannel = (typeof reportChannels)[number];
export type ReportSchedule = z.output<typeof reportScheduleSchema>;
export type ReportChannels = z.output<typeof reportChannelsSchema>;
