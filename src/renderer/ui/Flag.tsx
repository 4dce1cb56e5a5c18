import { classNames } from './classNames.ts';

// Addresses only: each picture stays its own small file and is loaded when it is first seen.
const addresses: Readonly<Record<string, string>> = import.meta.glob<string>(
  '../../../node_modules/country-flag-icons/3x2/*.svg',
  { query: '?url&no-inline', import: 'default', eager: true },
);

const prefix = '../../../node_modules/country-flag-icons/3x2/';

const look = 'inline-block h-3 w-[18px] shrink-0 rounded-[2px]';

/** Address of a country's flag; undefined where there is none. */
export function flagAddress(country: string | null): string | undefined {
  return country === null ? undefined : addresses[`${prefix}${country}.svg`];
}

/** A country's flag. Decoration only: it always stands beside the code, which is what a screen reader says. */
export function Flag({
  country,
  className,
}: {
  readonly country: string | null;
  readonly className?: string;
}) {
  const address = flagAddress(country);
  const size = classNames(look, className);
  if (address === undefined) {
    return <span aria-hidden="true" className={classNames(size, 'border border-dashed border-control')} />;
  }
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      className={classNames(size, 'object-cover ring-1 ring-line-strong')}
    />
  );
}

/**
 * The same as a background: no picture that loads for itself and says when it has, which is what a row or a head costs
 * most that is scrolled past. Its file is read as soon as it is on the page, in sight or not.
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
