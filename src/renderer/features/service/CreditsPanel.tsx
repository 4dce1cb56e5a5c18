import { useState } from 'react';
import type { CreditsView } from '#shared/model/account.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { formatCount, formatCredits, formatQuantity } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { CeilingFields } from './CeilingFields.tsx';
import { ChargesTable } from './ChargesTable.tsx';

/** Balance, billing cycle, limits, and charges. */
export function CreditsPanel({
  connectionId,
  onSaid,
}: {
  readonly connectionId: string;
  readonly onSaid: (message: string) => void;
}) {
  const [period, setPeriod] = useState<'cycle' | 'all'>('cycle');
  const credits = useRoute('credits.get', { connectionId, period });
  const nameOf = useEngineNames();
  const view = credits.data;
  if (!view)
    return credits.error ? (
      <ErrorNotice error={credits.error} onRetry={() => void credits.refetch()} />
    ) : (
      <p className="text-ink-3">Loading…</p>
    );
  return (
    <div className="flex flex-col gap-4">
      <h2 className="min-w-0 truncate font-semibold text-read" dir="auto">
        Credits of {view.connectionName}
      </h2>
      <Balance view={view} />
      {credits.error ? <ErrorNotice error={credits.error} /> : null}
      <Difference service={view.service} />
      <CeilingFields
        key={JSON.stringify([view.ceilings.day, view.ceilings.month])}
        ceilings={view.ceilings}
        onSaid={onSaid}
      />
      <ChargesTable
        charged={view}
        period={period}
        onPeriod={setPeriod}
        nameOf={(engine) => nameOf(engine, connectionId)}
      />
    </div>
  );
}

function Balance({ view }: { readonly view: CreditsView }) {
  const { perCycle, cycleResetsAt, charges } = view;
  const facts = [
    ['Left', formatCount(view.remaining)],
    ['Per cycle', perCycle === null ? 'unknown' : formatCount(perCycle)],
    ['Next cycle', cycleResetsAt === null ? 'unknown' : dateLabel(Date.parse(cycleResetsAt))],
    ['Plan', view.plan ?? 'unknown'],
    ['Slots', view.slots === null ? 'unknown' : formatCount(view.slots)],
    [
      charges.sinceMs === null ? 'Charged here in total' : `Charged here since ${dateLabel(charges.sinceMs)}`,
      `${formatCount(charges.credits)} for ${formatQuantity(charges.answers, 'answer')}`,
    ],
    ['Reserved', formatCount(charges.held)],
  ] as const;
  return (
    <>
      <dl aria-label="Balance" className="flex flex-wrap gap-x-8 gap-y-2 tabular">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-ink-2 text-table">{name}</dt>
            <dd className="font-medium text-read">{value}</dd>
          </div>
        ))}
      </dl>
      {charges.held > 0 ? (
        <p className="text-ink-2 text-table">
          Reserved credits cover requests in progress and requests with unknown outcome.
        </p>
      ) : null}
    </>
  );
}

function Difference({ service }: { readonly service: CreditsView['service'] }) {
  if (service === null)
    return <p className="text-ink-2 text-table">This service reports no charges to compare with.</p>;
  const { credits, own } = service;
  const source = service.from === 'ledger' ? 'The service’s ledger' : 'The balance of this cycle';
  if (credits === own)
    return (
      <p role="status" className="text-ink-2 text-table">
        {source} agrees: {formatCredits(credits)}.
      </p>
    );
  return (
    <Notice tone="info">
      {source} shows {formatCredits(credits)}, this history {formatCount(own)}:{' '}
      {credits > own
        ? `${formatCount(credits - own)} more were charged by other programs on the account, or for answers that never arrived here.`
        : `${formatCount(own - credits)} fewer: credits were added there, or belong to a previous cycle.`}
    </Notice>
  );
}

const dateLabel = (atMs: number): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(atMs);
