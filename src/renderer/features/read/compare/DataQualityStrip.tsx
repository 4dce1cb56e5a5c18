import { Info } from 'lucide-react';
import type { Verdict } from '#shared/analysis/comparison.ts';
import type { ComparisonHead } from '#shared/analysis/comparisonParts.ts';
import { pooledSurfaces } from '#shared/provider/surface.ts';
import { dataQualitySentences, verdictLabel } from '#shared/report/figures.ts';
import { Button } from '../../../ui/Button.tsx';
import { Badge } from '../../../ui/Chip.tsx';
import { formatQuantity } from '../../../ui/format.ts';
import { Popover } from '../../../ui/Popover.tsx';
import { useColumnLabels } from './tableMarkets.ts';

const tones: Readonly<Record<Verdict, 'accent' | 'neutral' | 'warn'>> = {
  'larger-than-noise': 'accent',
  'within-noise': 'neutral',
  'not-enough-samples': 'warn',
  'not-comparable': 'warn',
};

/** How far to trust what is below: samples, failures, shapes and whether differences are significant. */
export function DataQualityStrip({ comparison }: { readonly comparison: ComparisonHead }) {
  const { dataQuality, columns } = comparison;
  const words = useColumnLabels();
  const { least, most } = dataQuality.samples;
  const pooled = pooledSurfaces(dataQuality.surfaces);
  const failed = dataQuality.failed.reduce((sum, entry) => sum + entry.failed, 0);
  const failedIn = dataQuality.failed.map((entry) => columns[entry.column]?.label ?? '').join(', ');
  return (
    <section
      aria-label="Confidence and method"
      className="flex min-h-7 shrink-0 flex-wrap items-center gap-x-2 gap-y-0.5 border-line border-b bg-sunken px-4 py-0.5 text-ink-2 text-table tabular"
    >
      <span>
        {least === most ? formatQuantity(most, 'repeat') : `${least} to ${formatQuantity(most, 'repeat')}`}{' '}
        {words.each}
      </span>
      <Dot />
      <span className={failed > 0 ? 'text-bad' : undefined}>
        {failed === 0 ? 'none failed' : `${failed} failed (${failedIn})`}
      </span>
      {dataQuality.shapes.length > 1 ? (
        <>
          <Dot />
          <span className="text-warn">{dataQuality.shapes.length} response types</span>
        </>
      ) : null}
      {pooled === null ? null : (
        <>
          <Dot />
          <span className="text-warn">{pooled}</span>
        </>
      )}
      {dataQuality.languages.length > 1 ? (
        <>
          <Dot />
          <span>{dataQuality.languages.length} languages: words are compared only within one language</span>
        </>
      ) : null}
      <Dot />
      <Badge tone={tones[dataQuality.verdict]}>{verdictLabel[dataQuality.verdict]}</Badge>
      {dataQuality.differences.tested > 0 ? (
        <span>
          {dataQuality.differences.larger} of {dataQuality.differences.tested} tested sections differ
          significantly
        </span>
      ) : null}
      <Popover
        align="end"
        label="Method"
        className="w-[440px] p-3"
        trigger={
          <Button look="quiet" size="icon-small" className="ms-auto" aria-label="Method">
            <Info size={13} aria-hidden="true" />
          </Button>
        }
      >
        <h3 className="mb-1 font-semibold">Confidence and method</h3>
        <ul className="list-disc space-y-1 ps-4 text-table">
          {dataQualitySentences(comparison, words).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Popover>
    </section>
  );
}

function Dot() {
  return (
    <span aria-hidden="true" className="text-ink-3">
      ·
    </span>
  );
}
