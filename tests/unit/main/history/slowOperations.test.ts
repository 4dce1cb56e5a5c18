import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { reads } from '#main/history/store/operations/operation.ts';
import type { Operations } from '#main/history/store/operations/table.ts';
import { createOperationRunner } from '#main/history/threads/runOperation.ts';

it('an operation is logged when it is slower than ever, so that a poll that is late now and then stops writing', () => {
  const spin = reads((ms: number) => {
    for (const untilMs = performance.now() + ms; performance.now() < untilMs; );
  });
  const logged: unknown[] = [];
  const db = new Database(':memory:');
  const runner = createOperationRunner({
    db,
    operations: { poll: spin, other: spin } as unknown as Operations,
    slowMs: 20,
    emit: ({ fields }) => void logged.push(fields?.operation),
  });
  runner.run('poll', 0);
  expect(logged).toEqual([]);
  runner.run('poll', 300);
  expect(logged).toEqual(['poll']);
  for (let time = 0; time < 3; time += 1) runner.run('poll', 30);
  expect(logged).toEqual(['poll']);
  runner.run('other', 30);
  runner.run('poll', 600);
  expect(logged).toEqual(['poll', 'other', 'poll']);
  db.close();
});
