// What Electron opens when it is started by itself, `electron ENTRY`; the Electron of the registry comes without it.
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

process.defaultApp = true;
const given = process.argv.slice(1).find((each) => !each.startsWith('-'));
if (given === undefined) throw new Error('No program was named.');
let entry = resolve(given);
if (statSync(entry).isDirectory()) {
  app.setAppPath(entry);
  entry = join(entry, JSON.parse(readFileSync(join(entry, 'package.json'), 'utf8')).main);
}
// Electron becomes ready once this has been read.
await import(pathToFileURL(entry).href);
