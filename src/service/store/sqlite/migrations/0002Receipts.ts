import type { Migration } from './migration.ts';

export const taskReceipts: Migration = {
  version: 2,
  name: 'receipts of work that providers do for tasks',
  sql: 'ALTER TABLE tasks ADD COLUMN receipt TEXT;',
};
