import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeLifeMs } from './launchKeys.ts';

/** `restrictAccess` recognizes this file name as ours. */
const pageName = /^open-parallax-[\w-]+\.html$/;

/**
 * A page in the data folder that redirects to a link and is readable by the user only. A browser is started
 * with its path, because every user of the machine can see process arguments.
 */
export function writeOpeningPage(folder: string, link: string): { file: string; remove: () => void } {
  removeOldPages(folder);
  const file = join(folder, `open-parallax-${randomBytes(8).toString('hex')}.html`);
  const page = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${link}">
<title>Parallax</title>
<p><a href="${link}">Open Parallax</a></p>
`;
  writeFileSync(file, page, { mode: 0o600, flag: 'wx' });
  return { file, remove: () => rmSync(file, { force: true }) };
}

/** Pages of dead programs. */
function removeOldPages(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => pageName.test(each))) {
    const file = join(folder, name);
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > codeLifeMs) rmSync(file, { force: true });
  }
}
