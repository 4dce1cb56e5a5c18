import type { CSSProperties, PointerEvent, ReactNode } from 'react';
import type { CellState } from '#shared/model/run.ts';
import { flagAddress } from './Flag.tsx';
import { locationLabel } from './locationLabels.ts';
import { StateMark, stateWord } from './StateMark.tsx';

type FlagStripProps = {
  readonly cells: readonly StripCell[];
  /** Number of markets of the run; `cells` may be the first of them. */
  readonly total: number;
  readonly most?: number;
  /** Width of the whole strip in CSS pixels. Markets that do not fit are counted as "+3". */
  readonly width?: number;
};

/** Markets of a run: one flag with its code per market, and a mark only if a cell is not an answer. */
export function FlagStrip({ cells, total, most = 20, width }: FlagStripProps) {
  const markets = uniqueMarkets(cells);
  const all = Math.max(total, markets.length);
  const step = stepOf(markets);
  const shown = markets.slice(0, Math.min(most, width === undefined ? most : fitting(width, step, all)));
  // Flags are background images: the name under the pointer is set when it moves, which costs nothing while
  // scrolling.
  const nameUnder = (event: PointerEvent<HTMLElement>): void => {
    const strip = event.currentTarget;
    const cell = shown[Math.floor((event.clientX - strip.getBoundingClientRect().left) / step)];
    const name = cell === undefined ? '' : nameOf(cell);
    if (strip.title !== name) strip.title = name;
  };
  return (
    <span data-copied={copiedMarkets(markets, all)} className="flex min-w-0 items-center gap-2">
      <span className="w-6 shrink-0 text-end text-ink-3 text-mini tabular">{all}</span>
      <span className={width === undefined ? 'min-w-0 flex-1' : 'min-w-0'}>
        <span
          onPointerMove={nameUnder}
          className="relative block h-4 overflow-hidden whitespace-pre ps-6 text-ink-2 text-mini tabular leading-4"
          style={{
            width: shown.length * step,
            // A market that does not fit is hidden completely.
            maxWidth: `round(down, 100% + 12px, ${step}px)`,
            tabSize: `${step}px`,
            ...flagsBehind(shown, step),
          }}
        >
          {codes(shown)}
        </span>
      </span>
      {all > shown.length ? (
        <span className="shrink-0 text-ink-3 text-mini tabular">+{all - shown.length}</span>
      ) : null}
    </span>
  );
}

const copiedMarkets = (markets: readonly StripCell[], all: number): string =>
  [
    ...markets.map(({ market }) => market),
    ...(all > markets.length ? [`+${all - markets.length}`] : []),
  ].join(', ');

/** Such as `Germany`, `California: failed` or `Canada (CA~fr)`. */
function nameOf({ market, country, state }: StripCell): string {
  const { code, name } = locationLabel({ country, state: /^[A-Z]{2}:([A-Z]{2})/.exec(market)?.[1] });
  const place = market === code || market === '*' ? name : `${name} (${market})`;
  return state === 'completed' ? place : `${place}: ${stateWord(state)}`;
}

/** Codes at tab stops, in as few text nodes as possible, because each is laid out separately. */
function codes(cells: readonly StripCell[]): readonly ReactNode[] {
  const nodes: ReactNode[] = [];
  let text = '';
  for (const [at, { market, state }] of cells.entries()) {
    if (at > 0) text += '\t';
    if (state === 'completed') {
      text += market;
      continue;
    }
    nodes.push(
      text,
      <span key={market} className="inline-flex h-4 items-center gap-px align-top">
        {market}
        <StateMark state={state} size={11} label />
      </span>,
    );
    text = '';
  }
  return [...nodes, text];
}

const roomOfFlag = 24;
const roomOfLetter = 8;
const roomOfMark = 16;
/** Of the number before the flags, and of the "+3" after them, with their gaps. */
const roomOfTotal = 32;
const roomOfMore = 36;

/** Width of one market in the strip in CSS pixels: flag, code, and mark or gap. */
function stepOf(cells: readonly StripCell[]): number {
  const marked = cells.some(({ state }) => state !== 'completed');
  const letters = Math.max(2, ...cells.map(({ market }) => market.length));
  return roomOfFlag + letters * roomOfLetter + (marked ? roomOfMark : roomOfMark / 2);
}

/** How many of `all` markets fit. The gap after the last one may be cut. */
function fitting(width: number, step: number, all: number): number {
  const fitIn = (room: number): number => Math.max(0, Math.floor((room + roomOfMark / 2) / step));
  const most = fitIn(width - roomOfTotal);
  return most >= all ? all : fitIn(width - roomOfTotal - roomOfMore);
}

const edge = (step: number): string =>
  `url("data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${step}" height="16"><rect x=".5" y="1.5" width="19" height="13" rx="2" fill="none" stroke="gray" stroke-opacity=".5"/></svg>`,
  )}")`;

/**
 * Flags as background images at the tab stops of a strip. Separate elements and images would be the largest cost of
 * scrolling.
 */
function flagsBehind(cells: readonly StripCell[], step: number): CSSProperties {
  const flags = cells.flatMap(({ country }, at) => {
    const address = flagAddress(country);
    return address === undefined
      ? []
      : [
          {
            image: `url("${address}")`,
            place: `${at * step + 1}px 2px`,
            size: '18px 12px',
            repeat: 'no-repeat',
          },
        ];
  });
  const layers = [{ image: edge(step), place: '0 0', size: 'auto', repeat: 'repeat-x' }, ...flags];
  return {
    backgroundImage: layers.map(({ image }) => image).join(),
    backgroundPosition: layers.map(({ place }) => place).join(),
    backgroundSize: layers.map(({ size }) => size).join(),
    backgroundRepeat: layers.map(({ repeat }) => repeat).join(),
  };
}

type StripCell = {
  readonly market: string;
  readonly country: string | null;
  readonly state: CellState;
};

const order: readonly CellState[] = ['failed', 'unknown', 'running', 'planned', 'cancelled', 'completed'];

/** One cell per market. Failed and running states take precedence. */
export function uniqueMarkets(cells: readonly StripCell[]): readonly StripCell[] {
  const byMarket = new Map<string, StripCell>();
  for (const cell of cells) {
    const known = byMarket.get(cell.market);
    if (known === undefined || order.indexOf(cell.state) < order.indexOf(known.state))
      byMarket.set(cell.market, cell);
  }
  return [...byMarket.values()];
}
