import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeFileLock } from '#platform/sqlite/fileLock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parallax-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const holder = new URL('../../../support/faults/lockHolder.ts', import.meta.url);

describe('a file lock', () => {
  it('is held once at a time, in a private folder', () => {
    const file = join(folder, 'new', 'a.lock');
    const first = takeFileLock(file);
    expect(first).not.toBeNull();
    expect(takeFileLock(file)).toBeNull();
    first?.release();
    const second = takeFileLock(file);
    expect(second).not.toBeNull();
    second?.release();
    if (process.platform !== 'win32') expect(statSync(dirname(file)).mode & 0o077).toBe(0);
  });

  it('is free again when the process that held it was killed', async () => {
    const file = join(folder, 'a.lock');
    const child = spawn(process.execPath, [holder.pathname, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    expect(takeFileLock(file)).toBeNull();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = takeFileLock(file);
    expect(lock).not.toBeNull();
    lock?.release();
  });

  it('that cannot be made is an error and not a lock of another program', () => {
    expect(() => takeFileLock(folder)).toThrow(expect.objectContaining({ code: 'SQLITE_CANTOPEN' }));
  });
});
