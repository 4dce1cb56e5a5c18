import { useState } from 'react';
import { type Engine, isEngine } from '#shared/interface/engines.ts';
import type { CreditsView } from '#shared/model/account.ts';
import {
  type ChargeGroup,
  type ChargeLine,
  chargeGroupLabel,
  chargeGroups,
  chargeLines,
  chargesSheet,
  chargesTable,
} from '#shared/tables/accountTables.ts';
import { useRoute } from '../../bridge/BridgeContext.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { useEngineNames } from '../../ui/engineNames.ts';
import { formatCount, formatCredits, formatQuantity } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Table } from '../../ui/Table.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';
import { CeilingFields } from './CeilingFields.tsx';

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

const groups = chargeGroups.map((value) => ({ value, label: chargeGroupLabel[value] }));
const periods = [
  { value: 'cycle', label: 'This cycle' },
  { value: 'all', label: 'All time' },
] as const;

type ChargesTableProps = {
  readonly charged: Pick<CreditsView, 'charges' | 'costs'>;
  readonly period: 'cycle' | 'all';
  readonly onPeriod: (period: 'cycle' | 'all') => void;
  readonly nameOf: (engine: Engine) => string;
};

/** Charges for the answers of this history, by different groupings. */
function ChargesTable({ charged, period, onPeriod, nameOf }: ChargesTableProps) {
  const [group, setGroup] = useState<ChargeGroup>('day');
  const lines = chargeLines(charged, group);
  return (
    <section aria-label="Charges" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <h3 className="me-auto font-semibold">Charges</h3>
        <Choice label="By" className="w-36" value={group} choices={groups} onChange={setGroup} />
        <Choice label="Since" className="w-36" value={period} choices={periods} onChange={onPeriod} />
      </div>
      <Table
        label={`Charges by ${group}`}
        columns={columnsFor(group, charged.charges.credits, nameOf)}
        rows={lines}
        rowKey={({ key }) => key ?? 'removed'}
        sheet={() => chargesSheet(charged, group)}
        empty="No charges in this period."
      />
    </section>
  );
}

function columnsFor(group: ChargeGroup, total: number, nameOf: (engine: Engine) => string) {
  const lineName = ({ key, name }: ChargeLine): string => {
    if (key === null) return 'Deleted runs';
    return group === 'engine' && isEngine(key) ? nameOf(key) : (name ?? key);
  };
  return columnsOf(chargesTable(group, total), {
    [group]: (line: ChargeLine) =>
      group === 'run' && line.key !== null ? (
        <a
          href={`#/run/${encodeURIComponent(line.key)}`}
          dir="auto"
          className="block max-w-120 truncate py-0.5 text-accent underline"
        >
          {lineName(line)}
        </a>
      ) : (
        <span dir="auto">{lineName(line)}</span>
      ),
  });
}
