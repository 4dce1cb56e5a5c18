// Draws the pictures of the program from `resources/icon.svg` and `resources/tray/tray.svg`; to be run by hand after a
// drawing changed. macOS colours template images by itself: they are black, and what is not there is transparent.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const resource = (name: string): string => fileURLToPath(new URL(`../resources/${name}`, import.meta.url));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const draw = async (drawing: string, size: number): Promise<Buffer> => {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const svg = await readFile(resource(drawing), 'utf8');
  await page.setContent(
    `<style>html,body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  );
  const picture = await page.screenshot({ omitBackground: true });
  await page.close();
  return picture;
};

/** An icon of several sizes: a header, an entry for each picture, the pictures as PNG. */
function icoOf(pictures: readonly { readonly size: number; readonly png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  pictures.forEach(({ size, png }, index) => {
    const entry = 6 + 16 * index;
    header.writeUInt8(size % 256, entry);
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

const trayIcon = [];
for (const size of [16, 20, 24, 32, 48]) trayIcon.push({ size, png: await draw('icon.svg', size) });
await writeFile(resource('icon.png'), await draw('icon.svg', 1024));
await writeFile(resource('tray/tray.ico'), icoOf(trayIcon));
await writeFile(resource('tray/tray.png'), await draw('icon.svg', 32));
await writeFile(resource('tray/trayTemplate.png'), await draw('tray/tray.svg', 16));
await writeFile(resource('tray/trayTemplate@2x.png'), await draw('tray/tray.svg', 32));
await browser.close();
