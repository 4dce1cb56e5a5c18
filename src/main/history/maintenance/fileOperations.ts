import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { integrityProblems } from '../store/openDatabase.ts';
import { reads, writes } from '../store/operations/operation.ts';
import type { PayloadStore, TightlyPacked } from '../store/operations/payloads.ts';

export function createFileOperations(db: Database, file: string, payloads: PayloadStore) {
  const counts = db.prepare<[], { runs: number; observations: number; payloadBytes: number | null }>(
    `SELECT (SELECT count(*) FROM runs) AS runs, (SELECT count(*) FROM observations) AS observations,
       (SELECT sum(raw_bytes) FROM payloads) AS payloadBytes`,
  );
  const running = db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM runs WHERE state = 'running'`);
  const loose = db.prepare<[], { id: number }>('SELECT id FROM payloads WHERE tight = 0 LIMIT 1');
  return {
    /** Runs that a program is working on. */
    'maintenance.runningRuns': reads(
      (_: Readonly<Record<string, never>>): { readonly running: number } => ({
        running: running.get()?.n ?? 0,
      }),
      // Includes a run that is being created.
      { thread: null },
    ),
    'maintenance.integrity': reads(
      (_: Readonly<Record<string, never>>): readonly string[] => integrityProblems(db, file),
      { alone: true },
    ),
    /** Compresses pending bodies and returns how many there were. */
    'maintenance.compressSome': writes((input: { readonly limit: number }): number => {
      const packed = payloads.packed(0, input.limit);
      payloads.keepPacked(packed);
      return packed.bodies.length;
    }),
    /** Whether any are pending. */
    'maintenance.pendingCompression': reads(
      (_: Readonly<Record<string, never>>): boolean => loose.get() !== undefined,
    ),
    /** Stores bodies that were compressed on another thread. */
    'maintenance.storeCompressed': writes((input: TightlyPacked): void => payloads.keepPacked(input)),
    /** Sizes in bytes. */
    'maintenance.size': reads((_: Readonly<Record<string, never>>) => {
      const row = counts.get();
      return {
        runs: row?.runs ?? 0,
        observations: row?.observations ?? 0,
        rawBytes: row?.payloadBytes ?? 0,
        fileBytes: statSync(file).size,
      };
    }),
  };
}
