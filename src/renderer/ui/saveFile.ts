import { xmlText } from '#shared/tables/markup.ts';
import type { Sheet } from '#shared/tables/sheet.ts';
import { type SheetFileFormat, sheetToFile } from '#shared/tables/sheetFormats.ts';

/** The name that the file has now; null if it was not saved, which the user knows by then. */
type Saved = Promise<string | null>;
type Saver = (name: string, blob: Blob) => Saved;
let saver: Saver = download;

/** Sets another way of saving files, for hosts that do not use the page's downloads. */
export function saveThrough(other: Saver): void {
  saver = other;
}

/** Saves a blob as a file, by the host's save dialog or as a download. */
export function saveBlob(name: string, blob: Blob): Saved {
  return saver(name, blob);
}

async function download(name: string, blob: Blob): Saved {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
  return name;
}

/** Saves a text as a file. */
export function saveFile(name: string, type: string, text: string): Saved {
  return saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Saves a list as CSV or JSON Lines, by default under its own name. */
export function saveSheet(sheet: Sheet, format: SheetFileFormat, name = sheet.id): Saved {
  const [ending, type] = format === 'jsonl' ? ['jsonl', 'application/x-ndjson'] : ['csv', 'text/csv'];
  return saveFile(`${name}.${ending}`, type, sheetToFile(sheet, format));
}

/** The question as a valid file name on every system: letters and digits of any script, at most 60 characters. */
export function fileNameOf(question: string): string {
  const name = question
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return name === '' ? 'comparison' : name.toLowerCase();
}

/** A chart of the window as a standalone SVG. Its colours are resolved, because it does not have the theme. */
export function pictureText(picture: SVGSVGElement): string {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const originals = picture.querySelectorAll<SVGElement>('*');
  copy.querySelectorAll<SVGElement>('*').forEach((element, index) => {
    const original = originals[index];
    if (original === undefined || element instanceof SVGTitleElement) return;
    const style = getComputedStyle(original);
    for (const property of [
      'fill',
      'stroke',
      'stroke-width',
      'font-size',
      'font-family',
      'font-weight',
      'text-anchor',
    ])
      if (element.hasAttribute(property) || property.startsWith('font'))
        element.setAttribute(property, style.getPropertyValue(property));
    element.removeAttribute('class');
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.removeAttribute('class');
  return xmlText(new XMLSerializer().serializeToString(copy));
}
