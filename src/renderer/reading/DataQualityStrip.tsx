import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { pooledSurfaces } from '#shared/interface/surface.ts';
import type { NoiseTest, TabTests, Verdict } from '#shared/model/comparison/comparison.ts';
import type { ComparisonHead } from '#shared/model/comparison/comparisonParts.ts';
import {
  dataQualitySentences,
  tabTestsLabel,
  testedLabel,
  verdictLabel,
} from '#shared/tables/figureLabels.ts';
import { IconButton } from '../ui/Button.tsx';
import { Badge } from '../ui/Chip.tsx';
import { formatQuantity } from '../ui/format.ts';
import { Popover } from '../ui/Popover.tsx';
import { useColumnLabels } from './tableMarkets.ts';
import { VerdictDetail } from './VerdictDetail.tsx';

const tones: Readonly<Record<Verdict, 'accent' | 'neutral' | 'warn'>> = {
  'larger-than-noise': 'accent',
  'within-noise': 'neutral',
  'not-enough-samples': 'warn',
  'not-comparable': 'warn',
};

type DataQualityStripProps = {
  readonly comparison: ComparisonHead;
  /** Short summary of the tab at the beginning of the line. */
  readonly summary?: ReactNode;
  /** The tests of the tab and of its rows; the test of the text if the tab has none. */
  readonly tested?: { readonly test: NoiseTest; readonly tests?: TabTests; readonly things: string } | null;
  /** Buttons at the end of the line. */
  readonly tools?: ReactNode;
};

/** The line above a tab: its summary, significance and data quality. */
export function DataQualityStrip({ comparison, summary, tested, tools }: DataQualityStripProps) {
  const { dataQuality, columns } = comparison;
  const words = useColumnLabels();
  const { least, most } = dataQuality.samples;
  const pooled = pooledSurfaces(dataQuality.surfaces);
  const failed = dataQuality.failed.reduce((sum, entry) => sum + entry.failed, 0);
  const failedIn = dataQuality.failed.map((entry) => columns[entry.column]?.label ?? '').join(', ');
  const { differences } = dataQuality;
  const alone = most === 0 || (columns.length === 1 && most === 1);
  return (
    <section
      aria-label="Confidence and method"
      className="flex min-h-8 shrink-0 items-start gap-x-2 border-line border-b bg-sunken px-4 py-0.5 text-ink-2 text-table tabular"
    >
      <div className="flex min-h-6.5 min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">
        {summary === undefined ? null : <Part>{summary}</Part>}
        {alone || tested === null ? null : (
          <Part>
            {tested === undefined ? (
              <Badge tone={tones[dataQuality.verdict]}>{verdictLabel[dataQuality.verdict]}</Badge>
            ) : (
              <VerdictDetail test={tested.test} tone={tones[tested.test.verdict]} />
            )}
          </Part>
        )}
        {!alone && tested === undefined && differences.tested > 0 ? (
          <Part>
            {differences.larger} of {differences.tested} tested sections differ significantly
          </Part>
        ) : null}
        {!alone && tested?.tests !== undefined && tested.tests.rows.tested > 0 ? (
          <Part title={tabTestsLabel(tested.tests, tested.things).trim()}>
            {testedLabel(tested.tests.rows, tested.things)} differ significantly
          </Part>
        ) : null}
        {alone ? null : (
          <Part title={words.each}>
            {least === most
              ? formatQuantity(most, 'repeat')
              : `${least} to ${formatQuantity(most, 'repeat')}`}
          </Part>
        )}
        {failed > 0 ? (
          <Part tone="text-bad">
            {failed} failed ({failedIn})
          </Part>
        ) : alone ? null : (
          <Part>none failed</Part>
        )}
        {dataQuality.shapes.length > 1 ? (
          <Part tone="text-warn">{dataQuality.shapes.length} response types</Part>
        ) : null}
        {pooled === null ? null : <Part tone="text-warn">{pooled}</Part>}
        {dataQuality.languages.length > 1 ? (
          <Part title="Words are compared only within one language">
            {dataQuality.languages.length} languages
          </Part>
        ) : null}
        {alone ? null : (
          <Popover
            align="end"
            label="Method"
            className="w-[440px] p-3"
            trigger={<IconButton Icon={Info} px={13} label="Method" />}
          >
            <h3 className="mb-1 font-semibold">Confidence and method</h3>
            <ul className="list-disc space-y-1 ps-4 text-table">
              {dataQualitySentences(comparison, words).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Popover>
        )}
      </div>
      {tools === undefined ? null : (
        <div className="flex min-h-6.5 max-w-[60%] items-center gap-x-1 whitespace-nowrap">{tools}</div>
      )}
    </section>
  );
}

function Part(props: {
  readonly children: ReactNode;
  readonly title?: string;
  readonly tone?: 'text-bad' | 'text-warn';
}) {
  return (
    <span
      title={props.title}
      className="not-first:before:me-2 not-first:before:text-ink-3 not-first:before:content-['·']"
    >
      <span className={props.tone}>{props.children}</span>
    </span>
  );
}
