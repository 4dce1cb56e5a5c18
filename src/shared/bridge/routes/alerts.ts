import { z } from 'zod';
import {
  type AlertChannelsView,
  type AlertRuleView,
  type AlertView,
  alertChannelsSchema,
} from '../../model/alert.ts';
import { alertRuleSchema } from '../../model/alertRules.ts';
import { mutation, nothing, ofProjectOrAll, query } from '../route.ts';

export const alertRoutes = {
  'alerts.addRule': mutation(() => ({ monitor: z.string(), rule: alertRuleSchema })).returns<AlertRuleView>(),
  'alerts.rules': query(() => ({ monitor: z.string().optional() })).returns<{
    readonly rules: readonly AlertRuleView[];
  }>(),
  'alerts.removeRule': mutation(() => ({ id: z.string() })).returns<{
    readonly removed: boolean;
  }>(),
  'alerts.list': ofProjectOrAll(
    query(() => ({
      monitor: z.string().optional(),
      unread: z.boolean().default(false),
      /** Only those with a greater number, oldest first; the newest first without it. */
      after: z.number().int().optional(),
      limit: z.number().int().min(1).max(500).default(100),
    })).returns<{ readonly alerts: readonly AlertView[]; readonly unread: number }>(),
  ),
  /** Without ids: all of them. */
  'alerts.markRead': mutation(() => ({ ids: z.array(z.string()).max(1000).optional() })).returns<{
    readonly marked: number;
  }>(),
  /** Evaluates ended runs, and sends what is due. A window does so automatically. */
  'alerts.settle': mutation(nothing).returns<{ readonly alerts: readonly AlertView[] }>(),
  /** Sends a test alert through every channel immediately. */
  'alerts.test': mutation(nothing).returns<AlertView>(),
  'alerts.channels': query(nothing).returns<AlertChannelsView>(),
  'alerts.setChannels': mutation(() => alertChannelsSchema.unwrap().partial()).returns<AlertChannelsView>(),
  /** The user's own secret, or a new one, which is returned this once. */
  'alerts.setSecret': mutation(() => ({ secret: z.string().trim().max(200).optional() })).returns<{
    readonly minted: string | null;
    readonly kept: 'keychain' | 'memory';
  }>(),
};
