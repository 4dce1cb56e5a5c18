import { newId } from '#main/history/store/ids.ts';
import type { EventSink } from '#shared/bridge/events.ts';
import type { AnalysisJob } from '#shared/model/analysisModel.ts';
import { AppError } from '#shared/model/appError.ts';

export type AnalysisJobs = ReturnType<typeof createAnalysisJobs>;

/** Analyses of several requests that are in progress: how far each is, and a way to end it. */
export function createAnalysisJobs({ publish }: { readonly publish: EventSink }) {
  const running = new Map<string, { job: AnalysisJob; readonly stop: AbortController }>();
  const tell = (): void => publish('analysis.changed', { jobs: [...running.values()].map(({ job }) => job) });
  return {
    /**
     * @param signal of the caller; `analysisModel.cancel` ends the work as well
     * @param work calls `step` after each request
     * @throws what the work throws
     */
    async run<T>(
      about: Pick<AnalysisJob, 'purpose' | 'runId' | 'total'>,
      signal: AbortSignal,
      work: (signal: AbortSignal, step: () => void) => Promise<T>,
    ): Promise<T> {
      if (about.total === 0) return work(signal, () => {});
      const stop = new AbortController();
      const entry = { job: { ...about, id: newId(), done: 0 }, stop };
      running.set(entry.job.id, entry);
      tell();
      try {
        return await work(AbortSignal.any([signal, stop.signal]), () => {
          entry.job = { ...entry.job, done: entry.job.done + 1 };
          tell();
        });
      } finally {
        running.delete(entry.job.id);
        tell();
      }
    },
    list: (): readonly AnalysisJob[] => [...running.values()].map(({ job }) => job),
    /** What was answered is kept. */
    cancel(id: string): void {
      const found = running.get(id);
      if (found === undefined)
        throw new AppError('NOT_FOUND', 'This analysis has ended already. Its answers are kept.');
      found.stop.abort();
    },
  };
}
