import type { RouteParsedInput } from '#shared/bridge/routeTable.ts';
import type { ImportedOutcome, ImportText } from '#shared/model/import.ts';
import type { CoreParts } from '../coreParts.ts';
import type { ImportedResult } from '../history/store/operations/imports.ts';
import type { ReopeningHistory } from '../history/threads/reopeningHistory.ts';
import { readResult } from './readResult.ts';

export type Imports = {
  /** @throws AppError HISTORY_*, DISK_FULL, NOT_FOUND for an import that has ended */
  readonly add: (
    input: RouteParsedInput<'imports.add'>,
    context: { readonly signal: AbortSignal },
  ) => Promise<{ readonly importId: string; readonly outcomes: ImportedOutcome[] }>;
};

/** Results stored in one transaction: few enough that other calls get their turn in between. */
const perTransaction = 20;

/** Imports results from elsewhere. */
export function createImports(
  deps: Pick<CoreParts, 'clock' | 'publish'> & {
    readonly history: ReopeningHistory;
  },
): Imports {
  const { history, clock, publish } = deps;

  const store = async (
    importId: string,
    projectId: string,
    results: readonly ImportedResult[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<ImportedResult, Pick<ImportedOutcome, 'state' | 'id' | 'runId'>>> => {
    const stored = new Map<ImportedResult, Pick<ImportedOutcome, 'state' | 'id' | 'runId'>>();
    for (let start = 0; start < results.length; start += perTransaction) {
      signal.throwIfAborted();
      const batch = results.slice(start, start + perTransaction);
      const outcomes = await history.call('imports.add', {
        projectId,
        importId,
        results: batch,
        nowMs: clock.now(),
      });
      for (const [index, { state, observationId, runId }] of outcomes.entries()) {
        const result = batch[index];
        if (result) stored.set(result, { state, id: observationId, runId });
      }
    }
    return stored;
  };

  return {
    async add({ importId: begun, texts, defaults, following, projectId }, { signal }) {
      const importId =
        begun ??
        (await history.call('imports.begin', { sessionId: history.sessionId(), nowMs: clock.now() }))
          .importId;
      const read = texts.map((text) => ({ text, read: readResult(text, defaults) }));
      const results = read.flatMap((each) => (each.read.ok ? [each.read.result] : []));
      let complete = false;
      try {
        const stored = await store(importId, projectId, results, signal);
        complete = following === 'complete';
        return { importId, outcomes: read.map((each) => outcomeOf(each.text, each.read, stored)) };
      } finally {
        if (following !== 'more' || signal.aborted)
          await history.call('imports.end', { importId, complete, nowMs: clock.now() });
        if (results.length > 0) publish('history.changed', {});
      }
    },
  };
}

function outcomeOf(
  { file, place }: ImportText,
  read: ReturnType<typeof readResult>,
  stored: ReadonlyMap<ImportedResult, Pick<ImportedOutcome, 'state' | 'id' | 'runId'>>,
): ImportedOutcome {
  if (!read.ok) {
    const nothing = { id: null, runId: null, engine: null, country: null };
    return { file, place, state: 'refused', ...nothing, message: read.message };
  }
  const { engine, market } = read.result;
  const kept = stored.get(read.result) ?? { state: 'known', id: null, runId: null };
  return { file, place, ...kept, engine, country: market.country, message: null };
}
