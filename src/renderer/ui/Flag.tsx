import { classNames } from './classNames.ts';

// URLs only: each image stays a separate small file and is loaded when it is first visible.
const addresses: Readonly<Record<string, string>> = import.meta.glob<string>(
  '../../../node_modules/country-flag-icons/3x2/*.svg',
  { query: '?url&no-inline', import: 'default', eager: true },
);

const prefix = '../../../node_modules/country-flag-icons/3x2/';

const look = 'inline-block h-3 w-[18px] shrink-0 rounded-[2px]';

/** URL of a country's flag; undefined if there is none. */
export function flagAddress(country: string | null): string | undefined {
  return country === null ? undefined : addresses[`${prefix}${country}.svg`];
}

/** A country's flag. Decorative: the code beside it is read by screen readers. */
export function Flag({ country }: { readonly country: string | null }) {
  const address = flagAddress(country);
  if (address === undefined)
    return <span aria-hidden="true" className={classNames(look, 'border border-dashed border-control')} />;
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      className={classNames(look, 'object-cover ring-1 ring-line-strong')}
    />
  );
}

/**
 * A flag as a background image, because `img` elements with their events are the largest cost of rows and headers
 * while scrolling. The file is loaded when the element is in the page, visible or not.
 */
export function PaintedFlag({ country }: { readonly country: string | null }) {
  const address = flagAddress(country);
  if (address === undefined) return <Flag country={country} />;
  return (
    <span
      aria-hidden="true"
      style={{ backgroundImage: `url("${address}")` }}
      className={classNames(look, 'bg-cover ring-1 ring-line-strong')}
    />
  );
}
