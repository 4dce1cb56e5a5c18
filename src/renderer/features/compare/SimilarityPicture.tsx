import { type KeyboardEvent, type PointerEvent, type Ref, useEffect, useRef, useState } from 'react';
import { percentLabel } from '#shared/percent.ts';
import { onThemeChange } from '../../ui/themeChange.ts';

const cellSize = 12;

type SimilarityPictureProps = {
  readonly label: string;
  /** In the order in which they are drawn, from the top and from the left. */
  readonly markets: readonly { readonly label: string; readonly onOpen: () => void }[];
  /** Similarity 0..1 of two positions in that order; null without data. */
  readonly valueAt: (row: number, column: number) => number | null;
};

type Pair = { readonly row: number; readonly column: number };

/**
 * Heat map of the similarity of many markets in one image, because a page cannot contain sixty thousand cells. A pair
 * is shown by pointer and arrow keys; Enter opens the market of the row.
 */
export function SimilarityPicture({ label, markets, valueAt }: SimilarityPictureProps) {
  const picture = useRef<HTMLCanvasElement>(null);
  const marked = useRef<HTMLSpanElement>(null);
  const [pair, setPair] = useState<Pair | null>(null);
  const [byKey, setByKey] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: followed where the keys lead, not where the pointer is
  useEffect(() => {
    if (byKey) marked.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pair]);
  const size = markets.length;
  useEffect(() => {
    const draw = (): void => {
      if (picture.current) drawPairs(picture.current, size, valueAt);
    };
    draw();
    return onThemeChange(draw);
  }, [size, valueAt]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      const within = (at: number): number => Math.min(size - 1, Math.max(0, at));
      const next =
        pair === null
          ? { row: 0, column: 0 }
          : { row: within(pair.row + step.row), column: within(pair.column + step.column) };
      setPair(next);
      setByKey(true);
    } else if (event.key === 'Enter' && pair !== null) markets[pair.row]?.onOpen();
  };
  const pairUnder = (event: PointerEvent<HTMLElement>): Pair => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = (offset: number): number => Math.min(size - 1, Math.max(0, Math.floor(offset / cellSize)));
    return { row: at(event.clientY - box.top), column: at(event.clientX - box.left) };
  };
  const codes = markets.map((market) => market.label).join('\n');
  const side = size * cellSize;
  return (
    <div>
      <p
        role="status"
        className="sticky start-0 -top-4 z-10 mb-1 flex h-6 w-max items-center bg-surface pe-3 text-table tabular"
      >
        {pair === null ? (
          <span className="text-ink-2">Point at a pair, or use the arrow keys.</span>
        ) : (
          pairWords(pair, markets, valueAt)
        )}
      </p>
      <div className="grid w-max grid-cols-[auto_auto] text-[9px] text-ink-2 leading-3">
        <span />
        <pre
          aria-hidden="true"
          className="rotate-180 font-sans [writing-mode:vertical-rl]"
          style={{ width: side }}
        >
          {markets
            .map((market) => market.label)
            .reverse()
            .join('\n')}
        </pre>
        <pre aria-hidden="true" className="pe-1 text-end font-sans">
          {codes}
        </pre>
        <section
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture is read by the arrow keys
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerMove={(event) => {
            const next = pairUnder(event);
            setByKey(false);
            if (next.row !== pair?.row || next.column !== pair.column) setPair(next);
          }}
          onClick={() => {
            if (pair !== null) markets[pair.row]?.onOpen();
          }}
          className="relative cursor-pointer overflow-hidden"
          style={{ width: side, height: side }}
        >
          <canvas
            ref={picture}
            width={size}
            height={size}
            className="size-full bg-surface text-accent [image-rendering:pixelated]"
          />
          {pair === null ? null : <Mark pair={pair} marked={marked} />}
        </section>
      </div>
    </div>
  );
}

/** Marks the current pair at the crossing of its row and column. */
function Mark({ pair, marked }: { readonly pair: Pair; readonly marked: Ref<HTMLSpanElement> }) {
  const at = { top: pair.row * cellSize, insetInlineStart: pair.column * cellSize };
  const across = 'pointer-events-none absolute border-ink/40';
  return (
    <>
      <span
        ref={marked}
        className="pointer-events-none absolute scroll-m-12"
        style={{ ...at, width: cellSize, height: cellSize }}
      />
      <span className={`${across} inset-x-0 border-y`} style={{ top: at.top, height: cellSize }} />
      <span
        className={`${across} inset-y-0 border-x`}
        style={{ insetInlineStart: at.insetInlineStart, width: cellSize }}
      />
    </>
  );
}

const steps: Readonly<Record<string, Pair>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

function pairWords(
  { row, column }: Pair,
  markets: SimilarityPictureProps['markets'],
  valueAt: SimilarityPictureProps['valueAt'],
): string {
  const one = markets[row]?.label ?? '';
  if (row === column) return one;
  const value = valueAt(row, column);
  return `${one} and ${markets[column]?.label ?? ''}: ${value === null ? 'no data' : percentLabel(value)}`;
}

/** Draws one pixel per pair in the colours of the theme. Pairs without data are grey, the diagonal is empty. */
function drawPairs(
  canvas: HTMLCanvasElement,
  size: number,
  valueAt: SimilarityPictureProps['valueAt'],
): void {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return;
  const style = getComputedStyle(canvas);
  const colour = (written: string): readonly [number, number, number] => {
    context.fillStyle = written;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue];
  };
  const full = colour(style.color);
  const empty = colour(style.backgroundColor);
  const image = context.createImageData(size, size);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const value = row === column ? null : valueAt(row, column);
      const share = value ?? 0;
      const at = 4 * (row * size + column);
      for (let channel = 0; channel < 3; channel += 1)
        image.data[at + channel] =
          value === null && row !== column
            ? 128
            : (full[channel] ?? 0) * share + (empty[channel] ?? 0) * (1 - share);
      image.data[at + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
}
