import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ProjectTranslation } from '#shared/model/translation.ts';
import { useAction, useRoute } from '../../bridge/BridgeContext.tsx';

export const readModes = ['original', 'translation', 'both'] as const;
export type ReadMode = (typeof readModes)[number];

/** How texts in other languages are read, by project: the same in every view of the window. */
export type ReadInStore = StoreApi<{
  readonly modes: Readonly<Record<string, ReadMode>>;
  readonly setMode: (project: string, mode: ReadMode) => void;
}>;

/** Where the modes are kept between two starts. */
export type ReadModeMemory = Pick<Storage, 'getItem' | 'setItem'>;

const storageKey = 'parallax.readIn';

/** @param memory null where nothing can be kept */
export function createReadInStore(memory: ReadModeMemory | null): ReadInStore {
  return createStore((set, get) => ({
    modes: rememberedModes(memory),
    setMode: (project, mode) => {
      set(({ modes }) => ({ modes: { ...modes, [project]: mode } }));
      try {
        memory?.setItem(storageKey, JSON.stringify(get().modes));
      } catch {
        // A full or closed storage: the mode holds until the window is closed.
      }
    },
  }));
}

function rememberedModes(memory: ReadModeMemory | null): Readonly<Record<string, ReadMode>> {
  try {
    const stored: unknown = JSON.parse(memory?.getItem(storageKey) ?? '{}');
    return Object.fromEntries(
      Object.entries(stored ?? {}).flatMap(([project, mode]) => {
        const known = readModes.find((each) => each === mode);
        return known === undefined ? [] : [[project, known]];
      }),
    );
  } catch {
    return {};
  }
}

const Context = createContext<ReadInStore | null>(null);

/** Provides the modes to the components below. */
export const ReadInProvider = Context.Provider;

export type ReadLanguage = {
  readonly mode: ReadMode;
  /** ISO 639-1. */
  readonly to: string;
  /** Null until the project has one. */
  readonly setting: ProjectTranslation | null;
  readonly setMode: (mode: ReadMode) => void;
  /** The language is a setting of the project: comparisons read it, too. */
  readonly setTo: (to: string) => void;
};

/** The language in which the project in use is read, and how. */
export function useReadLanguage(): ReadLanguage {
  const store = useContext(Context);
  if (store === null) throw new Error('A text in another language stands outside of ReadInProvider');
  const project = useRoute('projects.list', {}).data?.currentId ?? '';
  const stored = useRoute('translations.setting', {}).data ?? null;
  const choose = useAction('translations.choose', ['translations.setting']);
  const setting = (choose.isPending ? choose.variables?.setting : null) ?? stored;
  return {
    mode: useStore(store, ({ modes }) => modes[project] ?? 'original'),
    to: setting?.to ?? ownLanguage(),
    setting,
    setMode: (mode) => store.getState().setMode(project, mode),
    setTo: (to) => choose.mutate({ setting: { to, with: setting?.with ?? null } }),
  };
}

/** The language of the reader's system. */
function ownLanguage(): string {
  const code = navigator.language.split('-')[0]?.toLowerCase() ?? '';
  return /^[a-z]{2}$/.test(code) ? code : 'en';
}
