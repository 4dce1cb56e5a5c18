import { z } from 'zod';
import {
  alertChannelsSchema,
  alertViewSchema,
  channelsViewSchema,
  ruleViewSchema,
} from '../../model/alert.ts';
import { alertRuleSchema } from '../../model/alertRules.ts';
import { mutation, ofProjectOrAll, query } from '../route.ts';

export const alertRoutes = {
  'alerts.addRule': mutation(
    () => z.strictObject({ monitor: z.string(), rule: alertRuleSchema }),
    () => ruleViewSchema,
  ),
  'alerts.rules': query(
    () => z.strictObject({ monitor: z.string().optional() }),
    () => z.object({ rules: z.array(ruleViewSchema) }),
  ),
  'alerts.removeRule': mutation(
    () => z.strictObject({ id: z.string() }),
    () => z.object({ removed: z.boolean() }),
  ),
  'alerts.list': ofProjectOrAll(
    query(
      () =>
        z.strictObject({
          monitor: z.string().optional(),
          unread: z.boolean().default(false),
          /** Only those with a greater number, oldest first; the newest first without it. */
          after: z.number().int().optional(),
          limit: z.number().int().min(1).max(500).default(100),
        }),
      () => z.object({ alerts: z.array(alertViewSchema), unread: z.number().int() }),
    ),
  ),
  /** Without ids: all of them. */
  'alerts.markRead': mutation(
    () => z.strictObject({ ids: z.array(z.string()).max(1000).optional() }),
    () => z.object({ marked: z.number().int() }),
  ),
  /** Evaluates ended runs, and sends what is due. A window does so automatically. */
  'alerts.settle': mutation(
    () => z.strictObject({}),
    () => z.object({ alerts: z.array(alertViewSchema) }),
  ),
  /** Sends a test alert through every channel immediately. */
  'alerts.test': mutation(
    () => z.strictObject({}),
    () => alertViewSchema,
  ),
  'alerts.channels': query(
    () => z.strictObject({}),
    () => channelsViewSchema,
  ),
  'alerts.setChannels': mutation(
    () => alertChannelsSchema.unwrap().partial(),
    () => channelsViewSchema,
  ),
  /** The user's own secret, or a new one, which is returned this once. */
  'alerts.setSecret': mutation(
    () => z.strictObject({ secret: z.string().trim().max(200).optional() }),
    () => z.object({ minted: z.string().nullable(), kept: z.enum(['keychain', 'memory']) }),
  ),
};
