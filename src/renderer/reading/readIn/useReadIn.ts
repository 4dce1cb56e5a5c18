import { useMemo, useState } from 'react';
import type { ReadTranslation } from '#shared/model/comparison/samples.ts';
import type { TranslatedState, Translation, TranslationJob } from '#shared/model/translation.ts';
import { blocksById, uncompared } from '#shared/translation/readIn.ts';
import { useRoute, useServerData } from '../../bridge/BridgeContext.tsx';
import type { ReadIn } from './readInContext.ts';
import { type ReadLanguage, type ReadMode, useReadLanguage } from './readInStore.ts';

const noTranslations: readonly Translation[] = [];
const noStates: readonly TranslatedState[] = [];

export type ReadInState = {
  readonly value: ReadIn;
  readonly language: ReadLanguage;
  readonly setMode: (mode: ReadMode) => void;
  /** Ids of the answers in another language, and of those that have a translation. */
  readonly foreign: readonly string[];
  readonly translated: readonly string[];
  /**
   * Translations that arrived since the reader last chose: they wait, so that nothing moves by itself. Those that were
   * asked for here are shown when their job has ended.
   */
  readonly waiting: number;
  readonly showWaiting: () => void;
  /** Shows what a job translates once it has ended. */
  readonly follow: (jobId: string) => void;
  /** Compares what is translated; null if that is compared already, or nothing is translated. */
  readonly compare: (() => void) | null;
  /** The job that translates into the language, while it runs. */
  readonly job: TranslationJob | null;
};

export type ReadAnswers = {
  /** Ids of the answers whose texts are shown. */
  readonly shown: readonly string[];
  /** Of all answers of the view, with repeats: they are translated and compared, too. */
  readonly all: readonly string[];
  /** The translations that the comparison on the screen has read; absent where nothing is compared. */
  readonly compared?: readonly ReadTranslation[];
};

/** The translations of the answers of a view, and how they are read. */
export function useReadIn({ shown: ids, all, compared }: ReadAnswers): ReadInState {
  const { queries } = useServerData();
  const language = useReadLanguage();
  const { mode, to, setting } = language;
  const states =
    useRoute('translations.stored', { ids: [...all], to }, { enabled: all.length > 0 }).data?.answers ??
    noStates;
  const found =
    useRoute('translations.get', { ids: [...ids], to }, { enabled: ids.length > 0 }).data?.translations ??
    noTranslations;
  const jobs = useRoute('translations.jobs', {}).data?.jobs;
  const job =
    jobs?.find(({ state, to: into }) => into === to && (state === 'running' || state === 'waiting')) ?? null;
  const [followed, setFollowed] = useState<string | null>(null);
  const isAwaited = job === null && jobs?.some(({ id }) => id === followed) === true;
  const key = `${to} ${ids.join()}`;
  const [held, setHeld] = useState<{ readonly key: string; readonly found: readonly Translation[] } | null>(
    null,
  );
  // Nothing is held back before there is something to move.
  const shown =
    held !== null && held.key === key && held.found.length > 0 && mode !== 'original' && !isAwaited
      ? held.found
      : found;
  if (held === null || held.key !== key || held.found !== shown) setHeld({ key, found: shown });
  const value = useMemo(
    () => ({
      mode,
      to,
      blocks: blocksById(shown),
      answers: new Set(shown.map(({ observationId }) => observationId)),
    }),
    [mode, to, shown],
  );
  const known = new Set(shown.map(({ observationId, madeAtMs }) => `${observationId} ${madeAtMs}`));
  const foreign = states.filter((answer) => answer.madeAtMs !== null || answer.language !== to);
  const isStale = compared !== undefined && uncompared(states, compared) > 0;
  return {
    value,
    language,
    setMode: (next) => {
      setHeld({ key, found });
      language.setMode(next);
    },
    foreign: foreign.map(({ observationId }) => observationId),
    translated: foreign.flatMap(({ observationId, madeAtMs }) => (madeAtMs === null ? [] : observationId)),
    waiting: found.filter(({ observationId, madeAtMs }) => !known.has(`${observationId} ${madeAtMs}`)).length,
    showWaiting: () => setHeld({ key, found }),
    follow: setFollowed,
    compare: isStale
      ? () => {
          // What the project reads answers in is what they are compared in.
          if (setting?.to !== to) language.setTo(to);
          void queries.invalidateQueries({ queryKey: ['comparisons.parts'] });
          void queries.invalidateQueries({ queryKey: ['comparisons.ofAnswers'] });
        }
      : null,
    job,
  };
}
