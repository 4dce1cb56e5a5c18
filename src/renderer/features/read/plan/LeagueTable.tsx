import type { Verdict } from '#shared/analysis/comparison.ts';
import type { Pooled } from '#shared/analysis/trends/pooling.ts';
import type { EngineRow, LeagueRow, LeagueTest } from '#shared/analysis/trends/rollup.ts';
import { shareLabel, verdictLabel } from '#shared/report/figures.ts';
import { intervalLabel } from '#shared/report/rollupSheets.ts';
import { Badge } from '../../../ui/Chip.tsx';
import { classNames } from '../../../ui/classNames.ts';
import { VisibilityBar } from '../../../ui/VisibilityBar.tsx';

const head = 'whitespace-nowrap border-line-strong border-b py-1 pe-3 font-medium text-ink-2';
const cell = 'border-line border-b py-1 pe-3 align-middle';

/** The listed brands in their order, each with what tells it from the next one. */
export function LeagueTable({ brands }: { readonly brands: readonly LeagueRow[] }) {
  return (
    <table className="w-full border-separate border-spacing-0 text-table tabular">
      <caption className="sr-only">Brands by visibility</caption>
      <thead>
        <tr>
          <th scope="col" className={classNames(head, 'text-start')}>
            Brand
          </th>
          <th scope="col" className={classNames(head, 'text-start')}>
            Visibility, 95 % interval
          </th>
          <th scope="col" className={classNames(head, 'text-end')}>
            Share of voice
          </th>
          <th scope="col" className={classNames(head, 'text-end')}>
            Average position
          </th>
          <th scope="col" className={classNames(head, 'text-start')}>
            Compared with the next
          </th>
        </tr>
      </thead>
      <tbody>
        {brands.map((row, at) => (
          <tr key={row.id} className="hover:bg-hover">
            <th scope="row" className={classNames(cell, 'max-w-44 text-start font-normal')}>
              <span className="flex min-w-0 items-center gap-1.5">
                <span
                  dir="auto"
                  className={classNames('truncate', row.kind === 'own' && 'font-semibold')}
                  title={row.name}
                >
                  {row.name}
                </span>
                {row.kind === 'own' ? <Badge>Yours</Badge> : null}
              </span>
            </th>
            <td className={cell}>
              <PooledBar pooled={row.visibility} />
            </td>
            <td className={classNames(cell, 'text-end')}>{shareLabel(row.shareOfVoice.value)}</td>
            <td className={classNames(cell, 'text-end')}>{row.position.value?.toFixed(1) ?? '–'}</td>
            <td className={cell}>
              {row.next === null ? null : <Against test={row.next} next={brands[at + 1]?.name ?? ''} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Against({ test, next }: { readonly test: LeagueTest; readonly next: string }) {
  const p =
    test.adjusted === null
      ? ''
      : `, corrected p ${test.adjusted < 0.001 ? '< 0.001' : test.adjusted.toFixed(3)}`;
  return (
    <span title={`${test.only} answers name only this brand, ${test.onlyNext} only ${next}${p}`}>
      <VerdictMark verdict={test.verdict} />
    </span>
  );
}

/** Told by its words and its weight, never by colour alone. */
function VerdictMark({ verdict }: { readonly verdict: Verdict }) {
  return (
    <span
      className={classNames(
        'whitespace-nowrap',
        verdict === 'larger-than-noise' ? 'font-medium' : 'text-ink-3',
      )}
    >
      {verdictLabel[verdict]}
    </span>
  );
}

type EnginesProps = { readonly engines: readonly EngineRow[]; readonly nameOf: (engine: string) => string };

/** Your brand by engine, where all of them were asked the same. */
export function EnginesTable({ engines, nameOf }: EnginesProps) {
  return (
    <table className="w-full border-separate border-spacing-0 text-table tabular">
      <caption className="sr-only">Visibility by engine</caption>
      <thead>
        <tr>
          <th scope="col" className={classNames(head, 'text-start')}>
            Engine
          </th>
          <th scope="col" className={classNames(head, 'text-start')}>
            Visibility, 95 % interval
          </th>
          <th scope="col" className={classNames(head, 'text-end')}>
            Average position
          </th>
          <th scope="col" className={classNames(head, 'text-start')}>
            Compared with the next
          </th>
        </tr>
      </thead>
      <tbody>
        {engines.map(({ engine, visibility, position, next }) => (
          <tr key={engine} className="hover:bg-hover">
            <th scope="row" className={classNames(cell, 'whitespace-nowrap text-start font-normal')}>
              {nameOf(engine)}
            </th>
            <td className={cell}>
              <PooledBar pooled={visibility} />
            </td>
            <td className={classNames(cell, 'text-end')}>{position.value?.toFixed(1) ?? '–'}</td>
            <td className={cell}>{next === null ? null : <VerdictMark verdict={next} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Counts, and the share with its interval: where segments weigh unequally the share is not the counts' own. */
function PooledBar({ pooled }: { readonly pooled: Pooled }) {
  return (
    <span title={intervalLabel(pooled)}>
      <VisibilityBar rate={pooled} />
    </span>
  );
}
