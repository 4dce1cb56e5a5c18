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
import { Choice } from '../../ui/Choice.tsx';
import { Table } from '../../ui/Table.tsx';
import { columnsOf } from '../../ui/tableColumns.tsx';

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
export function ChargesTable({ charged, period, onPeriod, nameOf }: ChargesTableProps) {
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
