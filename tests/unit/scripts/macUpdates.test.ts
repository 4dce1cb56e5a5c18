import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

// As electron-builder writes it for one processor: dmg and zip with hashes, then the two lines of older updaters.
const listOf = (processor: string) => `version: 0.1.0
files:
  - url: Parallax-0.1.0-${processor}.zip
    sha512: zip-${processor}==
    size: 101
  - url: Parallax-0.1.0-${processor}.dmg
    sha512: dmg-${processor}==
    size: 102
path: Parallax-0.1.0-${processor}.zip
sha512: zip-${processor}==
releaseDate: '2026-11-23T12:00:00.000Z'
`;

function twoBuilds(name: string, arm64 = listOf('arm64'), x64 = listOf('x64')) {
  const folder = temporaryFolder();
  const [own, other] = [join(folder, 'arm64'), join(folder, 'x64')];
  mkdirSync(own);
  mkdirSync(other);
  writeFileSync(join(own, name), arm64);
  writeFileSync(join(other, name), x64);
  return { own: join(own, name), other: join(other, name), folders: [own, other] };
}
const merge = (folders: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/macUpdates.ts', ...folders], { encoding: 'utf8' });

describe('the lists of updates of two builds for macOS', () => {
  it.each(['latest-mac.yml', 'beta-mac.yml'])('become one that offers both processors: %s', (name) => {
    const { own, other, folders } = twoBuilds(name);
    expect(merge(folders)).toMatchObject({ status: 0, stderr: '' });
    const list = parse(readFileSync(own, 'utf8'));
    expect(list.files).toEqual([
      { url: 'Parallax-0.1.0-arm64.zip', sha512: 'zip-arm64==', size: 101 },
      { url: 'Parallax-0.1.0-arm64.dmg', sha512: 'dmg-arm64==', size: 102 },
      { url: 'Parallax-0.1.0-x64.zip', sha512: 'zip-x64==', size: 101 },
      { url: 'Parallax-0.1.0-x64.dmg', sha512: 'dmg-x64==', size: 102 },
    ]);
    expect(list).toMatchObject({ version: '0.1.0', path: 'Parallax-0.1.0-arm64.zip', sha512: 'zip-arm64==' });
    expect(existsSync(other)).toBe(false);
  });

  it('are left as they are, and the release stops, when one names no files', () => {
    const { own, other, folders } = twoBuilds('latest-mac.yml', listOf('arm64'), 'version: 0.1.0\n');
    const ended = merge(folders);
    expect(ended.status).not.toBe(0);
    expect(ended.stderr).toContain('latest-mac.yml lists no files.');
    expect(readFileSync(own, 'utf8')).toBe(listOf('arm64'));
    expect(existsSync(other)).toBe(true);
  });

  it('stop the release when they are of two versions', () => {
    const { own, folders } = twoBuilds(
      'latest-mac.yml',
      listOf('arm64'),
      listOf('x64').replaceAll('0.1.0', '0.1.1'),
    );
    const ended = merge(folders);
    expect(ended.status).not.toBe(0);
    expect(ended.stderr).toContain(
      'latest-mac.yml is of version 0.1.0 in one folder and 0.1.1 in the other.',
    );
    expect(readFileSync(own, 'utf8')).toBe(listOf('arm64'));
  });
});
