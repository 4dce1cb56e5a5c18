import { useEffect, useState } from 'react';
import { MenuItem } from '../ui/Menu.tsx';
import { PointMenu } from '../ui/PointMenu.tsx';
import { pngOf } from '../ui/pngOf.ts';
import { fileNameOf, pictureText, saveBlob, saveFile } from '../ui/saveFile.ts';

type Place = { readonly x: number; readonly y: number; readonly chart: SVGSVGElement };

type ChartMenuProps = { readonly onSaid: (message: string) => void };

/** The context menu of every chart of the window: its image for a document, or as a file. */
export function ChartMenu({ onSaid }: ChartMenuProps) {
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    const onMenu = (event: MouseEvent): void => {
      const { target } = event;
      const chart = target instanceof Element ? target.closest<SVGSVGElement>('main svg[role="img"]') : null;
      if (chart === null) return;
      event.preventDefault();
      setPlace({ x: event.clientX, y: event.clientY, chart });
    };
    document.addEventListener('contextmenu', onMenu);
    return () => document.removeEventListener('contextmenu', onMenu);
  }, []);
  if (place === null) return null;
  const { x, y, chart } = place;
  const name = fileNameOf(chart.getAttribute('aria-label') ?? 'chart');
  const copy = (): void => {
    // A promise, because the browser lets only a click write to the clipboard.
    const image = new ClipboardItem({ 'image/png': pngOf(pictureText(chart)) });
    void navigator.clipboard.write([image]).then(
      () => onSaid('Image copied'),
      () => onSaid('Nothing was copied: the clipboard refused it.'),
    );
  };
  return (
    <PointMenu label="Chart" x={x} y={y} onClose={() => setPlace(null)}>
      <MenuItem onSelect={copy}>Copy as image</MenuItem>
      <MenuItem
        onSelect={() => void pngOf(pictureText(chart)).then((image) => saveBlob(`${name}.png`, image))}
      >
        Save image as PNG…
      </MenuItem>
      <MenuItem onSelect={() => void saveFile(`${name}.svg`, 'image/svg+xml', pictureText(chart))}>
        Save image as SVG…
      </MenuItem>
    </PointMenu>
  );
}
