export const cellWidth = 18;
export const cellHeight = 20;

/** Shape and colour by state, so that the state does not depend on the colour. */
const looks: Readonly<
  Record<string, { readonly box: string; readonly mark?: string; readonly ink?: string }>
> = {
  o: { box: 'fill-accent-soft stroke-accent' },
  x: { box: 'fill-none stroke-control [stroke-dasharray:2_2]' },
  p: { box: 'fill-sunken stroke-line-strong' },
  r: { box: 'fill-accent-soft stroke-accent', mark: '·', ink: 'fill-ink' },
  d: { box: 'fill-accent stroke-accent' },
  f: { box: 'fill-bad-soft stroke-bad', mark: '×', ink: 'fill-bad' },
  u: { box: 'fill-warn-soft stroke-warn', mark: '?', ink: 'fill-warn' },
  c: { box: 'fill-none stroke-line-strong', mark: '−', ink: 'fill-ink-3' },
};

/** SVG patterns of the cells, with `id` + letter as id. Rows of a thousand cells are filled with them. */
export function CellMarks({ id }: { readonly id: string }) {
  return (
    <svg aria-hidden="true" width={0} height={0} className="absolute">
      <defs>
        {Object.entries(looks).map(([letter, { box, mark, ink }]) => (
          <pattern
            key={letter}
            id={`${id}${letter}`}
            patternUnits="userSpaceOnUse"
            width={cellWidth}
            height={cellHeight}
          >
            <rect x={2.5} y={3.5} width={13} height={13} rx={3.5} className={box} />
            {mark ? (
              <text x={cellWidth / 2} y={13.5} textAnchor="middle" className={`text-mini ${ink}`}>
                {mark}
              </text>
            ) : null}
          </pattern>
        ))}
      </defs>
    </svg>
  );
}
