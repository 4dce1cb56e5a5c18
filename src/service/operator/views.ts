import type {
  ServiceAccount,
  ServiceDelivery,
  ServiceJob,
  ServiceKey,
  ServiceLedgerRow,
} from '#shared/interface/operator/operations.ts';
import { planOf } from '#shared/interface/plans.ts';
import type { Account, ApiKey, Delivery, JobSummary, LedgerRow } from '../store/serviceStore.ts';

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

export function accountView(account: Account): ServiceAccount {
  const { slots, monthlyCredits } = planOf(account.plan);
  return {
    name: account.name,
    plan: account.plan,
    slots,
    balance: account.balance,
    creditsPerCycle: monthlyCredits,
    cycleEndsAt: iso(account.cycleEndsAt),
    hasWebhookSecret: account.hasWebhookSecret,
    createdAt: iso(account.createdAt),
  };
}

export function keyView(key: ApiKey, account: Account): ServiceKey {
  return {
    id: key.id,
    account: account.name,
    lastFour: key.lastFour,
    label: key.label,
    createdAt: iso(key.createdAt),
    revokedAt: isoOrNull(key.revokedAt),
  };
}

export function jobView(job: JobSummary): ServiceJob {
  return {
    ...job,
    createdAt: iso(job.createdAt),
    startedAt: isoOrNull(job.startedAt),
    finishedAt: isoOrNull(job.finishedAt),
  };
}

export function deliveryView({ accountId: _, ...delivery }: Delivery): ServiceDelivery {
  return {
    ...delivery,
    nextAttemptAt: isoOrNull(delivery.nextAttemptAt),
    createdAt: iso(delivery.createdAt),
    deliveredAt: isoOrNull(delivery.deliveredAt),
  };
}

export function ledgerView(row: LedgerRow): ServiceLedgerRow {
  return { ...row, at: iso(row.at) };
}
