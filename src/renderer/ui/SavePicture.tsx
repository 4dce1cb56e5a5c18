import { ChevronDown, Download } from 'lucide-react';
import type { Sheet } from '#shared/report/sheet.ts';
import { Button } from './Button.tsx';
import { Menu, MenuItem } from './Menu.tsx';
import { SheetItems } from './SheetMenu.tsx';
import { saveBlob, saveFile, saveSheet } from './saveFile.ts';

type SavePictureProps = {
  /** File name without its ending. */
  readonly name: string;
  /** The drawing as a file that stands alone; null while it is not drawn. */
  readonly svg: () => string | null;
  /** The figures in the drawing. */
  readonly sheet: Sheet;
};

/** Exports a chart as a drawing, as pixels, or as the figures in it. */
export function SavePicture({ name, svg, sheet }: SavePictureProps) {
  const withDrawing = (save: (drawing: string) => void) => (): void => {
    const drawing = svg();
    if (drawing !== null) save(drawing);
  };
  return (
    <Menu
      label="Export chart"
      trigger={
        <Button size="small" look="quiet">
          <Download size={12} aria-hidden="true" /> Export <ChevronDown size={12} aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onSelect={withDrawing((drawing) => saveFile(`${name}.svg`, 'image/svg+xml', drawing))}>
        Image as SVG
      </MenuItem>
      <MenuItem
        onSelect={withDrawing((drawing) => {
          void pngOf(drawing).then((blob) => saveBlob(`${name}.png`, blob));
        })}
      >
        Image as PNG
      </MenuItem>
      <SheetItems label="Data" onSave={(format) => saveSheet(sheet, format, name)} />
    </Menu>
  );
}

/** Twice the size of the drawing, so that it stays sharp in a slide. */
const scale = 2;

/**
 * A drawing as a PNG picture on white, in the drawing's own size twice over.
 * @throws Error when the browser cannot draw it
 */
async function pngOf(svg: string): Promise<Blob> {
  const [width, height] = sizeOf(svg);
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml;charset=utf-8' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * scale;
    canvas.height = height * scale;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('This window cannot export images.');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob === null) throw new Error('This window cannot export PNG images.');
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Width and height of a drawing in CSS pixels, by its view box. */
function sizeOf(svg: string): readonly [number, number] {
  const [, , width, height] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '0 0 960 480')
    .split(/[\s,]+/)
    .map(Number);
  return [width ?? 960, height ?? 480];
}
