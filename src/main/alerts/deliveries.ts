import type { Notifier, SecretStore } from '#main/ports.ts';
import { postWebhook, refusalOf } from '#platform/http/post.ts';
import type { AlertChannels, AlertView } from '#shared/model/alert.ts';
import type { CoreParts } from '../coreParts.ts';
import type { AlertChannel, DueDelivery } from '../history/store/operations/alerts.ts';
import { webhookSecretName } from '../secrets/secretNames.ts';
import { secretProblem, signedHeaders } from './webhook.ts';

/** If a program dies while sending, others can claim the delivery after this. */
const attemptMs = 15_000;
const leaseMs = 60_000;
const firstWaitMs = 10_000;
const maxWaitMs = 6 * 3_600_000;
/** Delays double up to six hours: about a day and a half in all. */
const maxAttempts = 14;

/**
 * Sends what is due: system notifications at most once, webhooks at least once and with the same id, so that a
 * receiver can detect duplicates.
 */
export function createDeliveries(
  deps: Pick<CoreParts, 'history' | 'clock' | 'random' | 'log'> & {
    readonly secrets: SecretStore;
    readonly notifier: Notifier | undefined;
    readonly channels: () => AlertChannels;
    readonly viewOf: (alert: DueDelivery['alert']) => AlertView;
  },
) {
  const { history, secrets, notifier, clock, random, log } = deps;

  const sendWebhook = async (alert: AlertView, signal: AbortSignal): Promise<string | null> => {
    const { webhook, allowPrivate } = deps.channels();
    if (webhook === null) return 'the webhook was removed';
    const secret = await secrets.get(webhookSecretName);
    if (secret === null)
      return 'no signing secret: create one under Alert channels, or set PARALLAX_WEBHOOK_SECRET';
    const wrong = secretProblem(secret);
    if (wrong !== null) return wrong;
    const body = webhookBody(alert);
    const headers = signedHeaders(secret, alert.id, body, clock.now());
    const outcome = await postWebhook(webhook, body, {
      headers,
      userAgent: 'Parallax (alerts)',
      timeoutMs: attemptMs,
      allowPrivate,
      signal,
    });
    return refusalOf(outcome);
  };

  const deliver = async ({ alert, channel, attempt }: DueDelivery, signal: AbortSignal): Promise<void> => {
    const view = deps.viewOf(alert);
    // If it were shown before it is recorded, it could be shown twice.
    if (channel === 'system') {
      await settle(alert.id, channel, null, null);
      const { monitor, text, address } = view;
      notifier?.show({ title: monitor ?? 'Parallax', body: text, address });
      return;
    }
    const problem = await sendWebhook(view, signal);
    if (signal.aborted && problem !== null) return;
    const wait = Math.min(maxWaitMs, firstWaitMs * 2 ** (attempt - 1)) * (0.8 + 0.4 * random());
    const again = attempt < maxAttempts ? clock.now() + Math.round(wait) : null;
    await settle(alert.id, channel, problem, problem === null ? null : again);
    if (problem !== null) log('warn', 'A webhook was not delivered', { alert: alert.id, attempt, problem });
  };

  const settle = (
    alert: string,
    channel: AlertChannel,
    problem: string | null,
    againAtMs: number | null,
  ): Promise<void> =>
    history.call('alerts.settleDelivery', { alert, channel, problem, againAtMs, nowMs: clock.now() });

  return {
    /** Sends everything that is due now. */
    async sendDue(signal: AbortSignal): Promise<void> {
      const channels: AlertChannel[] = notifier ? ['system', 'webhook'] : ['webhook'];
      for (;;) {
        if (signal.aborted) return;
        const nowMs = clock.now();
        const due = await history.call('alerts.claimDue', { channels, leaseUntilMs: nowMs + leaseMs, nowMs });
        if (due.length === 0) return;
        await Promise.all(due.map((delivery) => deliver(delivery, signal)));
      }
    },
  };
}

/** The payload of a webhook, as specified by Standard Webhooks. */
function webhookBody({ deliveries: _, readAtMs: __, raisedAtMs, kind, ...alert }: AlertView): string {
  const timestamp = new Date(raisedAtMs).toISOString();
  return JSON.stringify({ type: `alert.${kind}`, timestamp, data: alert });
}
