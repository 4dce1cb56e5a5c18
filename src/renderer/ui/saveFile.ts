import type { Sheet } from '#shared/tables/sheet.ts';
import { type SheetFileFormat, sheetToFile } from '#shared/tables/sheetFormats.ts';

type Saver = (name: string, blob: Blob) => void;
let saver: Saver = download;

/** Sets another way of saving files, for hosts that do not use the page's downloads. */
export function saveThrough(other: Saver): void {
  saver = other;
}

/** Saves a blob as a file, by the host's save dialog or as a download. */
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

/** Saves a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Saves a list as CSV or JSON Lines, by default under its own name. */
export function saveSheet(sheet: Sheet, format: SheetFileFormat, name = sheet.id): void {
  const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
  saveFile(`${name}.${format}`, type, sheetToFile(sheet, format));
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
  return new XMLSerializer().serializeToString(copy);
}
