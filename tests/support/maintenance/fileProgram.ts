// Does one long piece of work on a history, for a test to kill in the middle; says when it begins and when it ends.
import { join } from 'node:path';
import { compactHistory } from '#main/history/maintenance/compact.ts';
import { repairHistory } from '#main/history/maintenance/repair.ts';
import { openDatabase } from '#main/history/store/openDatabase.ts';
import { createOperations } from '#main/history/store/operations/table.ts';
import { createSessionLocks } from '#main/history/store/sessionLocks.ts';
import { laterSteps } from './laterSteps.ts';

const [what = '', file = ''] = process.argv.slice(2);

function deleteOld(): void {
  const { db } = openDatabase(file);
  const operations = createOperations(db, { file, locks: createSessionLocks(join(file, '..', 'sessions')) });
  const nowMs = Date.now();
  operations['retention.set'].run({
    rule: { pagesDays: null, runsMonths: 1, keepMarked: true, keepMonitors: true, automatic: false },
    nowMs,
  });
  const { round } = operations['retention.begin'].run({ nowMs });
  const some = db.transaction(() => operations['retention.deleteSome'].run({ round, limit: 10, nowMs }));
  while (some.immediate().more);
  db.close();
}

const works: Readonly<Record<string, () => unknown>> = {
  compact: () => compactHistory(file),
  migrate: () => openDatabase(file, { steps: laterSteps }).db.close(),
  repair: () => repairHistory(file, Date.now(), () => undefined),
  delete: deleteOld,
};

process.send?.('begun', () => {
  works[what]?.();
  process.send?.('ended', () => process.disconnect());
});
