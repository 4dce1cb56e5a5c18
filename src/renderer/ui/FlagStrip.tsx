import type { PointerEvent, ReactNode } from 'react';
import { flagsBehind, stepOf } from './flagsBehind.ts';
import { placeLabel } from './placeNames.ts';
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
  const shown = markets.slice(0, most);
  const step = stepOf(shown);
  // Flags are only painted: what is under the pointer is named as it moves, at no cost to a list that is scrolled.
  const nameUnder = (event: PointerEvent<HTMLElement>): void => {
    const strip = event.currentTarget;
    const cell = shown[Math.floor((event.clientX - strip.getBoundingClientRect().left) / step)];
    const name = cell === undefined ? '' : nameOf(cell);
    if (strip.title !== name) strip.title = name;
  };
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="w-6 shrink-0 text-end text-ink-3 text-mini tabular">
        {Math.max(total, markets.length)}
      </span>
      <span className="min-w-0 flex-1">
        <span
          onPointerMove={nameUnder}
          className="relative block h-4 overflow-hidden whitespace-pre ps-6 text-ink-2 text-mini tabular leading-4"
          style={{
            width: shown.length * step,
            // What does not fit is left out whole; the number says how many there are.
            maxWidth: `round(down, 100% + 12px, ${step}px)`,
            tabSize: `${step}px`,
            ...flagsBehind(shown, step),
          }}
        >
          {codes(shown)}
        </span>
      </span>
    </span>
  );
}

/** Such as `Germany`, `California: failed` or `Canada (CA~fr)`. */
function nameOf({ market, country, state }: StripCell): string {
  const { code, name } = placeLabel({ country, state: /^[A-Z]{2}:([A-Z]{2})/.exec(market)?.[1] });
  const place = market === code || market === '*' ? name : `${name} (${market})`;
  return state === 'completed' ? place : `${place}: ${stateWord(state)}`;
}

/** Codes at their tab stops: as much as can be in one piece of text, because each piece is laid out by itself. */
function codes(cells: readonly StripCell[]): readonly ReactNode[] {
  const pieces: ReactNode[] = [];
  let text = '';
  for (const [at, { market, state }] of cells.entries()) {
    if (at > 0) text += '\t';
    if (state === 'completed') {
      text += market;
      continue;
    }
    pieces.push(
      text,
      <span key={market} className="inline-flex h-4 items-center gap-px align-top">
        {market}
        <StateMark state={state} size={11} label />
      </span>,
    );
    text = '';
  }
  return [...pieces, text];
}
