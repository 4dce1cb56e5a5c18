import { existsSync } from 'node:fs';
import type Database from 'better-sqlite3';
import type { CheckFacts, DataFinding } from '#shared/model/maintenance.ts';
import { classifyFailure, HistoryFailure } from '../store/failures.ts';
import { migrations } from '../store/migrations/list.ts';
import { createPayloadStore } from '../store/operations/payloads.ts';
import { inconsistencies } from './consistency.ts';
import { openForReading } from './openForReading.ts';
import type { TaskStep } from './protocol.ts';
import { alteredSchema } from './schema.ts';

/** Maximum number of ids in a finding; the rest is counted. */
const maxNamed = 10;
const progressEvery = 2000;

/**
 * Checks for damage while programs use the file. Quick: the structure of the file and foreign keys. Full: also
 * every index against its table, and every stored answer and page against its SHA-256, which is the only way to
 * detect a flipped bit in one of them.
 */
export function checkHistory(file: string, full: boolean, onProgress: TaskStep): CheckFacts {
  if (!existsSync(file)) throw new HistoryFailure('NOT_FOUND', `No history found at ${file} yet.`);
  const findings: DataFinding[] = [];
  const unreadable = (error: unknown): void => {
    const { code, message } = classifyFailure(error, file);
    if (code === 'HISTORY_LOCKED' || code === 'CANCELLED') throw error;
    findings.push({ area: 'file', count: 1, message, repairable: true });
  };
  let db: Database.Database | null = null;
  try {
    db = openForReading(file);
    findings.push(...structure(db, full), ...declarations(db));
    // A file of an earlier version lacks what the other checks need; it is migrated when it is opened.
    const current = Number(db.pragma('user_version', { simple: true })) === migrations.at(-1)?.version;
    if (current) findings.push(...inconsistencies(db));
    if (current && full) findings.push(...damagedAnswers(db, onProgress));
  } catch (error) {
    unreadable(error);
  } finally {
    db?.close();
  }
  return { file, full, findings };
}

function structure(db: Database.Database, full: boolean): readonly DataFinding[] {
  const pragma = full ? 'integrity_check' : 'quick_check';
  const lines = db
    .prepare<[], Record<string, string>>(`PRAGMA ${pragma}(100)`)
    .all()
    .map((row) => Object.values(row)[0] ?? '')
    .filter((line) => line !== 'ok');
  return lines.length === 0
    ? []
    : [
        {
          area: 'file',
          count: lines.length,
          message: `The file is damaged: ${lines.slice(0, 3).join('; ')}${lines.length > 3 ? ' …' : ''}.`,
          repairable: true,
        },
      ];
}

function declarations(db: Database.Database): readonly DataFinding[] {
  const altered = alteredSchema(db);
  if (altered.length === 0) return [];
  return [
    {
      area: 'file',
      count: altered.length,
      message: `The file is damaged: ${altered.slice(0, 3).join(', ')}${altered.length > 3 ? ' …' : ''} do not match the schema of Parallax.`,
      repairable: true,
    },
  ];
}

/** Answers and pages that differ from what was stored: only a backup can restore them. */
export function damagedAnswers(db: Database.Database, onProgress: TaskStep): readonly DataFinding[] {
  const payloads = createPayloadStore(db);
  const total = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM payloads').get()?.n ?? 0;
  const ids = db.prepare<[], { id: number }>('SELECT id FROM payloads ORDER BY id').all();
  const damaged: number[] = [];
  for (const [index, { id }] of ids.entries()) {
    if (index % progressEvery === 0) onProgress({ what: 'Reading every answer', done: index, total });
    try {
      payloads.get(id);
    } catch {
      damaged.push(id);
    }
  }
  if (damaged.length === 0) return [];
  const named = db
    .prepare<{ stringify: string }, { uid: string }>(
      `SELECT uid FROM observations WHERE payload_id IN (SELECT value FROM json_each(@stringify)) LIMIT ${maxNamed}`,
    )
    .all({ stringify: JSON.stringify(damaged.slice(0, 1000)) })
    .map(({ uid }) => uid);
  return [
    {
      area: 'answers',
      count: damaged.length,
      message: `${damaged.length} stored answers or pages are damaged${named.length > 0 ? ` (${named.join(', ')}${damaged.length > named.length ? ' …' : ''})` : ''}: only a backup can bring them back.`,
      repairable: false,
    },
  ];
}
