import type { Sheet } from '#shared/report/sheet.ts';
import { type SheetFileFormat, sheetToFile } from '#shared/report/sheetFormats.ts';

type Saver = (name: string, blob: Blob) => void;
let saver: Saver = download;

/** Files go another way than the page's own downloads, where the host has one. */
export function saveThrough(other: Saver): void {
  saver = other;
}

/** Hands something to the person as a file, under the host's own save dialog or download rules. */
export function saveBlob(name: string, blob: Blob): void {
  saver(name, blob);
}

function download(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** The same for text. */
export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** A list under its own name, or another one, as CSV or as JSON Lines. */
export function saveSheet(sheet: Sheet, format: SheetFileFormat, name = sheet.id): void {
  const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
  saveFile(`${name}.${format}`, type, sheetToFile(sheet, format));
}

/** A picture of this window as a file that stands alone: its colours are written out, since it leaves the theme behind. */
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
  return new XMLSerializer().serializeToString(copy);
}
