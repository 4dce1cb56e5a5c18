import type {
  ServiceAccount,
  ServiceDelivery,
  ServiceDriver,
  ServiceEngineBinding,
  ServiceJob,
  ServiceKey,
  ServiceLedgerRow,
} from '../interface/operator/operations.ts';
import { column, tableOf } from './table.ts';

const ledgerKindLabel: Readonly<Record<ServiceLedgerRow['kind'], string>> = {
  cycle: 'monthly credits',
  expiry: 'expired',
  grant: 'added',
  plan: 'plan changed',
  charge: 'charged',
};

/** Every movement of credits of the service. */
export const ledgerTable = tableOf<ServiceLedgerRow>()({
  id: 'ledger',
  title: 'Ledger',
  columns: {
    number: column.number('No.', ({ sequence }) => sequence),
    at: column.time('Date', ({ at }) => at),
    kind: column.text('Type', ({ kind }) => kind, { text: ({ kind }) => ledgerKindLabel[kind] }),
    credits: column.number('Credits', ({ delta }) => delta),
    balance: column.number('Balance', ({ balanceAfter }) => balanceAfter),
    job: column.text('Job', ({ jobId }) => jobId),
    note: column.text('Note', ({ note }) => note),
  },
});

/** Recent jobs of the service. */
export const jobsTable = tableOf<ServiceJob>()({
  id: 'jobs',
  title: 'Recent jobs',
  columns: {
    job: ({ id }) => id,
    request: column.text('Request ID', ({ requestId }) => requestId),
    asked_at: column.time('Created', ({ createdAt }) => createdAt),
    started_at: ({ startedAt }) => startedAt,
    finished_at: ({ finishedAt }) => finishedAt,
    engine: column.text('Engine', ({ engine }) => engine),
    kind: column.text('Type', ({ kind }) => kind, {
      text: ({ kind, priority }) => (kind === 'task' ? `task, priority ${priority ?? 1}` : 'call'),
    }),
    priority: ({ priority }) => priority,
    state: column.text('State', ({ state }) => state),
    status: ({ status }) => status,
    attempts: column.number('Attempts', ({ attempts }) => attempts),
    credits: column.number('Credits', ({ creditsCharged }) => creditsCharged),
    error: ({ errorCode }) => errorCode,
    message: ({ errorMessage }) => errorMessage,
    duration: column.number('Duration', jobDurationMs, { inFiles: false }),
  },
  window: ['asked_at', 'engine', 'kind', 'state', 'duration', 'attempts', 'credits', 'request'],
});

/** Milliseconds from its start to its end; null while it is in progress. */
export function jobDurationMs({ createdAt, startedAt, finishedAt }: ServiceJob): number | null {
  return finishedAt === null ? null : Date.parse(finishedAt) - Date.parse(startedAt ?? createdAt);
}

/** What was sent to webhooks. */
export const deliveriesTable = tableOf<ServiceDelivery>()({
  id: 'deliveries',
  title: 'Webhook deliveries',
  columns: {
    delivery: ({ id }) => id,
    task: column.text('Task', ({ taskId }) => taskId),
    url: column.text('Address', ({ url }) => url),
    state: column.text('State', ({ state }) => state),
    attempts: column.number('Attempts', ({ attempts }) => attempts),
    made_at: column.time('Created', ({ createdAt }) => createdAt),
    delivered_at: ({ deliveredAt }) => deliveredAt,
    next_try_at: column.time('Next attempt', ({ nextAttemptAt }) => nextAttemptAt),
    last_status: column.text('Last response', ({ lastStatus }) => lastStatus, {
      text: ({ lastStatus, lastError }) => String(lastStatus ?? lastError ?? '–'),
    }),
    last_error: ({ lastError }) => lastError,
  },
  window: ['made_at', 'state', 'url', 'attempts', 'last_status', 'next_try_at', 'task'],
});

export const accountsTable = tableOf<ServiceAccount>()({
  id: 'accounts',
  title: 'Accounts',
  columns: {
    account: column.text('Account', ({ name }) => name),
    plan: column.text('Plan', ({ plan }) => plan),
    slots: column.number('Slots', ({ slots }) => slots),
    balance: column.number('Balance', ({ balance }) => balance),
    credits_per_cycle: ({ creditsPerCycle }) => creditsPerCycle,
    cycle_ends_at: column.time('Cycle ends', ({ cycleEndsAt }) => cycleEndsAt),
    webhooks_signed: ({ hasWebhookSecret }) => hasWebhookSecret,
    made_at: ({ createdAt }) => createdAt,
  },
  terminal: ['account', 'plan', 'slots', 'balance', 'cycle_ends_at'],
});

/** Keys without the key itself; the service has only their hashes. */
export const keysTable = tableOf<ServiceKey>()({
  id: 'keys',
  title: 'Keys',
  columns: {
    key: column.text('Key', ({ id }) => id),
    account: ({ account }) => account,
    name: column.text('Name', ({ label }) => label),
    ends_in: column.text('Ends in', ({ lastFour }) => lastFour),
    made_at: column.time('Created', ({ createdAt }) => createdAt),
    revoked_at: column.time('Revoked', ({ revokedAt }) => revokedAt),
    state: column.text('State', ({ revokedAt }) => (revokedAt === null ? 'valid' : 'revoked'), {
      inFiles: false,
    }),
  },
  window: ['name', 'ends_in', 'made_at', 'state'],
  terminal: ['key', 'ends_in', 'name', 'made_at', 'revoked_at'],
});

/** Which driver answers for which engine. */
export const enginesTable = tableOf<ServiceEngineBinding>()({
  id: 'engines',
  title: 'Engines',
  columns: {
    engine: column.text('Engine', ({ engine }) => engine),
    driver: column.text('Answered by', ({ driver }) => driver),
    price: column.text('Price per question', ({ price }) => price),
    available: column.flag('State', ({ available }) => available),
    reason: ({ reason }) => reason,
  },
  window: ['engine', 'driver', 'price', 'available'],
});

/** Drivers with their requirements; of a key only whether there is one. */
export const driversTable = tableOf<ServiceDriver>()({
  id: 'drivers',
  title: 'Providers',
  columns: {
    driver: column.text('Provider', ({ id }) => id),
    name: column.text('Name', ({ displayName }) => displayName),
    summary: column.text('Description', ({ summary }) => summary),
    key_required: ({ keyRequired }) => keyRequired,
    has_key: column.flag('Key', ({ hasKey }) => hasKey, { text: keyState }),
    ready: column.flag('Ready', ({ ready }) => ready, {
      text: ({ ready, missing, message }) => (ready ? 'yes' : `no: ${message ?? missing ?? ''}`),
    }),
    missing: ({ ready, missing, message }) => (ready ? null : (missing ?? message)),
    answers_for: column.text('Engines', ({ boundTo }) => boundTo.join(' '), {
      text: ({ boundTo }) => boundTo.join(' ') || '-',
    }),
    can_answer_for: column.text('Supported engines', ({ capabilities }) =>
      capabilities.map(({ engine }) => engine).join(' '),
    ),
  },
  window: ['name', 'summary', 'ready', 'answers_for'],
  terminal: ['driver', 'name', 'has_key', 'ready', 'answers_for', 'can_answer_for'],
});

function keyState({ hasKey, keyRequired, keyVariable }: ServiceDriver): string {
  if (hasKey) return 'present';
  if (!keyRequired) return 'not needed';
  return keyVariable ? `missing (${keyVariable})` : 'missing';
}

type Capability = ServiceDriver['capabilities'][number];

const carried: Readonly<Record<Capability['country'], string>> = {
  parameter: 'as a parameter',
  'prompt-hint': 'in the prompt',
  'exit-location': 'from a network in the country',
  none: 'not sent',
};

/** Fields that one driver provides for each engine, and how it passes a market to its provider. */
export const capabilitiesTable = ({ id, displayName }: ServiceDriver) =>
  tableOf<Capability>()({
    id: `can-fill-${id}`,
    title: `Supported data of ${displayName}`,
    columns: {
      engine: column.text('Engine', ({ engine }) => engine),
      fills: column.text('Data', ({ fields }) => fields.join(' '), {
        text: ({ fields }) => fields.join(', '),
      }),
      country: column.text('Country', ({ country }) => country, { text: ({ country }) => carried[country] }),
      state: column.text('State', ({ state }) => state, { text: ({ state }) => carried[state] }),
      language: column.text('Language', ({ language }) => language, {
        text: ({ language }) => carried[language],
      }),
      notes: ({ notes }) => notes.join('\n'),
    },
    window: ['engine', 'fills', 'country', 'state', 'language'],
  });
