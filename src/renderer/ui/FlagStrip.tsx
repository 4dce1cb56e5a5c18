import { Flag } from './Flag.tsx';
import { StateMark, stateWord } from './StateMark.tsx';
import { type StripCell, uniqueMarkets } from './stripCells.ts';

type FlagStripProps = {
  readonly cells: readonly StripCell[];
  /** All markets of the run, of which `cells` may be the first part. */
  readonly total: number;
  readonly most?: number;
};

/** Markets of a run: one flag with its code each, once whatever the samples; a mark only where something is not an answer. */
export function FlagStrip({ cells, total, most = 20 }: FlagStripProps) {
  const markets = uniqueMarkets(cells);
  // What does not fit wraps below the line, where it is cut off whole; the number says how many there are.
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="w-6 shrink-0 text-end text-ink-3 text-mini tabular">
        {Math.max(total, markets.length)}
      </span>
      <span className="flex h-4 min-w-0 flex-wrap items-center gap-x-2 overflow-hidden">
        {markets.slice(0, most).map((cell) => (
          <span
            key={cell.market}
            className="flex h-4 shrink-0 items-center gap-1 text-ink-2 text-mini tabular"
            title={`${cell.market}: ${stateWord(cell.state)}`}
          >
            <Flag country={cell.country} />
            {cell.market}
            {cell.state === 'completed' ? null : <StateMark state={cell.state} size={11} label />}
          </span>
        ))}
      </span>
    </span>
  );
}
