import { postWebhook } from '#platform/http/post.ts';
import type { ServiceParts } from '../parts/serviceParts.ts';
import type { Delivery, WebhookStore } from '../store/serviceStore.ts';
import { statusBody } from './taskBodies.ts';
import { signatureHeaders } from './webhookSignature.ts';

export type Outbox = {
  /** A delivery may be due. */
  readonly wake: () => void;
  /**
   * Sends nothing more; resolves when no delivery is in progress. Interrupted ones are sent again after a
   * restart.
   */
  readonly drain: () => Promise<void>;
};

const maxAtOnce = 64;
/** So that a slow receiver delays only the webhooks of its own account. */
const maxPerAccount = 16;
/** Delays have jitter, so that many failures are not retried at the same time. */
const jitter = 0.1;
/** The maximum delay of a timer; later deliveries are checked again in between. */
const maxTimerMs = 3_600_000;

type DeliveryAttempt = Parameters<WebhookStore['recordDelivery']>[0];

/** Delivers the webhooks in the store at least once each, up to their maximum attempts. */
export function createOutbox(parts: ServiceParts): Outbox {
  const { store, settings, clock, random, log } = parts;
  const rules = settings.webhooks;
  const underway = new Set<number>();
  /** Since the last query began, which may still return them as they were before. */
  const ended = new Set<number>();
  const idle: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let again = false;
  let draining = false;

  const wake = (): void => {
    again = true;
    if (looking || draining) return;
    looking = true;
    queueMicrotask(() => {
      void look();
    });
  };

  const look = async (): Promise<void> => {
    try {
      while (again && !draining) {
        again = false;
        await sendDue();
      }
    } catch (error) {
      log('error', 'webhooks could not be read', { error: String(error) });
      sleepUntil(clock.now() + 1_000);
    } finally {
      looking = false;
    }
  };

  const sendDue = async (): Promise<void> => {
    ended.clear();
    const { due, nextAt } = await store.dueDeliveries({ now: clock.now(), perAccount: maxPerAccount });
    for (const delivery of due) {
      if (underway.has(delivery.id) || ended.has(delivery.id) || underway.size >= maxAtOnce) continue;
      underway.add(delivery.id);
      void deliver(delivery);
    }
    if (nextAt !== null) sleepUntil(nextAt);
  };

  const sleepUntil = (moment: number): void => {
    clearTimeout(timer);
    timer = setTimeout(wake, Math.min(maxTimerMs, Math.max(1, moment - clock.now())));
    timer.unref();
  };

  const deliver = async (delivery: Delivery): Promise<void> => {
    try {
      await attempt(delivery);
    } catch (error) {
      log('error', 'a webhook could not be handled', { deliveryId: delivery.id, error: String(error) });
    } finally {
      underway.delete(delivery.id);
      ended.add(delivery.id);
      if (underway.size === 0) for (const resolve of idle.splice(0)) resolve();
      wake();
    }
  };

  const attempt = async ({ id, accountId, taskId, url, attempts }: Delivery): Promise<void> => {
    const [task, result, secret] = await Promise.all([
      store.task({ accountId, taskId }),
      store.jobResult(taskId),
      store.webhookSecret(accountId),
    ]);
    if (task === null) return;
    const body = statusBody(task, result, null, parts.publicUrl());
    const outcome = await postWebhook(url, body, {
      headers: secret === null ? {} : signatureHeaders(secret, body, clock.now(), taskId, attempts + 1),
      userAgent: 'AnswerMonitoringService/1.0 (webhook)',
      timeoutMs: rules.attemptTimeoutMs,
      allowPrivate: rules.allowPrivate,
      signal: parts.stopping,
    });
    if (parts.stopping.aborted && outcome.kind === 'failed') return;
    const now = clock.now();
    const state = await store.recordDelivery({
      deliveryId: id,
      ...cameOf(outcome),
      now,
      nextAttemptAt: now + Math.round(rules.baseMs * 2 ** attempts * (1 - jitter + 2 * jitter * random())),
    });
    if (state === 'failed') log('warn', 'a webhook was given up', { taskId, attempts: attempts + 1 });
  };

  return {
    wake,
    drain: () => {
      draining = true;
      clearTimeout(timer);
      return underway.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => idle.push(resolve));
    },
  };
}

function cameOf(
  outcome: Awaited<ReturnType<typeof postWebhook>>,
): Pick<DeliveryAttempt, 'delivered' | 'status' | 'error'> {
  if (outcome.kind === 'failed') return { delivered: false, status: null, error: outcome.reason };
  const { status } = outcome;
  const delivered = status >= 200 && status < 300;
  return { delivered, status, error: delivered ? null : `answered ${status}` };
}
