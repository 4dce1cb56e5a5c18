import { marketName } from '#shared/tables/filterLabels.ts';
import { Flag } from './Flag.tsx';

/** Markets as flags with their codes; those beyond `most` as "+3", all of them in the tooltip. */
export function MarketFlags({
  keys,
  most = 4,
}: {
  readonly keys: readonly string[];
  readonly most?: number;
}) {
  const names = keys.map(marketName).join(', ');
  return (
    <span title={names} data-copied={keys.join(', ')} className="flex items-center gap-x-2 whitespace-nowrap">
      {keys.slice(0, most).map((key) => (
        <span key={key} className="inline-flex items-center gap-1">
          <Flag country={/^[A-Z]{2}/.exec(key)?.[0] ?? null} />
          {key === '*' ? 'any' : key}
        </span>
      ))}
      {keys.length > most ? (
        <span className="text-ink-2">
          +{keys.length - most}
          <span className="sr-only"> more: {names}</span>
        </span>
      ) : null}
    </span>
  );
}
