// Draws the icons of installers and desktops, `packaging/icons`, from `resources/icon.svg`; to be run by hand after the
// drawing changed.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'packaging/icons');
await mkdir(folder, { recursive: true });

const svg = await readFile(join(root, 'resources/icon.svg'), 'utf8');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
const drawn = new Map<number, Buffer>();
for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>html,body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`,
  );
  drawn.set(size, await page.screenshot({ omitBackground: true }));
}
await browser.close();

const picture = (size: number): Buffer => drawn.get(size) ?? Buffer.alloc(0);
for (const size of [16, 24, 32, 48, 64, 128, 256, 512])
  await writeFile(join(folder, `${size}x${size}.png`), picture(size));
await writeFile(join(folder, 'icon.ico'), windowsIcon([16, 24, 32, 48, 64, 128, 256]));
await writeFile(
  join(folder, 'icon.icns'),
  appleIcon({ ic07: 128, ic08: 256, ic09: 512, ic10: 1024, ic11: 32, ic12: 64, ic13: 256, ic14: 512 }),
);

/** A directory of pictures, as Windows has read them in PNG since Vista. */
function windowsIcon(sizes: readonly number[]): Buffer {
  const head = Buffer.alloc(6 + 16 * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length;
  for (const [index, size] of sizes.entries()) {
    const at = 6 + 16 * index;
    // 256 does not fit into a byte and is written as 0.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture(size).length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += picture(size).length;
  }
  return Buffer.concat([head, ...sizes.map(picture)]);
}

/** Pictures under the names that macOS gives sizes and resolutions. */
function appleIcon(sizes: Readonly<Record<string, number>>): Buffer {
  const chunk = (name: string, content: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(name, 'latin1');
    head.writeUInt32BE(8 + content.length, 4);
    return Buffer.concat([head, content]);
  };
  return chunk(
    'icns',
    Buffer.concat(Object.entries(sizes).map(([name, size]) => chunk(name, picture(size)))),
  );
}
