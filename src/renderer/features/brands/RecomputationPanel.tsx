import { useState } from 'react';
import type { RecomputationStatus, RecomputationView } from '#shared/model/recomputation.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ProgressRing } from '../../ui/ProgressRing.tsx';
import { BrandShifts } from './BrandShifts.tsx';

const number = (value: number): string => value.toLocaleString('en');

/** The rules of the stored answers, the progress of newer ones, and the effect of the last change. */
export function RecomputationPanel() {
  const status = useRoute('recomputation.status', {});
  const cancel = useAction('recomputation.cancel', ['recomputation.']);
  const resume = useAction('recomputation.resume', ['recomputation.']);
  const [comparing, setComparing] = useState(false);
  const failure = status.error ?? cancel.error ?? resume.error;
  if (failure) return <ErrorNotice error={failure} onRetry={() => void status.refetch()} />;
  if (status.data === undefined || status.data.newestRules === 0) return null;
  const { current, previous, next } = status.data;
  return (
    <section aria-labelledby="recomputation-title" className="flex flex-col gap-2">
      <h2 id="recomputation-title" className="font-semibold text-read">
        Stored answers
      </h2>
      <p role="status" className="text-ink-2 text-table tabular">
        {statusText(status.data)}
      </p>
      {next === null ? null : (
        <div className="flex flex-wrap items-center gap-2 text-table tabular">
          {next.state === 'running' ? (
            <ProgressRing share={shareOf(next)} label={`Recompute with version ${next.rulesVersion}`} />
          ) : null}
          <span>
            Version {next.rulesVersion}: {number(next.answers)} of {number(next.of)} answers
            {next.state === 'running' ? '' : ', stopped'}
          </span>
          {next.state === 'running' ? (
            <Button size="small" onClick={() => cancel.mutate({})}>
              Stop
            </Button>
          ) : (
            <Button size="small" onClick={() => resume.mutate({})}>
              Resume
            </Button>
          )}
        </div>
      )}
      {current !== null && previous !== null ? (
        <div className="flex flex-col items-start gap-2">
          <Button size="small" aria-expanded={comparing} onClick={() => setComparing(!comparing)}>
            What changed from version {previous.rulesVersion} to {current.rulesVersion}
          </Button>
          {comparing ? <BrandShifts version={`${previous.rulesVersion} ${current.rulesVersion}`} /> : null}
        </div>
      ) : null}
    </section>
  );
}

function statusText({ newestRules, current, next }: RecomputationStatus): string {
  if (current === null) return 'Matching brands in stored answers for the first time.';
  const by = `All ${number(current.answers)} stored answers use rules version ${current.rulesVersion}`;
  return next === null && current.rulesVersion === newestRules
    ? `${by}.`
    : `${by}. Figures switch to the newer version when its recomputation is complete.`;
}

function shareOf({ answers, of }: RecomputationView): number {
  return of === 0 ? 1 : answers / of;
}
