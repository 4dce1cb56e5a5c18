/** The parts of a keyboard event that identify a binding. */
export type KeyPress = {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
};

/**
 * Whether the event matches the binding, such as `mod+k`, `mod+shift+f`, `alt+arrowleft`, `?`, `j`, `mod+enter`. `mod` is
 * Command on a Mac and Control elsewhere. Shift is ignored for signs, which need it on some keyboard layouts.
 */
export function isPressed(binding: string, press: KeyPress, mac: boolean): boolean {
  const parts = binding.split('+');
  const key = parts.at(-1) === '' ? '+' : (parts.at(-1) ?? '');
  const wantsMod = parts.includes('mod');
  const wantsShift = parts.includes('shift');
  const mod = mac ? press.metaKey : press.ctrlKey;
  const otherMod = mac ? press.ctrlKey : press.metaKey;
  if (mod !== wantsMod || otherMod || press.altKey !== parts.includes('alt')) return false;
  if (press.key.toLowerCase() !== key) return false;
  const isSign = key.length === 1 && !/[a-z0-9]/.test(key);
  return isSign || press.shiftKey === wantsShift;
}

const printedMac: Readonly<Record<string, string>> = {
  mod: '⌘',
  shift: '⇧',
  alt: '⌥',
  enter: '⏎',
  escape: 'Esc',
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
  ' ': 'Space',
};
const printedElsewhere: Readonly<Record<string, string>> = {
  ...printedMac,
  mod: 'Ctrl',
  shift: 'Shift',
  alt: 'Alt',
  enter: 'Enter',
};

/** The binding as shown in menus and tooltips: `⌘K` on a Mac, `Ctrl+K` elsewhere. */
export function printBinding(binding: string, mac: boolean): string {
  const names = mac ? printedMac : printedElsewhere;
  const parts = binding
    .split('+')
    .map((part) => names[part] ?? (/^(.|f\d+)$/.test(part) ? part.toUpperCase() : part));
  return parts.join(mac ? '' : '+');
}

/** Whether the binding is text, or moves in it, while the user types. */
export function isBare(binding: string): boolean {
  return !/mod\+|alt\+|^f\d/.test(binding);
}
