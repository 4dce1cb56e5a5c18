import type { ComponentProps } from 'react';
import { classNames } from './classNames.ts';

type ScrollRegionProps = Omit<ComponentProps<'section'>, 'aria-label' | 'tabIndex'> & {
  readonly label: string;
  /** Draws a border. */
  readonly framed?: boolean;
};

/** A scrollable region with an accessible name, reachable by keyboard. */
export function ScrollRegion({ label, framed = false, className, ...rest }: ScrollRegionProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className={classNames(framed && 'rounded-md border border-line bg-surface', className)}
      {...rest}
    />
  );
}
