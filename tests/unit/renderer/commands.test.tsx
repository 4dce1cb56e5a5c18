import { expect, it } from 'vitest';
import { allCommands, type Command, createCommandsStore } from '#renderer/window/commands.tsx';

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
