import type { AnalysisJob } from '#shared/model/analysisModel.ts';
import { useAction, useRoute } from '../bridge/BridgeContext.tsx';
import { Button } from '../ui/Button.tsx';
import { formatQuantity } from '../ui/format.ts';

/** The analysis of a run that is in progress; undefined if there is none. */
export function useAnalysisJob(purpose: AnalysisJob['purpose'], runId: string): AnalysisJob | undefined {
  const { data } = useRoute('analysisModel.jobs', {});
  return data?.jobs.find((job) => job.purpose === purpose && job.runId === runId);
}

const words: Readonly<
  Record<AnalysisJob['purpose'], readonly [doing: string, unit: string, cancel: string]>
> = {
  claims: ['Rating', 'answer', 'Cancel rating'],
  comparison: ['Asking the model', 'request', 'Cancel'],
};

/** How far an analysis is, and a way to end it: what was answered is kept. */
export function AnalysisProgress({ job: { id, purpose, done, total } }: { readonly job: AnalysisJob }) {
  const cancel = useAction('analysisModel.cancel');
  const [doing, unit, label] = words[purpose];
  return (
    <span className="flex flex-wrap items-center gap-2 text-table">
      <span role="status" className="text-ink-2 tabular">
        {doing}: {done} of {formatQuantity(total, unit)}
      </span>
      <progress aria-label={doing} className="h-1.5 w-24 accent-accent" max={total} value={done} />
      <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate({ id })}>
        {label}
      </Button>
    </span>
  );
}
