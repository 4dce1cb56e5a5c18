/** A range of a text, in UTF-16 units. */
export type TextRange = { readonly start: number; readonly end: number };

/** ICU ends a sentence after these. Lower case, without the last full stop. */
const abbreviations = new Set(
  (
    'dr prof mr mrs ms st vs no nr ca bzw inkl exkl z.b z. b u.a u. a d.h d. h usw evtl ggf max min approx e.g i.e etc ' +
    'inc ltd co corp jr sr fig vol p pp art abs s bd tel str mio mrd tsd sig sra srta ud uds ej p.ej av pág núm env ' +
    'm mme mlle cf ex dott ing ecc es dhr mevr bijv t.a.v nl r rua dra exmo г гг руб тыс млн млрд т.д т.п т.е стр им ул д ر.س د.إ ج.م د.ك ر.ق'
  ).split(' '),
);

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterFor(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known !== undefined) return known;
  const made = new Intl.Segmenter(language === 'und' ? 'en' : language, { granularity: 'sentence' });
  segmenters.set(language, made);
  return made;
}

/** Scripts that end a sentence with a space: ICU finds no sentences in them. */
const spacedSentences = new Set(['th', 'lo', 'km', 'my']);
/** Long enough for a translator to have a sentence, short enough for it not to cut one. */
const leastSpaced = 240;

/**
 * Sentences of a text of one line, without the spaces between them.
 * @param whole ranges that no sentence may end in, such as a name or the words of a link
 */
export function sentencesOf(
  text: string,
  language: string,
  whole: readonly TextRange[] = [],
): readonly TextRange[] {
  const ranges: TextRange[] = [];
  let start = 0;
  const segments = spacedSentences.has(language)
    ? text.match(/\S+(?:\s+|$)/g)
    : [...segmenterFor(language).segment(text)].map(({ segment }) => segment);
  let end = 0;
  for (const segment of segments ?? []) {
    end = text.indexOf(segment, end) + segment.length;
    // ICU gives a bracket that opens the next sentence to this one where no space is between them.
    const cut = end - (end < text.length ? (/\p{Ps}+$/u.exec(segment)?.[0].length ?? 0) : 0);
    if (end < text.length && continues(text, start, cut, language, whole)) continue;
    const range = trimmed(text, start, cut);
    if (range !== null) ranges.push(range);
    start = cut;
  }
  return ranges;
}

/** Whether what ICU calls the end of a sentence is not. */
function continues(
  text: string,
  start: number,
  end: number,
  language: string,
  whole: readonly TextRange[],
): boolean {
  if (whole.some((range) => range.start < end && end < range.end)) return true;
  const sentence = text.slice(start, end).replace(/[\s\u200e\u200f]+$/, '');
  if (spacedSentences.has(language)) return sentence.length < leastSpaced;
  if (!sentence.endsWith('.')) return false;
  const last = /(?:^|[\s(„“"«])((?:[\p{L}\p{M}]\. ?)?[\p{L}\p{M}.]{1,6})\.$/u
    .exec(sentence)?.[1]
    ?.toLowerCase();
  if (last !== undefined && (abbreviations.has(last) || /^\p{L}$/u.test(last))) return true;
  // "am 3. Oktober", "the 2. edition": an ordinal, unless the number is the end of a longer sentence.
  return (
    /(?:^|\s)\d{1,2}\.$/.test(sentence) && /^\s*[\p{L}\d]/u.test(text.slice(end)) && sentence.length < 60
  );
}

/** Without spaces at its ends; null if nothing is left. */
export function trimmed(text: string, start: number, end: number): TextRange | null {
  const words = text.slice(start, end);
  const lead = words.length - words.trimStart().length;
  const length = words.trim().length;
  return length === 0 ? null : { start: start + lead, end: start + lead + length };
}
