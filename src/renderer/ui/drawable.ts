/** Controls except tab and line breaks, and marks on one letter beyond the 30 that Unicode's stream-safe form allows. */
const undrawable = /(?![\t\n\r])\p{Cc}|(?<=\p{M}{30})\p{M}/gu;
/** No word is as long, and hardly a paragraph of a language without spaces. */
const unbroken = /\S{1000}(?=\S)/gu;

/**
 * The text as a browser can draw it. Its layout takes time by the square of what has no place to break a line, and
 * stands for seconds to minutes at 100,000 such characters. Controls become their pictures, superfluous marks U+FFFD,
 * and 1,000 characters without a space end their line.
 */
export function drawable(text: string): string {
  return text
    .replace(undrawable, (found) => {
      const code = found.charCodeAt(0);
      if (code < 0x20) return String.fromCharCode(0x2400 + code);
      return code === 0x7f ? '\u2421' : '\ufffd';
    })
    .replace(unbroken, '$&\n');
}
