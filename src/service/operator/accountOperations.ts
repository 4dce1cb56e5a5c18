import type { z } from 'zod';
import { timeOrderedId } from '#platform/identifiers.ts';
import type {
  ServiceAccount,
  ServiceDelivery,
  ServiceJob,
  ServiceKey,
  ServiceLedgerRow,
  ServiceOperationName,
  ServiceOperationOutput,
  ServiceOperations,
} from '#shared/interface/operator/operations.ts';
import { planOf } from '#shared/interface/plans.ts';
import { hashOfKey, mintApiKey } from '../accounts/apiKey.ts';
import type { Account, ApiKey, Delivery, JobSummary, LedgerRow } from '../store/serviceStore.ts';
import { mintWebhookSecret } from '../tasks/webhookSignature.ts';
import { isRefusal, type OperatorContext, type Refusal, refusal } from './operatorContext.ts';

export type Handlers<Names extends ServiceOperationName> = {
  readonly [Name in Names]: (
    input: z.output<ReturnType<ServiceOperations[Name]['input']>>,
  ) => Promise<ServiceOperationOutput<Name> | Refusal>;
};

type AccountOperation = Exclude<ServiceOperationName, `engines.${string}`>;

const shownAtOnce = 50;

/** Accounts, keys, plans, credits, jobs and webhooks. */
export function accountOperations(context: OperatorContext): Handlers<AccountOperation> {
  const { store, clock, live } = context;

  /** Current values: an expired cycle is renewed first. */
  const accounts = async (): Promise<readonly Account[]> => {
    const known = await store.accounts();
    const now = clock.now();
    if (known.every(({ cycleEndsAt }) => cycleEndsAt > now)) return known;
    await store.renewCycles(now);
    await context.changed();
    return store.accounts();
  };
  const find = async (name = context.defaultAccount): Promise<Account | Refusal> => {
    const account = (await accounts()).find((each) => each.name === name);
    return (
      account ??
      refusal('NOT_FOUND', `No account "${name}". List accounts with "parallax service accounts list"`)
    );
  };
  const view = async (accountId: number): Promise<ReturnType<typeof accountView> | Refusal> => {
    const account = (await accounts()).find(({ id }) => id === accountId);
    return account === undefined
      ? refusal('NOT_FOUND', 'The account no longer exists')
      : accountView(account);
  };
  const on =
    <Input extends { account?: string }, Output>(
      work: (account: Account, input: Input) => Promise<Output | Refusal>,
    ) =>
    async (input: Input): Promise<Output | Refusal> => {
      const account = await find(input.account);
      return isRefusal(account) ? account : work(account, input);
    };

  return {
    overview: on(async (account, { limit = shownAtOnce }) => {
      const running = await context.running();
      const [queue, jobs, deliveries] = await Promise.all([
        store.queueCounts(account.id),
        store.recentJobs({ accountId: account.id, limit }),
        store.recentDeliveries({ accountId: account.id, limit }),
      ]);
      return {
        running: running !== null,
        baseUrl: running?.baseUrl ?? null,
        startedAt: running === null ? null : new Date(running.startedAt).toISOString(),
        account: accountView(account),
        slots: {
          used: (await live?.capacity.accountUse(account.id))?.slotsUsed ?? null,
          limit: planOf(account.plan).slots,
        },
        queue: {
          queued: queue.queued,
          processing: queue.processing,
          limit: live?.queueLimit ?? null,
          byPriority: [...queue.byPriority],
        },
        jobs: jobs.map(jobView),
        deliveries: deliveries.map(deliveryView),
      };
    }),

    'accounts.list': async () => (await accounts()).map(accountView),
    'accounts.create': async ({ name, plan = 'free' }) => {
      const made = await store.createAccount({ name, plan, now: clock.now() });
      if (made.kind === 'exists') return refusal('CONFLICT', `An account "${name}" already exists`);
      await context.changed();
      return accountView(made.account);
    },
    'plan.set': on(async ({ id }, { plan }) => {
      const account = await store.setPlan({ accountId: id, plan, now: clock.now() });
      await context.changed();
      return accountView(account);
    }),

    'keys.create': on(async (account, { label }) => {
      const apiKey = mintApiKey();
      const now = clock.now();
      const key: ApiKey = {
        id: timeOrderedId(now),
        accountId: account.id,
        lastFour: apiKey.slice(-4),
        label: label ?? null,
        createdAt: now,
        revokedAt: null,
      };
      await store.createKey({ ...key, hash: hashOfKey(apiKey) });
      await context.changed();
      return { ...keyView(key, account), apiKey };
    }),
    'keys.list': on(async (account) => (await store.keys(account.id)).map((key) => keyView(key, account))),
    'keys.revoke': on(async (account, input) => {
      const keys = await store.keys(account.id);
      const key = wantedKey(keys, input.key);
      if (isRefusal(key)) return key;
      const now = clock.now();
      const outcome = await store.revokeKey({ accountId: account.id, keyId: key.id, now });
      if (outcome === 'already-revoked') return refusal('CONFLICT', 'This key was already revoked');
      await context.changed();
      return keyView({ ...key, revokedAt: now }, account);
    }),

    'credits.grant': on(async ({ id }, { credits, note }) => {
      await store.grantCredits({ accountId: id, credits, note: note ?? null, now: clock.now() });
      await context.changed();
      return view(id);
    }),
    'ledger.page': on(async ({ id }, { before, limit = shownAtOnce }) =>
      (await store.ledgerPage({ accountId: id, before: before ?? null, limit })).map(ledgerView),
    ),

    'ledger.charged': on(async ({ id }, { since }) =>
      store.chargedSince({ accountId: id, since: Date.parse(since) }),
    ),

    'jobs.find': on(async ({ id }, { requestId }) => {
      const jobs = await store.jobsByRequestId({ accountId: id, requestId });
      return Promise.all(
        jobs.map(async (job) => ({
          job: jobView(job),
          result: (await store.jobResult(job.id))?.body ?? null,
        })),
      );
    }),

    'webhooks.recent': on(async ({ id }, { limit = shownAtOnce }) =>
      (await store.recentDeliveries({ accountId: id, limit })).map(deliveryView),
    ),
    'webhooks.resend': on(async ({ id: accountId }, { id }) => {
      const started = await store.resendDelivery({ accountId, deliveryId: id, now: clock.now() });
      if (!started) return refusal('NOT_FOUND', 'No such delivery: it was deleted, or its task has expired');
      await context.changed();
      const delivery = await store.delivery({ accountId, deliveryId: id });
      return delivery === null
        ? refusal('NOT_FOUND', 'The delivery no longer exists')
        : deliveryView(delivery);
    }),
    'webhook-secret.rotate': on(async ({ id }) => {
      const secret = mintWebhookSecret();
      await store.setWebhookSecret({ accountId: id, secret });
      await context.changed();
      return { secret };
    }),
    'webhook-secret.clear': on(async ({ id }) => {
      await store.setWebhookSecret({ accountId: id, secret: null });
      await context.changed();
      return view(id);
    }),
  };
}

function wantedKey(keys: readonly ApiKey[], wanted: string): ApiKey | Refusal {
  const exact = keys.find(({ id }) => id === wanted);
  if (exact !== undefined) return exact;
  const lastFour = wanted.slice(-4);
  if (wanted.length === 4 || wanted.startsWith('sk_')) {
    const matching = keys.filter((key) => key.lastFour === lastFour && key.revokedAt === null);
    if (matching.length === 1 && matching[0] !== undefined) return matching[0];
    if (matching.length > 1) {
      return refusal(
        'CONFLICT',
        `${matching.length} keys end in ${lastFour}. Use the key ID from "parallax service keys list"`,
      );
    }
  }
  return refusal('NOT_FOUND', 'No such key. List keys with "parallax service keys list"');
}

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

function accountView(account: Account): ServiceAccount {
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

function keyView(key: ApiKey, account: Account): ServiceKey {
  return {
    id: key.id,
    account: account.name,
    lastFour: key.lastFour,
    label: key.label,
    createdAt: iso(key.createdAt),
    revokedAt: isoOrNull(key.revokedAt),
  };
}

function jobView(job: JobSummary): ServiceJob {
  return {
    ...job,
    createdAt: iso(job.createdAt),
    startedAt: isoOrNull(job.startedAt),
    finishedAt: isoOrNull(job.finishedAt),
  };
}

function deliveryView({ accountId: _, ...delivery }: Delivery): ServiceDelivery {
  return {
    ...delivery,
    nextAttemptAt: isoOrNull(delivery.nextAttemptAt),
    createdAt: iso(delivery.createdAt),
    deliveredAt: isoOrNull(delivery.deliveredAt),
  };
}

function ledgerView(row: LedgerRow): ServiceLedgerRow {
  return { ...row, at: iso(row.at) };
}
