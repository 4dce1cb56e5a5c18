import type { ReactNode, Ref } from 'react';

type ScrollRegionProps = {
  readonly label: string;
  readonly ref?: Ref<HTMLElement>;
  readonly className: string;
  readonly children: ReactNode;
};

/** A framed part of a page that scrolls by itself, by keyboard too. */
export function ScrollRegion({ label, ref, className, children }: ScrollRegionProps) {
  return (
    <section
      ref={ref}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className={`rounded-md border border-line bg-surface ${className}`}
    >
      {children}
    </section>
  );
}
