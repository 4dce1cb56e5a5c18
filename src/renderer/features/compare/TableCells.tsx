import type { ReactNode } from 'react';
import type { TableFact, TableLine, TableMarket } from '../../reading/tableModel.ts';
import { classNames } from '../../ui/classNames.ts';
import { FigureButton, type ShowDetail } from './FigureDetail.tsx';

/** A fact of a line, such as its share. Pressing it shows its calculation. */
export function FactCell({
  line,
  fact,
  show,
  children,
}: {
  readonly line: TableLine;
  readonly fact: TableFact;
  readonly show: ShowDetail;
  readonly children: ReactNode;
}) {
  const figures = line.figures?.[fact.label];
  const look = classNames('truncate px-2', fact.end && 'text-end');
  return (
    <td
      className={classNames('border-line border-b text-ink-2 group-hover:bg-hover', figures ? 'p-0' : look)}
    >
      {figures ? (
        <FigureButton
          walked
          heading={`${line.name} · ${fact.label}`}
          facts={figures}
          show={show}
          className={classNames(look, !fact.end && 'text-start')}
        >
          {children}
        </FigureButton>
      ) : (
        children
      )}
    </td>
  );
}

/** Style by position, so that the top positions can be distinguished. The position itself is always shown. */
export function positionLook(position: number | null): string {
  if (position === 1) return 'bg-[color-mix(in_oklab,var(--accent)_42%,var(--surface))] font-semibold';
  if (position !== null && position <= 3)
    return 'bg-[color-mix(in_oklab,var(--accent)_22%,var(--surface))] font-semibold';
  return 'bg-accent-soft';
}

/** The value of a line in one market. */
export function MarketCell({
  line,
  market,
  show,
}: {
  readonly line: TableLine;
  readonly market: TableMarket | undefined;
  readonly show: ShowDetail;
}) {
  const cell = market === undefined ? null : line.cell(market.index);
  if (cell === null && market?.absent)
    return (
      <td className="border-line border-b bg-[repeating-linear-gradient(45deg,var(--sunken)_0_3px,var(--line)_3px_4px)]">
        <span className="sr-only">no data</span>
      </td>
    );
  if (cell === null || market === undefined)
    return (
      <td className="border-line border-b text-center text-ink-3 group-hover:bg-hover">
        <span className="sr-only">none</span>
      </td>
    );
  return (
    <td
      className={classNames(
        'border-line border-b p-0 group-hover:bg-hover',
        cell.none === true ? 'text-ink-3' : `text-ink ${positionLook(cell.position ?? null)}`,
      )}
    >
      <FigureButton
        walked
        heading={`${line.name} · ${market.name}`}
        facts={cell.facts}
        show={show}
        title={cell.title}
        {...(cell.onPress === undefined ? {} : { onPress: cell.onPress })}
        className="px-1 text-center"
      >
        {cell.text}
      </FigureButton>
    </td>
  );
}
