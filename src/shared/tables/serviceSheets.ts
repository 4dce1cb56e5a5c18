import type {
  ServiceAccount,
  ServiceDelivery,
  ServiceDriver,
  ServiceEngineBinding,
  ServiceJob,
  ServiceKey,
  ServiceLedgerRow,
} from '../interface/operator/operations.ts';
import { listSheet, type Sheet } from './sheet.ts';

/** Every movement of credits of the service. */
export function ledgerSheet(rows: readonly ServiceLedgerRow[]): Sheet {
  return listSheet('ledger', 'Ledger', rows, {
    number: ({ sequence }) => sequence,
    at: ({ at }) => at,
    kind: ({ kind }) => kind,
    credits: ({ delta }) => delta,
    balance: ({ balanceAfter }) => balanceAfter,
    job: ({ jobId }) => jobId,
    note: ({ note }) => note,
  });
}

/** Recent jobs of the service. */
export function jobsSheet(jobs: readonly ServiceJob[]): Sheet {
  return listSheet('jobs', 'Recent jobs', jobs, {
    job: ({ id }) => id,
    request: ({ requestId }) => requestId,
    asked_at: ({ createdAt }) => createdAt,
    started_at: ({ startedAt }) => startedAt,
    finished_at: ({ finishedAt }) => finishedAt,
    engine: ({ engine }) => engine,
    kind: ({ kind }) => kind,
    priority: ({ priority }) => priority,
    state: ({ state }) => state,
    status: ({ status }) => status,
    attempts: ({ attempts }) => attempts,
    credits: ({ creditsCharged }) => creditsCharged,
    error: ({ errorCode }) => errorCode,
    message: ({ errorMessage }) => errorMessage,
  });
}

/** What was sent to webhooks. */
export function deliveriesSheet(deliveries: readonly ServiceDelivery[]): Sheet {
  return listSheet('deliveries', 'Webhook deliveries', deliveries, {
    delivery: ({ id }) => id,
    task: ({ taskId }) => taskId,
    url: ({ url }) => url,
    state: ({ state }) => state,
    attempts: ({ attempts }) => attempts,
    made_at: ({ createdAt }) => createdAt,
    delivered_at: ({ deliveredAt }) => deliveredAt,
    next_try_at: ({ nextAttemptAt }) => nextAttemptAt,
    last_status: ({ lastStatus }) => lastStatus,
    last_error: ({ lastError }) => lastError,
  });
}

export function accountsSheet(accounts: readonly ServiceAccount[]): Sheet {
  return listSheet('accounts', 'Accounts', accounts, {
    account: ({ name }) => name,
    plan: ({ plan }) => plan,
    slots: ({ slots }) => slots,
    balance: ({ balance }) => balance,
    credits_per_cycle: ({ creditsPerCycle }) => creditsPerCycle,
    cycle_ends_at: ({ cycleEndsAt }) => cycleEndsAt,
    webhooks_signed: ({ hasWebhookSecret }) => (hasWebhookSecret ? 1 : 0),
    made_at: ({ createdAt }) => createdAt,
  });
}

/** Keys without the key itself; the service has only their hashes. */
export function keysSheet(keys: readonly ServiceKey[]): Sheet {
  return listSheet('keys', 'Keys', keys, {
    key: ({ id }) => id,
    account: ({ account }) => account,
    name: ({ label }) => label,
    ends_in: ({ lastFour }) => lastFour,
    made_at: ({ createdAt }) => createdAt,
    revoked_at: ({ revokedAt }) => revokedAt,
  });
}

/** Which driver answers for which engine. */
export function enginesSheet(bindings: readonly ServiceEngineBinding[]): Sheet {
  return listSheet('engines', 'Engines', bindings, {
    engine: ({ engine }) => engine,
    driver: ({ driver }) => driver,
    price: ({ price }) => price,
    available: ({ available }) => (available ? 1 : 0),
    reason: ({ reason }) => reason,
  });
}

/** Drivers with their requirements; of a key only whether there is one. */
export function driversSheet(drivers: readonly ServiceDriver[]): Sheet {
  return listSheet('drivers', 'Providers', drivers, {
    driver: ({ id }) => id,
    name: ({ displayName }) => displayName,
    summary: ({ summary }) => summary,
    key_required: ({ keyRequired }) => (keyRequired ? 1 : 0),
    has_key: ({ hasKey }) => (hasKey ? 1 : 0),
    ready: ({ ready }) => (ready ? 1 : 0),
    missing: ({ ready, missing, message }) => (ready ? null : (missing ?? message)),
    answers_for: ({ boundTo }) => boundTo.join(' '),
    can_answer_for: ({ capabilities }) => capabilities.map(({ engine }) => engine).join(' '),
  });
}

/** Fields that one driver provides for each engine, and how it passes a market to its provider. */
export function capabilitiesSheet({ id, displayName, capabilities }: ServiceDriver): Sheet {
  return listSheet(`can-fill-${id}`, `Supported data of ${displayName}`, capabilities, {
    engine: ({ engine }) => engine,
    fills: ({ fields }) => fields.join(' '),
    country: ({ country }) => country,
    state: ({ state }) => state,
    language: ({ language }) => language,
    notes: ({ notes }) => notes.join('\n'),
  });
}
