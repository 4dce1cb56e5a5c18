import { expect, it } from 'vitest';
import { createShellStore } from '../../../src/renderer/app/shellStore.ts';

/** A value that is changed from 1 to 2, and the store that offers to take it back. */
function changed() {
  const shell = createShellStore();
  let value = 2;
  shell.getState().offerUndo('Brand Cascadyne added', {
    undo: () => {
      value = 1;
    },
    redo: () => {
      value = 2;
    },
  });
  const messages = (): readonly string[] => shell.getState().toasts.map(({ message }) => message);
  const act = (): void => shell.getState().toasts.at(-1)?.action?.run();
  return { shell, value: () => value, messages, act };
}

it('says what was undone, and offers to redo it and to undo that again', () => {
  const { shell, value, messages, act } = changed();
  shell.getState().undo();
  expect([value(), messages()]).toEqual([1, ['Undone: Brand Cascadyne added']]);
  expect(shell.getState().toasts[0]?.action?.label).toBe('Redo');
  act();
  expect(value()).toBe(2);
  expect(messages().at(-1)).toBe('Brand Cascadyne added');
  shell.getState().undo();
  expect(value()).toBe(1);
});

it('undoes a change once, and nothing whose message is gone', () => {
  const { shell, value, act } = changed();
  shell.getState().undo();
  act();
  shell.getState().dismiss(shell.getState().toasts.at(-1)?.id ?? 0);
  shell.getState().undo();
  expect(value()).toBe(2);
});
