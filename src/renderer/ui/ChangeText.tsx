import type { TrendDelta } from '#shared/model/trendLines.ts';
import { changeText } from '#shared/tables/projectListTables.ts';

/** The change of a share from the compared period; a significant one in bold, and in words for a screen reader. */
export function ChangeText({ change }: { readonly change: TrendDelta | null }) {
  const real = change?.verdict === 'larger-than-noise';
  return (
    <span className={`whitespace-nowrap ${real ? 'font-semibold' : 'text-ink-2'}`} title={titleOf(change)}>
      <span data-copied={changeText(change).replace(/ points?$/, '')}>{changeText(change)}</span>
      {real ? (
        <span data-note data-copied="significant">
          {' *'}
        </span>
      ) : null}
      {real ? <span className="sr-only"> significant</span> : null}
    </span>
  );
}

const titleOf = (change: TrendDelta | null): string =>
  change === null || change.delta === null
    ? 'No question, engine and country was asked in both periods'
    : `${change.commonCells} common segments. * significant difference`;
