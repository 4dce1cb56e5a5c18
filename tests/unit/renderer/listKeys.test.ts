import { describe, expect, it } from 'vitest';
import { listScreen } from '#renderer/ui/listKeys.ts';

const press = (key: string, active: number, held: { readonly ctrlKey?: boolean } = {}) =>
  listScreen({ key, metaKey: false, ctrlKey: false, ...held }, { count: 10, active, page: 4 });

describe('the keys of a list', () => {
  it.each([
    ['ArrowDown', 3, 4],
    ['j', 3, 4],
    ['ArrowUp', 3, 2],
    ['k', 3, 2],
    ['PageDown', 3, 7],
    ['PageUp', 5, 1],
    ['Home', 5, 0],
    ['End', 5, 9],
  ])('%s moves from %i to %i', (key, from, to) => {
    expect(press(key, from)).toBe(to);
  });

  it('stay within the list, and do nothing with Ctrl or for other keys', () => {
    expect([press('PageDown', 8), press('ArrowDown', 9), press('PageUp', 1), press('ArrowUp', 0)]).toEqual([
      9, 9, 0, 0,
    ]);
    expect([press('j', 3, { ctrlKey: true }), press('Enter', 3)]).toEqual([null, null]);
  });
});
