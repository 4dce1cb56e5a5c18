/** Finding the words that a model quoted in the text it read. */

const alike: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '「': '"',
  '」': '"',
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
  '‑': '-',
  '−': '-',
};
/** Formatting and citation marks, which a quote may leave out. */
const marks = /\s*\[\d+\]|[*_`#]/gu;

type Folded = {
  readonly text: string /** Offset in the original of every character. */;
  readonly at: readonly number[];
};

function fold(original: string): Folded {
  const skipped = new Set<number>();
  for (const { index, 0: mark } of original.matchAll(marks))
    for (let offset = 0; offset < mark.length; offset += 1) skipped.add(index + offset);
  let text = '';
  const at: number[] = [];
  let offset = 0;
  for (const sign of original) {
    const written = /\s/u.test(sign) ? ' ' : (alike[sign] ?? sign.normalize('NFKC'));
    if (!skipped.has(offset) && !(written === ' ' && (text === '' || text.endsWith(' ')))) {
      text += written;
      for (let part = 0; part < written.length; part += 1) at.push(offset);
    }
    offset += sign.length;
  }
  return { text, at };
}

/**
 * Where a text contains a quote verbatim: except for white space, the shape of quotation marks and dashes, and
 * formatting. Null if it does not.
 */
export function findQuote(text: string, quote: string): readonly [start: number, end: number] | null {
  const wanted = fold(quote).text.trim();
  if (wanted === '') return null;
  const exact = text.indexOf(quote);
  if (exact >= 0) return [exact, exact + quote.length];
  const folded = fold(text);
  const found = folded.text.indexOf(wanted);
  if (found < 0) return null;
  const last = folded.at[found + wanted.length - 1] ?? 0;
  const width = [...text.slice(last)][0]?.length ?? 1;
  return [folded.at[found] ?? 0, last + width];
}
