/** Bytes of each character of an older encoding, one or two of them. */
function alphabetOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const found = new Map<string, readonly number[]>();
  const add = (...bytes: readonly number[]) => {
    try {
      const text = decoder.decode(new Uint8Array(bytes));
      if ([...text].length === 1 && !found.has(text)) found.set(text, bytes);
    } catch {
      // No character has these bytes.
    }
  };
  for (let first = 0; first < 256; first += 1) add(first);
  if (/^(?:shift_jis|gb18030|big5|euc-\w+)$/.test(encoding))
    for (let first = 0x81; first < 0xff; first += 1)
      for (let second = 0x40; second < 0xff; second += 1) add(first, second);
  return found;
}

/** The text as a program of another system writes it; `utf-16le` and `utf-16be` begin with their mark. */
export function encoded(text: string, encoding: string): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding.startsWith('utf-16')) {
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
    return encoding === 'utf-16le' ? little : little.swap16();
  }
  const alphabet = alphabetOf(encoding);
  return Buffer.from(
    [...text].flatMap((letter) => {
      const bytes = alphabet.get(letter);
      if (bytes === undefined) throw new Error(`${encoding} has no ${letter}`);
      return bytes;
    }),
  );
}
