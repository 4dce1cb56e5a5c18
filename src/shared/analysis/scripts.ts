/**
 * Which writing system a character belongs to, by Unicode block. Coarse on purpose: enough to tell
 * languages apart, to know where words have no spaces, and to see where a name ends.
 */
export type Script =
  | 'Latn'
  | 'Cyrl'
  | 'Grek'
  | 'Arab'
  | 'Hebr'
  | 'Deva'
  | 'Thai'
  | 'Hira'
  | 'Kana'
  | 'Hani'
  | 'Hang'
  | 'Zyyy';

/** Script of a UTF-16 code unit; `Zyyy` (common) for digits, punctuation, spaces, emoji and everything else. */
export function scriptOf(unit: number): Script {
  if (unit < 0x80) return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a) ? 'Latn' : 'Zyyy';
  if (unit < 0x250) return unit >= 0xc0 && unit !== 0xd7 && unit !== 0xf7 ? 'Latn' : 'Zyyy';
  if (unit < 0x2b0) return 'Latn';
  if (unit < 0x370) return 'Zyyy';
  if (unit < 0x400) return 'Grek';
  if (unit < 0x530) return 'Cyrl';
  if (unit >= 0x590 && unit < 0x600) return 'Hebr';
  if (unit >= 0x600 && unit < 0x780) return isArabicLetter(unit) ? 'Arab' : 'Zyyy';
  if (unit >= 0x900 && unit < 0x980) return unit === 0x964 || unit === 0x965 ? 'Zyyy' : 'Deva';
  if (unit >= 0xe00 && unit < 0xe80) return 'Thai';
  if (unit >= 0x1100 && unit < 0x1200) return 'Hang';
  if (unit >= 0x1e00 && unit < 0x1f00) return 'Latn';
  if (unit >= 0x1f00 && unit < 0x2000) return 'Grek';
  if (unit < 0x3040) return unit === 0x3005 || unit === 0x3007 ? 'Hani' : 'Zyyy';
  if (unit < 0x30a0) return 'Hira';
  if (unit < 0x3100) return unit === 0x30fb ? 'Zyyy' : 'Kana';
  if (unit >= 0x3130 && unit < 0x3190) return 'Hang';
  if (unit >= 0x31f0 && unit < 0x3200) return 'Kana';
  if (unit >= 0x3400 && unit < 0xa000) return 'Hani';
  if (unit >= 0xac00 && unit < 0xd7b0) return 'Hang';
  if (unit >= 0xd840 && unit <= 0xd888) return 'Hani';
  if (unit >= 0xf900 && unit < 0xfb00) return 'Hani';
  if (unit >= 0xfb1d && unit < 0xfb50) return 'Hebr';
  if (unit >= 0xfb50 && unit < 0xfe00) return 'Arab';
  if (unit >= 0xfe70 && unit < 0xff00) return 'Arab';
  if (unit >= 0xff21 && unit <= 0xff5a) return 'Latn';
  if (unit >= 0xff66 && unit < 0xffa0) return 'Kana';
  return 'Zyyy';
}

function isArabicLetter(unit: number): boolean {
  // Punctuation (، ؛ ؟ ٪ ٫ ٬) and the two sets of digits are common, everything else belongs to words.
  return !(
    unit === 0x60c ||
    unit === 0x61b ||
    unit === 0x61f ||
    (unit >= 0x660 && unit <= 0x66d) ||
    unit === 0x6d4 ||
    (unit >= 0x6f0 && unit <= 0x6f9)
  );
}

/** Scripts written without spaces between words: Intl.Segmenter has to find the words. */
export function needsSegmenter(script: Script): boolean {
  return script === 'Hira' || script === 'Kana' || script === 'Hani' || script === 'Thai';
}

/** Combining marks that belong to the letter before them. */
export function isCombining(unit: number): boolean {
  return (
    (unit >= 0x300 && unit < 0x370) ||
    (unit >= 0x591 && unit < 0x5c8) ||
    (unit >= 0x610 && unit < 0x61b) ||
    (unit >= 0x64b && unit < 0x660) ||
    unit === 0x670 ||
    (unit >= 0x900 && unit < 0x904) ||
    (unit >= 0x93a && unit < 0x950 && unit !== 0x93d) ||
    unit === 0xe31 ||
    (unit >= 0xe34 && unit < 0xe3b) ||
    (unit >= 0xe47 && unit < 0xe4f) ||
    unit === 0x200d ||
    (unit >= 0xfe00 && unit < 0xfe10) ||
    unit === 0x3099 ||
    unit === 0x309a
  );
}
