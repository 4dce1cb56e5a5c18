import type { Migration } from '#platform/sqlite/migrate.ts';

/** Monitors that translate what they collect. */
export const monitorTranslations: Migration = {
  version: 119,
  name: 'translations by monitors',
  sql: `
-- JSON: the cost limit of a run's translation; null for a monitor that translates nothing.
ALTER TABLE monitors ADD COLUMN translation TEXT;
-- JSON: what became of translating the run; null if nothing was to be translated.
ALTER TABLE monitor_times ADD COLUMN translation TEXT;
-- When the next attempt may begin; null once it is settled.
ALTER TABLE monitor_times ADD COLUMN translation_due_ms INTEGER;
CREATE INDEX monitor_times_to_translate ON monitor_times (translation_due_ms) WHERE translation_due_ms IS NOT NULL;
`,
};
