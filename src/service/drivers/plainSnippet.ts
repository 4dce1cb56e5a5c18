const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** A snippet without markup: tags removed, character references decoded, white space collapsed. */
export function plainSnippet(html: string | undefined): string | undefined {
  if (html === undefined) return undefined;
  const text = html
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => decoded(name) ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
  return text === '' ? undefined : text;
}

function decoded(name: string): string | undefined {
  if (!name.startsWith('#')) return named[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
