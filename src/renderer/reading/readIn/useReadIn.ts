import { useMemo, useState } from 'react';
import type { ComparisonHead } from '#shared/model/comparison/comparisonParts.ts';
import type { Translation, TranslationJob } from '#shared/model/translation.ts';
import { blocksById, shownAnswers } from '#shared/translation/readIn.ts';
import { useRoute, useServerData } from '../../bridge/BridgeContext.tsx';
import type { ReadIn, ReadMode } from './readInContext.ts';

const none: readonly Translation[] = [];

export type ReadInState = {
  readonly value: ReadIn;
  readonly setMode: (mode: ReadMode) => void;
  readonly setTo: (to: string) => void;
  /** Ids of shown answers in another language, and of those that have a translation. */
  readonly foreign: readonly string[];
  readonly translated: readonly string[];
  /** Translations that arrived since the reader last chose: they wait, so that nothing moves by itself. */
  readonly waiting: number;
  readonly showWaiting: () => void;
  /** Compares the translations that arrived; null if the project reads answers in another language. */
  readonly compare: (() => void) | null;
  /** The job that translates these answers, while it runs. */
  readonly job: TranslationJob | null;
};

/** The translations of the answers that a comparison shows, and how they are read. */
export function useReadIn(comparison: ComparisonHead): ReadInState {
  const { queries } = useServerData();
  const setting = useRoute('translations.setting', {}).data;
  const [mode, setMode] = useState<ReadMode>('original');
  const [chosenTo, setTo] = useState<string | null>(null);
  const to = chosenTo ?? setting?.to ?? ownLanguage();
  const ids = useMemo(() => [...shownAnswers(comparison)], [comparison]);
  const foreign = useMemo(
    () =>
      comparison.columns.flatMap(({ shown, language }) =>
        shown === null || language.code === to ? [] : shown.observationId,
      ),
    [comparison, to],
  );
  const found =
    useRoute('translations.get', { ids, to }, { enabled: ids.length > 0 }).data?.translations ?? none;
  const jobs = useRoute('translations.jobs', {}).data?.jobs;
  const job =
    jobs?.find(({ state, to: into }) => into === to && (state === 'running' || state === 'waiting')) ?? null;
  const key = `${to} ${ids.join()}`;
  const [held, setHeld] = useState<{ readonly key: string; readonly found: readonly Translation[] } | null>(
    null,
  );
  // Nothing is held back before there is something to move.
  const shown =
    held !== null && held.key === key && held.found.length > 0 && mode !== 'original' ? held.found : found;
  if (held === null || held.key !== key || (held.found !== shown && held.found.length === 0))
    setHeld({ key, found: shown });
  const blocks = useMemo(() => blocksById(shown), [shown]);
  const value = useMemo(() => ({ mode, to, blocks }), [mode, to, blocks]);
  const known = new Set(shown.map(({ observationId, madeAtMs }) => `${observationId} ${madeAtMs}`));
  return {
    value,
    setMode: (next) => {
      setHeld({ key, found });
      setMode(next);
    },
    setTo,
    foreign,
    translated: found.map(({ observationId }) => observationId),
    waiting: found.filter(({ observationId, madeAtMs }) => !known.has(`${observationId} ${madeAtMs}`)).length,
    showWaiting: () => setHeld({ key, found }),
    compare:
      setting?.to === to && found.length > 0
        ? () => void queries.invalidateQueries({ queryKey: ['comparisons.parts'] })
        : null,
    job,
  };
}

/** The language of the reader's system. */
function ownLanguage(): string {
  const code = navigator.language.split('-')[0]?.toLowerCase() ?? '';
  return /^[a-z]{2}$/.test(code) ? code : 'en';
}
