// Puts the lists of updates of two builds for macOS into one, which the updater chooses from by processor:
// `node scripts/macUpdates.ts FOLDER OTHER` writes into the first and removes from the other.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '', other = ''] = process.argv.slice(2);
const filesOf = (text: string): string | undefined => /^files:\n((?: {2}.*\n)+)/m.exec(text)?.[1];
const versionOf = (text: string): string | undefined => /^version: (.*)$/m.exec(text)?.[1];
for (const name of ['latest-mac.yml', 'beta-mac.yml']) {
  if (!existsSync(join(folder, name))) continue;
  const text = readFileSync(join(folder, name), 'utf8');
  const own = filesOf(text);
  const otherText = readFileSync(join(other, name), 'utf8');
  const more = filesOf(otherText);
  if (own === undefined || more === undefined) throw new Error(`${name} lists no files.`);
  const [version, otherVersion] = [versionOf(text), versionOf(otherText)];
  if (version !== otherVersion)
    throw new Error(`${name} is of version ${version} in one folder and ${otherVersion} in the other.`);
  writeFileSync(
    join(folder, name),
    text.replace(own, () => own + more),
  );
  rmSync(join(other, name));
}
