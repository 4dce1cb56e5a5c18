import type { TrashedRun } from '#shared/model/trash.ts';
import type { CoreParts } from '../coreParts.ts';

/** Deleted runs, which can be restored for 30 days. */
export function createTrash(deps: Pick<CoreParts, 'history' | 'clock' | 'publish'>) {
  const { history, publish } = deps;
  return {
    list: async (): Promise<{ runs: TrashedRun[] }> => ({ runs: await history.call('trash.list', {}) }),
    /** @throws AppError NOT_FOUND, CONFLICT */
    async restore({ runId }: { readonly runId: string }): Promise<{ runId: string }> {
      const restored = await history.call('trash.restore', { runId });
      publish('run.restored', restored);
      return restored;
    },
    /** Deletes one run, or all, permanently. @throws AppError NOT_FOUND */
    empty: (input: { readonly runId?: string }): Promise<{ deleted: number }> =>
      history.call('trash.empty', input),
  };
}
