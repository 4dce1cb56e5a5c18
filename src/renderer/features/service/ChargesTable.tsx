import { useState } from 'react';
import { type Engine, isEngine } from '#shared/interface/engines.ts';
import { standardTariff } from '#shared/interface/tariff.ts';
import type { CreditsView } from '#shared/model/account.ts';
import { type ChargeGroup, chargeLines, chargesSheet, moneyLabel } from '#shared/tables/accountSheets.ts';
import { Choice } from '../../ui/Choice.tsx';
import { formatCount } from '../../ui/format.ts';
import { Table, type TableColumn } from '../../ui/Table.tsx';

type Line = {
  readonly key: string;
  readonly name: string;
  readonly href: string | null;
  /** Standard price of an answer without add-ons; only by engine. */
  readonly standard: number | null;
  readonly answers: number;
  readonly credits: number;
  /** Charges of providers, such as `0.0480 USD`; empty if unknown. */
  readonly money: string;
};

const groups = [
  { value: 'day', label: 'Day (UTC)' },
  { value: 'run', label: 'Run' },
  { value: 'project', label: 'Project' },
  { value: 'engine', label: 'Engine' },
  { value: 'provider', label: 'Provider' },
  { value: 'month', label: 'Month (UTC)' },
] as const;
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
  const lines = linesOf(charged, group, nameOf);
  const label = groups.find(({ value }) => value === group)?.label ?? '';
  return (
    <section aria-label="Charges" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <h3 className="me-auto font-semibold">Charges</h3>
        <Choice label="By" className="w-36" value={group} choices={groups} onChange={setGroup} />
        <Choice label="Since" className="w-36" value={period} choices={periods} onChange={onPeriod} />
      </div>
      <Table
        label={`Charges by ${group}`}
        columns={columnsFor(label, group, charged.charges.credits)}
        rows={lines}
        rowKey={({ key }) => key}
        sheet={() => chargesSheet(charged, group)}
        empty="No charges in this period."
      />
    </section>
  );
}

function linesOf(
  charged: Pick<CreditsView, 'charges' | 'costs'>,
  group: ChargeGroup,
  nameOf: (engine: Engine) => string,
): readonly Line[] {
  return chargeLines(charged, group).map(({ key, name, money, ...line }) => ({
    ...line,
    key: key ?? 'removed',
    name: nameIn(group, key, name, nameOf),
    href: group === 'run' && key !== null ? `#/run/${encodeURIComponent(key)}` : null,
    standard: group === 'engine' && key !== null && isEngine(key) ? standardTariff.base[key] : null,
    money: moneyLabel(money),
  }));
}

function nameIn(
  group: ChargeGroup,
  key: string | null,
  name: string | null,
  nameOf: (engine: Engine) => string,
): string {
  if (key === null) return 'Deleted runs';
  return group === 'engine' && isEngine(key) ? nameOf(key) : (name ?? key);
}

function columnsFor(head: string, group: ChargeGroup, total: number): readonly TableColumn<Line>[] {
  const count = (id: string, header: string, cell: (line: Line) => string): TableColumn<Line> => ({
    id,
    header,
    align: 'end',
    cell,
  });
  return [
    {
      id: 'name',
      header: head,
      cell: ({ name, href }) =>
        href === null ? (
          <span dir="auto">{name}</span>
        ) : (
          <a href={href} dir="auto" className="block max-w-120 truncate py-0.5 text-accent underline">
            {name}
          </a>
        ),
    },
    count('credits', 'Credits', ({ credits }) => formatCount(credits)),
    count('share', 'Share', ({ credits }) =>
      total === 0 ? '' : `${((credits / total) * 100).toFixed(1)} %`,
    ),
    count('answers', 'Answers', ({ answers }) => formatCount(answers)),
    count('each', 'Credits per answer', ({ credits, answers }) =>
      answers === 0 ? '' : (credits / answers).toFixed(2),
    ),
    ...(group === 'day' || group === 'run' ? [] : [count('cost', 'Provider cost', ({ money }) => money)]),
    ...(group === 'engine'
      ? [
          count('standard', 'Standard price', ({ standard }) =>
            standard === null ? '' : `from ${formatCount(standard)}`,
          ),
        ]
      : []),
  ];
}
