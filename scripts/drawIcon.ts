// Draws `resources/icon.png` from `resources/icon.svg`; to be run by hand after the drawing changed.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const resource = (name: string): string => fileURLToPath(new URL(`../resources/${name}`, import.meta.url));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 1024, height: 1024 } });
const svg = await readFile(resource('icon.svg'), 'utf8');
await page.setContent(
  `<style>html,body{margin:0}svg{display:block;width:1024px;height:1024px}</style>${svg}`,
);
await writeFile(resource('icon.png'), await page.screenshot({ omitBackground: true }));
await browser.close();
