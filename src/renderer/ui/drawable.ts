/**
 * Control characters except tab and line breaks, and combining marks beyond the 30 per letter of Unicode's
 * Stream-Safe Text Format.
 */
const undrawable = /(?![\t\n\r])\p{Cc}|(?<=\p{M}{30})\p{M}/gu;
/** Longer than any word, and than most paragraphs in languages without spaces. */
const unbroken = /\S{1000}(?=\S)/gu;

/**
 * Prepares text for display. Layout of text without break opportunities takes quadratic time: seconds to minutes at
 * 100,000 characters. Control characters become their symbols, excess marks U+FFFD, and a line ends after 1,000
 * characters without a space.
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
