import { inflateSync } from 'node:zlib';

/**
 * The text of a PDF that Chromium printed, without white space: letters in the order they are drawn, read with the table
 * of each font.
 */
export function pdfText(file: Buffer): string {
  const objects = objectsOf(file);
  const fonts = new Map<string, ReadonlyMap<number, string>>();
  const fontOf = (name: string): ReadonlyMap<number, string> => {
    const known = fonts.get(name);
    if (known !== undefined) return known;
    const number = [...objects.values()].map(({ head }) => new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1]);
    const font = objects.get(Number(number.find((each) => each !== undefined)));
    const table = objects.get(Number(/\/ToUnicode (\d+) 0 R/.exec(font?.head ?? '')?.[1]));
    const letters = lettersOf(table?.text ?? '');
    fonts.set(name, letters);
    return letters;
  };
  let text = '';
  for (const { text: drawn } of objects.values()) {
    if (!/\bBT\b/.test(drawn)) continue;
    let letters: ReadonlyMap<number, string> = new Map();
    for (const [, name, hex] of drawn.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g)) {
      if (name !== undefined) letters = fontOf(name);
      for (const [glyph] of (hex ?? '').matchAll(/.{4}/g))
        text += letters.get(Number.parseInt(glyph, 16)) ?? '';
    }
  }
  return text.replaceAll(/\s/g, '');
}

type PdfObject = { readonly head: string; readonly text: string };

function objectsOf(file: Buffer): ReadonlyMap<number, PdfObject> {
  const all = file.toString('latin1');
  return new Map(
    [...all.matchAll(/(?:^|\n)(\d+) 0 obj\b([\s\S]*?)(?:\nendobj|stream\r?\n)/g)].map(
      ({ 0: whole, 1: number, 2: head = '', index }) => {
        const from = index + whole.length;
        const end = all.indexOf('endstream', from);
        const packed = whole.endsWith('endobj') ? null : file.subarray(from, end);
        const text =
          packed === null || /\/Subtype ?\/Image|\/Length1/.test(head)
            ? ''
            : (head.includes('/FlateDecode') ? inflateSync(packed) : packed).toString('latin1');
        return [Number(number), { head, text }];
      },
    ),
  );
}

/** The letters by glyph, of a font's ToUnicode table. */
function lettersOf(table: string): ReadonlyMap<number, string> {
  const letters = new Map<number, string>();
  const letter = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, part = ''] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', hex = ''] of part.matchAll(/<(\w+)> <(\w+)>/g))
      letters.set(Number.parseInt(glyph, 16), letter(hex));
  for (const [, part = ''] of table.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, first = '', last = '', hex = ''] of part.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let glyph = Number.parseInt(first, 16); glyph <= Number.parseInt(last, 16); glyph += 1)
        letters.set(
          glyph,
          String.fromCodePoint(Number.parseInt(hex, 16) + glyph - Number.parseInt(first, 16)),
        );
  return letters;
}
