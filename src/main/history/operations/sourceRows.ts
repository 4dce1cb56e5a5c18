import type { Database } from 'better-sqlite3';
import type { deriveObservation } from '../derive/observation.ts';
import { ruleVersion } from '../derive/observation.ts';
import type { Dimensions } from './dimensions.ts';

/** Writes the sources of an answer in reading order. */
export function createSourceRows(db: Database, dimensions: Dimensions) {
  const insert = db.prepare<[number, number, string, number, number, string, 0 | 1, string | null, number]>(
    `INSERT INTO sources (observation_id, ordinal, kind, position, url_id, label, label_of_url, redirect_link,
       rule_version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    put(observationId: number, sources: ReturnType<typeof deriveObservation>['sources']): void {
      for (const [ordinal, source] of sources.entries()) {
        const { kind, position, label, redirectLink } = source;
        const url = dimensions.url(source.url, source.domain, label);
        // A title the address has already is not written again.
        const same = label !== '' && label === url.label ? 1 : 0;
        const own = same ? '' : label;
        insert.run(observationId, ordinal, kind, position, url.id, own, same, redirectLink, ruleVersion);
      }
    },
  };
}
