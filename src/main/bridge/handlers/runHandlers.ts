import type { Runs } from '../../runs/runs.ts';
import type { Handlers } from '../router.ts';

export function runHandlers(runs: Runs) {
  return {
    'runs.preview': (input) => runs.preview(input),
    'runs.start': (input) => runs.start(input),
    'runs.cancel': ({ runId }) => runs.cancel(runId),
    'runs.resume': (input) => runs.resume(input),
    'runs.list': async (input) => {
      const { runs: found, more } = await runs.list(input);
      return { runs: [...found], more };
    },
    'runs.get': ({ runId, question, engine }) => runs.get({ runUid: runId, question, engine }),
    'runs.status': ({ runId }) => runs.status(runId),
    'runs.pause': ({ runId }) => runs.pause(runId),
    'runs.grid': ({ runId }) => runs.grid(runId),
    'runs.failures': async ({ runId }) => ({ failures: [...(await runs.failures(runId))] }),
    'runs.remove': ({ runId }) => runs.remove(runId),
  } satisfies Partial<Handlers>;
}
