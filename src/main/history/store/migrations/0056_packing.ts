import type { Migration } from './migration.ts';

/** Answers are stored quickly and packed tightly later: which payloads still wait for that. */
export const packing: Migration = {
  version: 56,
  name: 'packing',
  sql: `
ALTER TABLE payloads ADD COLUMN tight INTEGER NOT NULL DEFAULT 1 CHECK (tight IN (0, 1));
CREATE INDEX payloads_loose ON payloads (id) WHERE tight = 0;
`,
};
