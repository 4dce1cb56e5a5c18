import { useState } from 'react';
import type { BrandBookView } from '#shared/model/brand.ts';
import type { BrandKind } from '#shared/model/comparison/samples.ts';
import { useAction, useComparisonProgress, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatCount, formatQuantity } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';

type DetectedBrandsProps = {
  /** Whether the project has no brand of its own yet: the first choice is that one. */
  readonly withoutOwn: boolean;
  /** Only those in the answers of this run. */
  readonly runId?: string;
  readonly onAdded?: (message: string, after: BrandBookView) => void;
};

const shownFirst = 12;

/** Brands that the answers name and the list lacks: one is the analyst's, the others are competitors. */
export function DetectedBrands({ withoutOwn, runId, onAdded }: DetectedBrandsProps) {
  const detected = useRoute('brands.detected', { runId });
  const add = useAction('brands.import', ['brands.']);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  if (detected.error) return <ErrorNotice error={detected.error} onRetry={() => void detected.refetch()} />;
  if (detected.data === undefined) return <Looking runId={runId} />;
  const { brands, answers } = detected.data;
  if (brands.length === 0) return null;
  // A brand that was added stays in view until the list is read again.
  const waiting = add.isPending || detected.isFetching;
  const take = (names: readonly string[], kind: BrandKind): void =>
    add.mutate(
      { text: names.map(listLine).join('\n'), kind },
      {
        onSuccess: (after) => {
          setChosen(new Set());
          onAdded?.(names.length === 1 ? `${names[0]} added` : `${names.length} brands added`, after);
        },
      },
    );
  const toggle = (name: string, on: boolean): void => {
    const next = new Set(chosen);
    if (on) next.add(name);
    else next.delete(name);
    setChosen(next);
  };
  const shown = all ? brands : brands.slice(0, shownFirst);
  return (
    <section aria-labelledby="detected-brands" className="flex flex-col gap-2 text-start">
      <h2 id="detected-brands" className="font-semibold text-read">
        Brands in your answers
      </h2>
      <p className="max-w-prose text-ink-2">
        Named in {runId === undefined ? 'your latest' : 'the'} {formatQuantity(answers, 'answer')}
        {runId === undefined ? '' : ' of this run'} and not in your list.{' '}
        {withoutOwn ? 'Choose yours, then tick its competitors.' : 'Tick competitors to add them.'}
      </p>
      {add.error ? <ErrorNotice error={add.error} /> : null}
      <ul className="max-w-xl divide-y divide-line border-line border-y">
        {shown.map(({ name, answers: named }) => (
          <li key={name} className="flex min-h-8 items-center gap-3">
            <label className="flex min-w-0 flex-1 items-center gap-2 py-1">
              <input
                type="checkbox"
                checked={chosen.has(name)}
                onChange={(event) => toggle(name, event.currentTarget.checked)}
              />
              <bdi className="truncate font-medium">{name}</bdi>
            </label>
            <span className="whitespace-nowrap text-ink-2 text-table tabular">
              {formatCount(named)} of {formatQuantity(answers, 'answer')}
            </span>
            <Button size="small" disabled={waiting} onClick={() => take([name], 'own')}>
              Set as your brand<span className="sr-only">: {name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          disabled={chosen.size === 0 || waiting}
          onClick={() => take([...chosen], 'competitor')}
        >
          {chosen.size === 0 ? 'Add as competitors' : `Add ${formatQuantity(chosen.size, 'competitor')}`}
        </Button>
        {brands.length > shownFirst && !all ? (
          <Button look="quiet" onClick={() => setAll(true)}>
            Show all {formatCount(brands.length)}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

function Looking({ runId = '' }: Pick<DetectedBrandsProps, 'runId'>) {
  const progress = useComparisonProgress(runId);
  return (
    <p role="status" className="text-ink-3 tabular">
      {progress === null || progress.total === 0
        ? 'Looking for brands in your answers…'
        : `Looking for brands: ${formatCount(progress.done)} of ${formatQuantity(progress.total, 'answer')}…`}
    </p>
  );
}

/** A line of a list of brands. A tab in it says that commas are part of the name. */
const listLine = (name: string): string => `${name.replace(/[\t;|]/g, ' ')}\t`;
