import { isEngine } from '#shared/interface/engines.ts';
import type { ComposerState, ComposerStore, ComposerValues } from './composerStore.ts';

/** The number changes with the form of what is stored. */
const storageKey = 'parallax.question.1';

/**
 * Keeps the question that is being written until its page is closed, so that a reload loses nothing; its price is
 * estimated again.
 * @param storage of one page, null where the browser refuses storage
 */
export function keepDraft(composer: ComposerStore, storage: Storage | null): void {
  if (storage === null) return;
  const stored = readDraft(storage);
  if (stored !== null) composer.getState().fill(stored);
  composer.subscribe((state, before) => {
    const written = draftOf(state);
    if (written === draftOf(before)) return;
    try {
      storage.setItem(storageKey, written);
    } catch {
      // A full storage only costs the draft.
    }
  });
}

/** The connection belongs to the window, which chooses it at every start. */
const draftOf = ({ question, wordings, engine, markets, samples, options, aim }: ComposerState): string =>
  JSON.stringify({ question, wordings, engine, markets, samples, options: [...options], aim });

function readDraft(storage: Storage): Partial<ComposerValues> | null {
  try {
    const stored = JSON.parse(storage.getItem(storageKey) ?? 'null');
    if (stored === null || !isEngine(stored.engine)) return null;
    return { ...stored, options: new Set(stored.options) };
  } catch {
    return null;
  }
}
