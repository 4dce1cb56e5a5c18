import type { RouteInput, RouteOutput } from '../bridge/routeTable.ts';
import type { ImportedOutcome, ImportText } from '../model/import.ts';

type Batch = Pick<RouteInput<'imports.add'>, 'importId' | 'texts' | 'following'>;

/**
 * Sends results that were fetched elsewhere, some in a call: what is read and stored at once, and lost to a kill,
 * stays small.
 *
 * @param deps.call `imports.add`
 * @param deps.note told what became of each result of a call
 */
export function createImportSender(deps: {
  readonly charactersPerCall: number;
  readonly textsPerCall: number;
  readonly call: (batch: Batch) => Promise<RouteOutput<'imports.add'>>;
  readonly note: (outcomes: readonly ImportedOutcome[]) => void;
}) {
  let importId: string | null = null;
  let waiting: ImportText[] = [];
  let characters = 0;
  const send = async (following: Batch['following']): Promise<void> => {
    const texts = waiting;
    waiting = [];
    characters = 0;
    const done = await deps.call({ importId, texts, following });
    importId = done.importId;
    deps.note(done.outcomes);
  };
  return {
    async add(text: ImportText): Promise<void> {
      const full =
        characters + text.text.length > deps.charactersPerCall || waiting.length === deps.textsPerCall;
      if (full && waiting.length > 0) await send('more');
      waiting.push(text);
      characters += text.text.length;
    },
    /** Ends the import; what waits is sent when it is complete, and left out when it was broken off. */
    async end(following: 'complete' | 'broken-off'): Promise<void> {
      if (following === 'broken-off') waiting = [];
      await send(following);
    },
  };
}
