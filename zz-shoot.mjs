// node shoot.mjs URL OUTDIR SCHEME W H name=>hash...
import { chromium } from 'playwright-core';
const [url, out, scheme, w, h, ...places] = process.argv.slice(2);
import { mkdirSync } from 'node:fs';
mkdirSync(out, { recursive: true });
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const c = await b.newContext({ viewport: { width: +w, height: +h }, colorScheme: scheme });
const p = await c.newPage();
p.on('console', (m) => { if (['error', 'warning'].includes(m.type())) console.log('console', m.text()); });
p.on('pageerror', (e) => console.log('pageerror', e.message));
await p.goto(url); await p.waitForTimeout(1500);
for (const each of places) {
  const [name, hash] = each.split('=>');
  await p.evaluate((x) => { location.hash = x; }, hash);
  await p.waitForTimeout(1800);
  await p.screenshot({ path: `${out}/${name}.png` });
}
await b.close();
