import type { Database } from 'better-sqlite3';
import { reads } from './operation.ts';

/** One listed brand in one answer, by one version of the rules. */
export type BrandFact = {
  /** Id of the brand in its rules. */
  readonly brand: string;
  /** 1 for the first named of the listed brands. */
  readonly rank: number;
  readonly listRank: number | null;
  /** 0..1. */
  readonly depth: number;
  readonly mentions: number;
};

type FactRow = {
  readonly brand: string;
  readonly rank: number;
  readonly list_rank: number | null;
  readonly depth: number;
  readonly mentions: number;
};

export function createBrandFactOperations(db: Database) {
  const searched = db.prepare<{ rulesVersion: number; uid: string }, { id: number }>(
    `SELECT o.id FROM observations o JOIN brand_searches s ON s.rules_version = @rulesVersion AND s.observation_id = o.id
     WHERE o.uid = @uid`,
  );
  const mentions = db.prepare<{ rulesVersion: number; observationId: number }, FactRow>(
    `SELECT k.uid AS brand, f.rank, f.list_rank, f.depth, f.mentions
     FROM brand_keys k CROSS JOIN brand_mentions f ON f.brand_key = k.id
     WHERE f.rules_version = @rulesVersion AND f.observation_id = @observationId ORDER BY f.rank`,
  );
  return {
    /** Brands named in an answer, by rank; null if it was not searched with these rules (yet). */
    'brandFacts.of': reads(
      (input: {
        readonly rulesVersion: number;
        readonly observation: string;
      }): readonly BrandFact[] | null => {
        const row = searched.get({ rulesVersion: input.rulesVersion, uid: input.observation });
        if (!row) return null;
        return mentions
          .all({ rulesVersion: input.rulesVersion, observationId: row.id })
          .map(({ list_rank: listRank, ...fact }) => ({ ...fact, listRank }));
      },
    ),
  };
}
