import { migrations } from '#main/history/store/migrations/list.ts';
import type { Migration } from '#platform/sqlite/migrate.ts';

const newest = migrations.at(-1)?.version ?? 0;

/** The schema of today and two steps of later versions; the second takes back what the first did. */
export const laterSteps: readonly Migration[] = [
  ...migrations,
  {
    version: newest + 1,
    name: 'a long one',
    // Strict like every table of ours: a history with another is refused at the next start.
    sql: `CREATE TABLE later_payloads (id INTEGER, body BLOB) STRICT;
      INSERT INTO later_payloads SELECT id, body FROM payloads; CREATE INDEX later ON later_payloads (body);`,
  },
  { version: newest + 2, name: 'and back', sql: 'DROP TABLE later_payloads;' },
];
