// Makes the answers of a history searchable, a few at a time, and tells its parent after each time.
import { join } from 'node:path';
import { openDatabase } from '#main/history/store/openDatabase.ts';
import { createOperations } from '#main/history/store/operations/table.ts';
import { createSessionLocks } from '#main/history/store/sessionLocks.ts';

const file = process.argv[2] ?? '';
const { db } = openDatabase(file);
const operations = createOperations(db, { file, locks: createSessionLocks(join(file, '..', 'sessions')) });
const step = db.transaction(() => operations['history.index'].run({ limit: 3 }));
const next = (): void => {
  const { pending } = step.immediate();
  process.send?.(pending);
  setImmediate(next);
};
next();
