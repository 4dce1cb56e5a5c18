/** Words that multiply the number before them, in the languages of answers: "3,5 Mio.", "120万", "2 lakh". */

const scaleWords: readonly (readonly [factor: number, words: string])[] = [
  [
    1e3,
    'thousand tsd. tausend mille mila mil duizend tusind tusen tuhat tysięcy tys. тысяч тысячи тыс. bin nghìn 千 천 พัน हज़ार हजार ألف آلاف אלף',
  ],
  [1e4, '万 萬 만'],
  [1e5, 'lakh lakhs लाख แสน'],
  [
    1e6,
    'million millions mio. mio millionen millón millones milhão milhões milione milioni miljoen miljoner millioner milionów mln. mln milyon juta triệu млн. млн миллион миллиона миллионов 百万 백만 ล้าน मिलियन दस लाख مليون ملايين מיליון',
  ],
  [1e7, 'crore crores करोड़ करोड 千万 천만'],
  [1e8, '億 亿 억'],
  [
    1e9,
    'billion billions mrd. mrd milliarde milliarden milliard milliards miliardo miliardi miljard miljarder miliardów bilhão bilhões milyar miliar tỷ млрд. млрд миллиард миллиардов 十億 十亿 십억 अरब مليار مليارات מיליארד',
  ],
  [1e12, '兆 조'],
];

/** Longest first, so that "百万" is not read as "百" and "mio." keeps its full stop. */
const scales: readonly (readonly [word: string, factor: number])[] = scaleWords
  .flatMap(([factor, words]) => words.split(' ').map((word) => [word, factor] as const))
  .sort(([one], [two]) => two.length - one.length);

const letter = /[\p{L}\p{N}]/u;
const unspaced = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** The scale word at a position, after at most one space; null if there is none. */
export function scaleAfter(
  text: string,
  position: number,
): { readonly factor: number; readonly end: number } | null {
  const start = /[ \u00a0\u202f]/.test(text.charAt(position)) ? position + 1 : position;
  const ahead = text.slice(start, start + 12).toLowerCase();
  for (const [word, factor] of scales) {
    if (!ahead.startsWith(word)) continue;
    const next = ahead.charAt(word.length);
    if (letter.test(word.slice(-1)) && letter.test(next) && !unspaced.test(word.slice(-1))) continue;
    return { factor, end: start + word.length };
  }
  return null;
}
