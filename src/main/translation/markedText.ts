import type { Segment } from '#shared/translation/blockSegments.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A sentence as markup with its names in an element, which translators keep as it is. */
export function markedUp({ text, names }: Segment, element: string): string {
  let out = '';
  let done = 0;
  for (const { start, end } of names) {
    out += `${escaped(text.slice(done, start))}<${element}>${escaped(text.slice(start, end))}</${element}>`;
    done = end;
  }
  return out + escaped(text.slice(done));
}

/** The text of markup that `markedUp` wrote. */
export function plainText(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => entities[name] ?? whole);
}
