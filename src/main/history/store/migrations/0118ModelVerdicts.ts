import type { Migration } from '#platform/sqlite/migrate.ts';

/** What the analysis model says differs between answers. */
export const modelVerdicts: Migration = {
  version: 118,
  name: 'verdicts by a model',
  sql: `
CREATE TABLE model_verdicts (
  -- Hash of the compared answers, the language and the rater.
  key TEXT PRIMARY KEY,
  -- Hash of the compared answers and the language.
  answers TEXT NOT NULL,
  -- Provider, model and version of the prompt.
  rater TEXT NOT NULL,
  made_at_ms INTEGER NOT NULL,
  -- JSON: language, statements with the words of both answers, sentences, and how many were discarded.
  verdicts TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX model_verdicts_by_answers ON model_verdicts (answers);
-- The answers whose words are in it: when one of them is deleted, so is the whole.
CREATE TABLE model_verdict_subjects (
  observation_id INTEGER NOT NULL REFERENCES observations (id) ON DELETE CASCADE,
  key TEXT NOT NULL REFERENCES model_verdicts (key) ON DELETE CASCADE,
  PRIMARY KEY (observation_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX model_verdict_subjects_by_key ON model_verdict_subjects (key);
CREATE TRIGGER model_verdicts_of_answer AFTER DELETE ON model_verdict_subjects
BEGIN
  DELETE FROM model_verdicts WHERE key = old.key;
END;
`,
};
