import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { displayProblem, installedElectron } from '../../../scripts/electronBinary.ts';

describe('whether a desktop window can open', () => {
  it('needs a display and a person’s account on Linux, and nothing elsewhere', () => {
    expect(displayProblem('linux', {}, 1000)).toBe('there is no display');
    expect(displayProblem('linux', { DISPLAY: ':0' }, 0)).toBe('Electron does not run sandboxed as root');
    expect(displayProblem('linux', { DISPLAY: ':0' }, 1000)).toBeNull();
    expect(displayProblem('linux', { WAYLAND_DISPLAY: 'wayland-0' }, 1000)).toBeNull();
    expect(displayProblem('darwin', {}, 501)).toBeNull();
    expect(displayProblem('win32', {}, undefined)).toBeNull();
  });
});

describe('the installed Electron', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parallax-electron-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is there only when its executable is', async () => {
    expect(installedElectron(folder)).toBeNull();
    await writeFile(join(folder, 'path.txt'), 'electron');
    expect(installedElectron(folder)).toBeNull();
    await mkdir(join(folder, 'dist'));
    await writeFile(join(folder, 'dist/electron'), '');
    expect(installedElectron(folder)).toBe(join(folder, 'dist/electron'));
  });
});
