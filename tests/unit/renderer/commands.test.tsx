import { expect, it } from 'vitest';
import { allCommands, type Command, createCommandsStore, isOffered } from '#renderer/window/commands.tsx';

const command = (id: string, title: string): Command => ({ id, title, group: 'Reading', run: () => {} });

it('offers a command once while two screens have it: that of the screen that came last', () => {
  const store = createCommandsStore();
  const [history, run] = [Symbol('history'), Symbol('run')];
  store.getState().set(history, [command('find', 'Find a run'), command('open', 'Open')]);
  store.getState().set(run, [command('find', 'Find in this run')]);
  expect(allCommands(store.getState()).map(({ title }) => title)).toEqual(['Find in this run', 'Open']);
  store.getState().set(run, null);
  expect(allCommands(store.getState()).map(({ title }) => title)).toEqual(['Find a run', 'Open']);
});

it('undoes in a list of runs, leaves undo to a text, and letters to both', () => {
  const undo: Command = { ...command('undo', 'Undo'), yieldsToText: true };
  const places = ['text', 'list', 'elsewhere'] as const;
  expect(places.map((place) => isOffered(undo, 'mod+z', place))).toEqual([false, true, true]);
  expect(places.map((place) => isOffered(command('find', 'Find'), 'mod+f', place))).toEqual([
    true,
    true,
    true,
  ]);
  expect(places.map((place) => isOffered(command('next', 'Next'), 'n', place))).toEqual([false, false, true]);
});
