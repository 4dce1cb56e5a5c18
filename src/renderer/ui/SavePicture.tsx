import { ChevronDown, Download } from 'lucide-react';
import type { Sheet } from '#shared/tables/sheet.ts';
import { Button } from './Button.tsx';
import { Menu, MenuItem } from './Menu.tsx';
import { pngOf } from './pngOf.ts';
import { SheetItems } from './SheetMenu.tsx';
import { saveBlob, saveFile, saveSheet } from './saveFile.ts';

type SavePictureProps = {
  /** File name without extension. */
  readonly name: string;
  /** The chart as a standalone SVG; null while it is not rendered. */
  readonly svg: () => string | null;
  /** The data of the chart; a function if it is large. */
  readonly sheet: Sheet | (() => Sheet);
};

/** Exports a chart as SVG, as PNG, or as data. */
export function SavePicture({ name, svg, sheet }: SavePictureProps) {
  const withDrawing = (save: (drawing: string) => Promise<unknown>) => (): void => {
    const drawing = svg();
    if (drawing !== null) void save(drawing);
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
      <MenuItem onSelect={withDrawing(async (drawing) => saveBlob(`${name}.png`, await pngOf(drawing)))}>
        Image as PNG
      </MenuItem>
      <SheetItems
        label="Data"
        onSave={(format) => void saveSheet(typeof sheet === 'function' ? sheet() : sheet, format, name)}
      />
    </Menu>
  );
}
