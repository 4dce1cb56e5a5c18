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

/** Units of each script, in hexadecimal, both ends included. `Zyyy` takes out of the others what is common. */
const ranges = `
  Latn 41-5a 61-7a c0-2af 1e00-1eff a720-a7ff ff21-ff5a
  Grek 370-3ff 1f00-1fff
  Cyrl 400-52f 1c80-1c8f 2de0-2dff a640-a69f
  Armn 531-58f
  Hebr 590-5ff fb1d-fb4f
  Arab 600-77f 8a0-8ff fb50-fdff fe70-feff
  Deva 900-97f
  Beng 980-9ff
  Guru a00-a7f
  Gujr a80-aff
  Orya b00-b7f
  Taml b80-bff
  Telu c00-c7f
  Knda c80-cff
  Mlym d00-d7f
  Sinh d80-dff
  Thai e00-e7f
  Laoo e80-eff
  Tibt f40-fbc
  Mymr 1000-109f
  Geor 10a0-10ff 1c90-1cbf 2d00-2d2f
  Hang 1100-11ff 3130-318f ac00-d7af
  Ethi 1200-139f 2d80-2ddf
  Khmr 1780-17ff
  Mong 1820-18af
  Hani 3005 3007 3400-9fff d840-d888 f900-faff
  Hira 3040-309f
  Kana 30a0-30ff 31f0-31ff ff66-ff9f
  Zyyy d7 f7 37e 387 55a-55f 589-58f 5be 5c0 5c3 5f3-5f4 60c 61b 61f 660-66d 6d4 6f0-6f9 964-965 104a-104f
  Zyyy 10fb 1360-1368 17d4-17da 30fb
`;

const places = new Uint8Array(0x1_00_00);
for (const line of ranges.trim().split('\n')) {
  const [script, ...units] = line.trim().split(' ');
  for (const range of units) {
    const [from = 0, to = from] = range.split('-').map((unit) => Number.parseInt(unit, 16));
    places.fill(scripts.indexOf(script as Script), from, to + 1);
  }
}

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
