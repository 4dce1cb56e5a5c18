import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '#main/history/store/openDatabase.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

const page = readFileSync(new URL('../../../../docs/history-database.md', import.meta.url), 'utf8');

it('docs/history-database.md names every table, view and column', () => {
  const { db, version } = openDatabase(join(temporaryFolder(), 'history.db'));
  expect(page).toContain(`schema version ${version}`);
  const objects = db
    .prepare<[], { name: string; type: string }>(
      `SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'
       AND name NOT LIKE 'search_index_%'`,
    )
    .all();
  const missing: string[] = [];
  for (const { name, type } of objects) {
    if (!page.includes(`\`${name}\``)) missing.push(name);
    const columns = db.prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)').all(name);
    for (const column of columns) {
      // In views every column stands as a word; in tables keys and ordinals are explained by the conventions.
      const explained = type === 'table' && /(^id|_id|^ordinal|^rule_version|^uid)$/.test(column.name);
      if (!explained && !new RegExp(`\\b${column.name}\\b`).test(page))
        missing.push(`${name}.${column.name}`);
    }
  }
  db.close();
  expect(missing).toEqual([]);
});

it('the examples of docs/history-database.md run', () => {
  const { db } = openDatabase(join(temporaryFolder(), 'history.db'));
  const examples = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) db.prepare(example).all();
  db.close();
});
