import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { temporaryFolder } from './temporaryHistory.ts';

/**
 * A data folder that is filled once for all tests of a file; each call gives a copy of its own, in a folder that is
 * removed with its test unless it names another.
 * `fill` leaves nothing open.
 */
export function preparedFolder<T>(
  fill: (folder: string) => Promise<T> | T,
): (into?: string) => Promise<{ readonly dataFolder: string; readonly facts: T }> {
  let prepared: Promise<{ readonly folder: string; readonly facts: T }> | null = null;
  const prepare = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parallax-prepared-'));
    return { folder, facts: await fill(folder) };
  };
  afterAll(async () => {
    if (prepared) rmSync((await prepared).folder, { recursive: true, force: true });
  });
  return async (dataFolder = temporaryFolder()) => {
    prepared ??= prepare();
    const { folder, facts } = await prepared;
    cpSync(folder, dataFolder, { recursive: true });
    return { dataFolder, facts };
  };
}
