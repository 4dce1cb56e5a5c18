import { createContext, useContext, useEffect, useRef } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { WindowCommand } from '#shared/bridge/windowCommands.ts';
import { isBare, isPressed, printBinding } from './keyBinding.ts';

/** A currently available command: in the palette, by its shortcut, or both. */
export type Command = Pick<WindowCommand, 'id' | 'title' | 'keys' | 'words' | 'keyOnly' | 'yieldsToText'> & {
  readonly group: CommandGroup;
  readonly run: () => void;
};

export const commandGroups = [
  'Go to',
  'Question',
  'Reading',
  'Export',
  'History',
  'Connection',
  'Window',
] as const;
export type CommandGroup = (typeof commandGroups)[number];

type CommandsState = {
  readonly byOwner: ReadonlyMap<symbol, readonly Command[]>;
  readonly set: (owner: symbol, commands: readonly Command[] | null) => void;
};

export type CommandsStore = StoreApi<CommandsState>;

export function createCommandsStore(): CommandsStore {
  return createStore<CommandsState>((set) => ({
    byOwner: new Map(),
    set: (owner, commands) =>
      set((state) => {
        const byOwner = new Map(state.byOwner);
        if (commands === null) byOwner.delete(owner);
        else byOwner.set(owner, commands);
        return { byOwner };
      }),
  }));
}

const Context = createContext<CommandsStore | null>(null);
export const CommandsProvider = Context.Provider;

export function useCommandsStore(): CommandsStore {
  const store = useContext(Context);
  if (store === null) throw new Error('Commands are used outside of CommandsProvider');
  return store;
}

/**
 * All available commands. Those registered last come first, so that the innermost screen gets a key; of two with one id,
 * as while one screen follows another, only the last.
 */
export function allCommands({ byOwner }: Pick<CommandsState, 'byOwner'>): readonly Command[] {
  const known = new Set<string>();
  return [...byOwner.values()]
    .reverse()
    .flat()
    .filter(({ id }) => !known.has(id) && known.add(id));
}

/** Registers commands while the calling component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const store = useCommandsStore();
  const owner = useRef<symbol>(Symbol('commands'));
  useEffect(() => {
    store.getState().set(owner.current, commands);
  }, [store, commands]);
  useEffect(() => {
    const key = owner.current;
    return () => store.getState().set(key, null);
  }, [store]);
}

export function useAllCommands(): readonly Command[] {
  const byOwner = useStore(useCommandsStore(), (state) => state.byOwner);
  return allCommands({ byOwner });
}

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

export const printKeys = (binding: string): string => printBinding(binding, isMac);

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type);
}

/** Where a key is pressed: in a text, or in a list or menu, which have letters of their own. */
type KeyPlace = 'text' | 'list' | 'elsewhere';

/** Whether the key belongs to the command there: undo is that of the text while someone types, and of the window in a list. */
export const isOffered = ({ yieldsToText }: Command, binding: string, place: KeyPlace): boolean =>
  !(place !== 'elsewhere' && isBare(binding)) && !(place === 'text' && yieldsToText);

function placeOf(target: EventTarget | null): KeyPlace {
  if (isTyping(target)) return 'text';
  return target instanceof Element && target.closest('[role="menu"],[role="listbox"]') !== null
    ? 'list'
    : 'elsewhere';
}

/**
 * Runs commands by their shortcuts. Letters are ignored while the user types, in a menu, and in a modal dialog.
 * @param takeAhead receives a character typed while a dialog opens
 */
export function useCommandKeys(takeAhead: (character: string) => boolean): void {
  const store = useCommandsStore();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const place = placeOf(event.target);
      // Modal dialogs handle their own keys.
      if (document.querySelector('dialog[open]') !== null) return;
      const chord = event.ctrlKey || event.metaKey || event.altKey;
      if (!chord && event.key.length === 1 && takeAhead(event.key)) {
        event.preventDefault();
        return;
      }
      for (const command of allCommands(store.getState())) {
        for (const binding of command.keys ?? []) {
          if (!isOffered(command, binding, place) || !isPressed(binding, event, isMac)) continue;
          event.preventDefault();
          command.run();
          return;
        }
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [store, takeAhead]);
}
