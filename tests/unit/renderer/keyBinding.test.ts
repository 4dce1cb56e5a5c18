import { describe, expect, it } from 'vitest';
import { isPressed, type KeyPress, printBinding } from '#renderer/window/keyBinding.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe('key bindings', () => {
  it('mod is Command on a Mac and Control elsewhere, never both', () => {
    expect(isPressed('mod+k', press('k', { metaKey: true }), true)).toBe(true);
    expect(isPressed('mod+k', press('k', { ctrlKey: true }), true)).toBe(false);
    expect(isPressed('mod+k', press('k', { ctrlKey: true }), false)).toBe(true);
    expect(isPressed('mod+k', press('k', { ctrlKey: true, altKey: true }), false)).toBe(false);
  });

  it('distinguishes lower and upper case letters', () => {
    expect(isPressed('x', press('x'), false)).toBe(true);
    expect(isPressed('x', press('X', { shiftKey: true }), false)).toBe(false);
    expect(isPressed('shift+x', press('X', { shiftKey: true }), false)).toBe(true);
  });

  it('recognizes a sign whether or not the layout needs Shift for it', () => {
    expect(isPressed('?', press('?', { shiftKey: true }), false)).toBe(true);
    expect(isPressed('?', press('?'), false)).toBe(true);
    expect(isPressed('mod+,', press(',', { ctrlKey: true }), false)).toBe(true);
  });

  it('displays keys as labelled on the keyboard', () => {
    expect(printBinding('mod+shift+f', true)).toBe('⌘⇧F');
    expect(printBinding('mod+shift+f', false)).toBe('Ctrl+Shift+F');
    expect(printBinding('mod+enter', false)).toBe('Ctrl+Enter');
    expect(printBinding('arrowleft', false)).toBe('←');
  });
});
