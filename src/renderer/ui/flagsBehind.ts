import type { CSSProperties } from 'react';
import { flagAddress } from './Flag.tsx';
import type { StripCell } from './stripCells.ts';

const roomOfFlag = 24;
const roomOfLetter = 8;
const roomOfMark = 12;

/** CSS pixels from one market of a strip to the next, the same for all: room for its flag, its code and a mark. */
export function stepOf(cells: readonly StripCell[]): number {
  return roomOfFlag + Math.max(2, ...cells.map(({ market }) => market.length)) * roomOfLetter + roomOfMark;
}

const edge = (step: number): string =>
  `url("data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${step}" height="16"><rect x=".5" y="1.5" width="19" height="13" rx="2" fill="none" stroke="gray" stroke-opacity=".5"/></svg>`,
  )}")`;

/**
 * Flags painted behind the codes of a strip, one at each tab stop. An element and a picture for each of them, over
 * and over in a list that is scrolled, cost its frames more than all else.
 */
export function flagsBehind(cells: readonly StripCell[], step: number): CSSProperties {
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
