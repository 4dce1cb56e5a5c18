import type { Migration } from '#platform/sqlite/migrate.ts';

/** Claims as a model rated them, labels by a person, and the aspects of a project. */
export const modelClaims: Migration = {
  version: 112,
  name: 'claims by a model',
  sql: `
CREATE TABLE answer_claims (
  observation_id INTEGER NOT NULL REFERENCES observations (id) ON DELETE CASCADE,
  -- Provider, model and version of the prompt.
  rater TEXT NOT NULL,
  rated_at_ms INTEGER NOT NULL,
  -- JSON: brand, aspect, tone, confidence and quote of each.
  claims TEXT NOT NULL,
  -- Statements whose quote is not in the answer.
  discarded INTEGER NOT NULL,
  PRIMARY KEY (observation_id, rater)
) STRICT, WITHOUT ROWID;

CREATE TABLE claim_labels (
  project_id INTEGER NOT NULL REFERENCES projects (id),
  rater TEXT NOT NULL,
  claim TEXT NOT NULL,
  language TEXT NOT NULL,
  -- The tone by the model, and the one by a person who did not see it.
  rated TEXT NOT NULL,
  label TEXT NOT NULL CHECK (label IN ('positive', 'negative', 'mixed', 'neutral')),
  made_at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, rater, claim)
) STRICT, WITHOUT ROWID;

CREATE TABLE claim_aspects (
  project_id INTEGER PRIMARY KEY REFERENCES projects (id),
  aspects TEXT NOT NULL
) STRICT;
`,
};
