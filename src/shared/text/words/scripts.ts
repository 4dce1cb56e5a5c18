/**
 * The script of a character by Unicode block. Precise enough to distinguish languages, to find scripts without
 * spaces, and to find the end of a name.
 */
export const scripts = [
  'Zyyy',
  'Latn',
  'Cyrl',
  'Grek',
  'Arab',
  'Hebr',
  'Deva',
  'Thai',
  'Hira',
  'Kana',
  'Hani',
  'Hang',
  'Armn',
  'Geor',
  'Ethi',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Laoo',
  'Tibt',
  'Mymr',
  'Khmr',
  'Mong',
] as const;

/** `Zyyy` (common): digits, punctuation, spaces, emoji and every script that is not listed. */
export type Script = (typeof scripts)[number];

/** First and last unit of each range. Later ranges override earlier ones. */
const ranges: readonly (readonly [from: number, to: number, script: Script])[] = [
  [0x41, 0x5a, 'Latn'],
  [0x61, 0x7a, 'Latn'],
  [0xc0, 0x2af, 'Latn'],
  [0xd7, 0xd7, 'Zyyy'],
  [0xf7, 0xf7, 'Zyyy'],
  [0x370, 0x3ff, 'Grek'],
  [0x37e, 0x37e, 'Zyyy'],
  [0x387, 0x387, 'Zyyy'],
  [0x400, 0x52f, 'Cyrl'],
  [0x531, 0x58f, 'Armn'],
  [0x55a, 0x55f, 'Zyyy'],
  [0x589, 0x58f, 'Zyyy'],
  [0x590, 0x5ff, 'Hebr'],
  [0x5be, 0x5be, 'Zyyy'],
  [0x5c0, 0x5c0, 'Zyyy'],
  [0x5c3, 0x5c3, 'Zyyy'],
  [0x5f3, 0x5f4, 'Zyyy'],
  [0x600, 0x77f, 'Arab'],
  [0x60c, 0x60c, 'Zyyy'],
  [0x61b, 0x61b, 'Zyyy'],
  [0x61f, 0x61f, 'Zyyy'],
  [0x660, 0x66d, 'Zyyy'],
  [0x6d4, 0x6d4, 'Zyyy'],
  [0x6f0, 0x6f9, 'Zyyy'],
  [0x8a0, 0x8ff, 'Arab'],
  [0x900, 0x97f, 'Deva'],
  [0x964, 0x965, 'Zyyy'],
  [0x980, 0x9ff, 'Beng'],
  [0xa00, 0xa7f, 'Guru'],
  [0xa80, 0xaff, 'Gujr'],
  [0xb00, 0xb7f, 'Orya'],
  [0xb80, 0xbff, 'Taml'],
  [0xc00, 0xc7f, 'Telu'],
  [0xc80, 0xcff, 'Knda'],
  [0xd00, 0xd7f, 'Mlym'],
  [0xd80, 0xdff, 'Sinh'],
  [0xe00, 0xe7f, 'Thai'],
  [0xe80, 0xeff, 'Laoo'],
  [0xf40, 0xfbc, 'Tibt'],
  [0x1000, 0x109f, 'Mymr'],
  [0x104a, 0x104f, 'Zyyy'],
  [0x10a0, 0x10ff, 'Geor'],
  [0x10fb, 0x10fb, 'Zyyy'],
  [0x1100, 0x11ff, 'Hang'],
  [0x1200, 0x139f, 'Ethi'],
  [0x1360, 0x1368, 'Zyyy'],
  [0x1780, 0x17ff, 'Khmr'],
  [0x17d4, 0x17da, 'Zyyy'],
  [0x1820, 0x18af, 'Mong'],
  [0x1c80, 0x1c8f, 'Cyrl'],
  [0x1c90, 0x1cbf, 'Geor'],
  [0x1e00, 0x1eff, 'Latn'],
  [0x1f00, 0x1fff, 'Grek'],
  [0x2d00, 0x2d2f, 'Geor'],
  [0x2d80, 0x2ddf, 'Ethi'],
  [0x2de0, 0x2dff, 'Cyrl'],
  [0x3005, 0x3005, 'Hani'],
  [0x3007, 0x3007, 'Hani'],
  [0x3040, 0x309f, 'Hira'],
  [0x30a0, 0x30ff, 'Kana'],
  [0x30fb, 0x30fb, 'Zyyy'],
  [0x3130, 0x318f, 'Hang'],
  [0x31f0, 0x31ff, 'Kana'],
  [0x3400, 0x9fff, 'Hani'],
  [0xa640, 0xa69f, 'Cyrl'],
  [0xa720, 0xa7ff, 'Latn'],
  [0xac00, 0xd7af, 'Hang'],
  [0xd840, 0xd888, 'Hani'],
  [0xf900, 0xfaff, 'Hani'],
  [0xfb1d, 0xfb4f, 'Hebr'],
  [0xfb50, 0xfdff, 'Arab'],
  [0xfe70, 0xfeff, 'Arab'],
  [0xff21, 0xff5a, 'Latn'],
  [0xff66, 0xff9f, 'Kana'],
];

const places = new Uint8Array(0x1_00_00);
for (const [from, to, script] of ranges) places.fill(scripts.indexOf(script), from, to + 1);

/** Script of a UTF-16 code unit. */
export function scriptOf(unit: number): Script {
  return scripts[places[unit] ?? 0] ?? 'Zyyy';
}

/** Scripts without spaces between words, where `Intl.Segmenter` finds the words. */
export function needsSegmenter(script: Script): boolean {
  switch (script) {
    case 'Hira':
    case 'Kana':
    case 'Hani':
    case 'Thai':
    case 'Laoo':
    case 'Khmr':
    case 'Mymr':
      return true;
    default:
      return false;
  }
}

const mark = /[\p{M}\u200d]/u;
/** Cache by unit: 0 unknown, 1 no, 2 yes. */
const marks = new Uint8Array(0x1_00_00);

/** Whether the unit is a combining mark, which belongs to the letter before it. */
export function isCombining(unit: number): boolean {
  if (unit < 0x300) return false;
  if (marks[unit] === 0) marks[unit] = mark.test(String.fromCharCode(unit)) ? 2 : 1;
  return marks[unit] === 2;
}
