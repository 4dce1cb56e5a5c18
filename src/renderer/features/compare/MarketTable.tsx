import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useColumnLabels } from '../../reading/tableMarkets.ts';
import type { TableFact, TableLine, TableMarket } from '../../reading/tableModel.ts';
import { IconButton } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Flag } from '../../ui/Flag.tsx';
import { formatCount } from '../../ui/format.ts';
import { useKeptWidths } from '../../ui/keptWidths.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { SortButton } from '../../ui/SortButton.tsx';
import { TableTools } from '../../ui/TableTools.tsx';
import { useFigureWalk } from '../../ui/useFigureWalk.ts';
import { useAddress } from '../../window/navigation.tsx';
import { useFigureDetail } from './FigureDetail.tsx';
import { filteredLines, type LineOrder, nextOrder, sortedLines } from './sortedLines.ts';
import { FactCell, MarketCell } from './TableCells.tsx';

const rowHeight = 28;

type MarketTableProps = {
  readonly label: string;
  /** Heading of the first column, such as `12 domains`. */
  readonly title: string;
  /** What has to be known to read the figures, in one line. */
  readonly note?: string | null;
  readonly markets: readonly TableMarket[];
  readonly lines: readonly TableLine[];
  readonly facts: readonly TableFact[];
  readonly headWidth?: number;
  readonly marketWidth?: number;
  readonly onMarket: (key: string) => void;
};

/** Items by market. Rows and columns are virtualized; headers stay visible. */
export function MarketTable(props: MarketTableProps) {
  const { markets } = props;
  const { lines, facts, headWidth, sortOf, sortBy, resize, tools } = useLineArrangement(props);
  const longest = markets.reduce((most, { code }) => Math.max(most, code.length), 0);
  const least = markets.some(({ surface }) => surface !== null)
    ? 104
    : markets.some(({ absent }) => absent !== null)
      ? 72
      : 64;
  const marketWidth = Math.max(props.marketWidth ?? least, Math.min(200, 30 + 7 * longest));
  const scroller = useRef<HTMLElement>(null);
  const detail = useFigureDetail();
  const walk = useFigureWalk(scroller);
  const vertical = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const factsWidth = facts.reduce((sum, fact) => sum + fact.width, 0);
  const horizontal = useVirtualizer({
    horizontal: true,
    count: markets.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => marketWidth,
    overscan: 6,
    scrollMargin: headWidth + factsWidth,
  });
  const rows = vertical.getVirtualItems();
  const columns = horizontal.getVirtualItems();
  const left = headWidth + factsWidth;
  const { row: named, at: chosen } = useAddress().params;
  const namedLine = named === undefined ? -1 : lines.findIndex(({ key }) => key === named);
  const chosenMarket = namedLine < 0 ? -1 : markets.findIndex(({ key }) => key === chosen);
  // The line in the address is scrolled into view once.
  useEffect(() => {
    if (namedLine >= 0) vertical.scrollToIndex(namedLine, { align: 'center' });
    if (chosenMarket >= 0) horizontal.scrollToIndex(chosenMarket, { align: 'center' });
  }, [namedLine, chosenMarket, vertical, horizontal]);
  const before = Math.max(0, (columns[0]?.start ?? left) - left);
  const after = Math.max(0, horizontal.getTotalSize() - ((columns.at(-1)?.end ?? left) - left));
  const above = rows[0]?.start ?? 0;
  const below = vertical.getTotalSize() - (rows.at(-1)?.end ?? 0);
  const headLook = 'sticky top-0 z-10 h-8 border-line-strong border-b bg-surface font-medium text-ink-2';

  const offset = horizontal.scrollOffset ?? 0;
  const room = horizontal.scrollRect?.width ?? 0;
  const wide = room > 0 && room < left + horizontal.getTotalSize();
  const from = Math.max(0, Math.ceil((offset + headWidth - left) / marketWidth));
  const to = Math.min(markets.length, Math.floor((offset + room - left) / marketWidth));
  /** Scrolls so that the first partly visible column becomes completely visible. */
  const step = (direction: -1 | 1): void => {
    const edge = direction === 1 ? left + to * marketWidth - headWidth : left + from * marketWidth - room;
    scroller.current?.scrollTo({ left: edge });
  };

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {wide || props.note != null ? (
        <div className="flex min-h-7 shrink-0 flex-wrap items-center gap-x-4 border-line border-b bg-surface ps-3 pe-2 text-ink-2 text-table">
          {props.note == null ? null : <p>{props.note}</p>}
          {wide ? (
            <MarketsInSight
              atStart={offset <= 0}
              from={from + 1}
              to={Math.max(from + 1, to)}
              of={markets.length}
              onStep={step}
            />
          ) : null}
        </div>
      ) : null}
      <ScrollRegion
        ref={scroller}
        label={props.label}
        className="min-h-0 flex-1 scroll-pt-8 overflow-auto bg-surface"
        style={{ scrollPaddingInlineStart: headWidth }}
        {...walk}
      >
        <table
          aria-rowcount={lines.length + 1}
          aria-colcount={markets.length + facts.length + 1}
          className="table-fixed border-separate border-spacing-0 text-table tabular"
          style={{ width: left + horizontal.getTotalSize() }}
        >
          <colgroup>
            <col style={{ width: headWidth }} />
            {facts.map((fact) => (
              <col key={fact.label} style={{ width: fact.width }} />
            ))}
            {before > 0 ? <col style={{ width: before }} /> : null}
            {columns.map((item) => (
              <col key={item.key} style={{ width: marketWidth }} />
            ))}
            {after > 0 ? <col style={{ width: after }} /> : null}
          </colgroup>
          <thead>
            <tr>
              <th scope="col" aria-sort={sortOf(0)} className={classNames(headLook, 'start-0 z-20 p-0')}>
                <span className="flex items-center pe-1">
                  <span className="min-w-0 flex-1">
                    <SortButton
                      sorted={sortOf(0)}
                      onSort={() => sortBy(0)}
                      onWidth={(width) => resize(headColumn, width)}
                      className="min-h-8 px-3"
                    >
                      {props.title}
                    </SortButton>
                  </span>
                  {tools}
                </span>
              </th>
              {facts.map((fact) => (
                <th
                  key={fact.label}
                  scope="col"
                  aria-sort={sortOf(fact.at + 1)}
                  className={classNames(headLook, 'p-0')}
                >
                  <SortButton
                    sorted={sortOf(fact.at + 1)}
                    end={fact.end}
                    wrapped
                    onSort={() => sortBy(fact.at + 1)}
                    onWidth={(width) => resize(fact.label, width)}
                    className="min-h-8 px-2"
                  >
                    {fact.label}
                  </SortButton>
                </th>
              ))}
              {before > 0 ? <td className={headLook} /> : null}
              {columns.map((item) => {
                const market = markets[item.index];
                return market ? (
                  <th
                    key={item.key}
                    scope="col"
                    aria-colindex={item.index + facts.length + 2}
                    className={classNames(headLook, 'p-0')}
                  >
                    <button
                      type="button"
                      title={`${market.name}${market.absent === null ? '' : ` (${market.absent.reason})`}: inspect`}
                      onClick={() => props.onMarket(market.key)}
                      className="flex min-h-8 w-full flex-col items-center justify-center hover:bg-hover"
                    >
                      <span className="flex items-center gap-1">
                        <Flag country={market.country} />
                        {market.code}
                      </span>
                      {(market.absent?.label ?? market.surface) === null ? null : (
                        <span className="max-w-full truncate px-1 pb-0.5 font-normal text-mini">
                          {market.absent?.label ?? market.surface}
                        </span>
                      )}
                    </button>
                  </th>
                ) : null;
              })}
              {after > 0 ? <td className={headLook} /> : null}
            </tr>
          </thead>
          <tbody>
            {above > 0 ? <tr style={{ height: above }} /> : null}
            {rows.map((item) => {
              const line = lines[item.index];
              return line ? (
                <tr
                  key={line.key}
                  aria-rowindex={item.index + 2}
                  aria-current={item.index === namedLine ? 'true' : undefined}
                  className="group"
                  style={{ height: rowHeight }}
                >
                  <th
                    scope="row"
                    className="sticky start-0 z-[5] border-line border-b bg-surface px-3 text-start font-normal group-hover:bg-hover group-aria-[current]:bg-accent-soft group-aria-[current]:shadow-[inset_3px_0_0_var(--accent)]"
                  >
                    <LineHead line={line} />
                  </th>
                  {facts.map((fact) => (
                    <FactCell key={fact.label} line={line} fact={fact} show={detail.show}>
                      {line.facts[fact.at]}
                    </FactCell>
                  ))}
                  {before > 0 ? <td className="border-line border-b" /> : null}
                  {columns.map((column) => (
                    <MarketCell
                      key={column.key}
                      line={line}
                      market={markets[column.index]}
                      show={detail.show}
                    />
                  ))}
                  {after > 0 ? <td className="border-line border-b" /> : null}
                </tr>
              ) : null;
            })}
            {below > 0 ? <tr style={{ height: below }} /> : null}
          </tbody>
        </table>
        {detail.panel}
      </ScrollRegion>
    </div>
  );
}

type MarketsInSightProps = {
  readonly atStart: boolean;
  /** From 1; `to` is the last completely visible one. */
  readonly from: number;
  readonly to: number;
  readonly of: number;
  readonly onStep: (direction: -1 | 1) => void;
};

/** The visible markets of a table that is wider than the window, with buttons to scroll. */
function MarketsInSight({ atStart, from, to, of, onStep }: MarketsInSightProps) {
  const words = useColumnLabels();
  return (
    <div className="ms-auto flex items-center gap-1 tabular print:hidden">
      <span role="status">
        {words.head} {formatCount(from)}–{formatCount(to)} of {formatCount(of)}
      </span>
      <IconButton
        Icon={ChevronLeft}
        px={14}
        label={`Previous ${words.many}`}
        aria-disabled={atStart}
        className="aria-disabled:opacity-45"
        onClick={() => onStep(-1)}
      />
      <IconButton
        Icon={ChevronRight}
        px={14}
        label={`Next ${words.many}`}
        aria-disabled={to === of}
        className="aria-disabled:opacity-45"
        onClick={() => onStep(1)}
      />
    </div>
  );
}

/** The key of the first column in the resized widths. */
const headColumn = '';

/** The user's arrangement of the table: sorting, filter, hidden facts, column widths. */
function useLineArrangement({ label, lines, facts, headWidth = 300 }: MarketTableProps) {
  const [order, setOrder] = useState<LineOrder>(null);
  const [filter, setFilter] = useState('');
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(facts.flatMap((fact) => (fact.hidden === true ? fact.label : []))),
  );
  const { widths, resize } = useKeptWidths(label);
  const shown = useMemo(() => sortedLines(filteredLines(lines, filter), order), [lines, filter, order]);
  return {
    lines: shown,
    facts: facts.flatMap((fact, at) =>
      hidden.has(fact.label) ? [] : [{ ...fact, at, width: widths.get(fact.label) ?? fact.width }],
    ),
    headWidth: Math.max(120, widths.get(headColumn) ?? headWidth),
    sortOf: (column: number) =>
      order?.column !== column ? 'none' : order.descending ? 'descending' : 'ascending',
    sortBy: (column: number): void => setOrder(nextOrder(order, column)),
    resize,
    tools: (
      <TableTools
        label={label}
        filter={filter}
        onFilter={setFilter}
        shown={shown.length}
        of={lines.length}
        columns={facts.map(({ label: header, hidden }) => ({ id: header, header, hidden }))}
        hidden={hidden}
        onHidden={setHidden}
      />
    ),
  } as const;
}

function LineHead({ line }: { readonly line: TableLine }) {
  if (line.tools === undefined) return <LineName line={line} />;
  return (
    <span className="flex items-center gap-1">
      <span className="min-w-0 flex-1">
        <LineName line={line} />
      </span>
      {line.tools}
    </span>
  );
}

function LineName({ line }: { readonly line: TableLine }) {
  if (line.onToggle === undefined)
    return (
      <span
        data-name={line.name}
        className={classNames(
          'flex h-7 items-center gap-1.5 truncate',
          line.level === 1 && 'ps-5 text-ink-2',
        )}
      >
        {line.head}
      </span>
    );
  return (
    <button
      type="button"
      data-name={line.name}
      aria-expanded={line.open ?? false}
      onClick={line.onToggle}
      className="flex h-7 w-full items-center gap-1.5 text-start"
    >
      <ChevronRight
        size={12}
        aria-hidden="true"
        className={classNames('shrink-0 text-ink-3', line.open && 'rotate-90')}
      />
      <span className="flex min-w-0 items-center gap-1.5 truncate">{line.head}</span>
    </button>
  );
}
