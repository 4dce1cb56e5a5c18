import type { AnalysisJob } from '#shared/model/analysisModel.ts';
import type { CommandContext } from './context.ts';
import { number } from './print.ts';
import { fitted } from './textTable.ts';

/** Shows how far an analysis is while it is waited for. Ctrl+C ends it; what was answered is kept. */
export async function withAnalysisProgress<T>(
  { subscribe, terminal }: Pick<CommandContext, 'subscribe' | 'terminal'>,
  purpose: AnalysisJob['purpose'],
  unit: string,
  work: () => Promise<T>,
): Promise<T> {
  const unsubscribe = subscribe((event) => {
    if (event.name !== 'analysis.changed') return;
    const job = event.payload.jobs.find((each) => each.purpose === purpose);
    if (job === undefined) return;
    const line = `${number(job.done)} of ${number(job.total)} ${unit} · Ctrl+C stops`;
    terminal.liveLine(fitted(line, terminal.columns() - 1));
  });
  try {
    return await work();
  } finally {
    unsubscribe();
    terminal.liveLine('');
  }
}
