import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export type SmallDisk = {
  readonly folder: string;
  readonly makeReadOnly: () => void;
  readonly resize: (size: string) => void;
};

/** True where a test may mount a file system of its own. */
export const canMount = process.platform === 'linux' && tryMount();

/** A disk of a few megabytes, removed when the test ends. */
export function smallDisk(size: string): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-disk-'));
  mount(['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    makeReadOnly: () => mount(['-o', 'remount,ro', folder]),
    resize: (next) => mount(['-o', `remount,size=${next}`, folder]),
  };
}

function mount(options: readonly string[]): void {
  execFileSync('mount', options, { stdio: 'pipe' });
}

function tryMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-disk-'));
  try {
    mount(['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
