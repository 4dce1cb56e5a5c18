import type { Database, Statement } from 'better-sqlite3';
import type { StoredSource } from '../../threads/encode/encodeAnswer.ts';
import { ruleVersion } from '../derive/observation.ts';
import type { Dimensions } from './dimensions.ts';

type Value = string | number | null;

const columns = 9;
/** Rows per statement, so that an answer's sources need only a few calls. */
const rowsAtOnce = [16, 4, 1];

/** Writes the sources of an answer in reading order. */
export function createSourceRows(db: Database, dimensions: Dimensions) {
  const inserting = (rows: number): Statement<Value[]> =>
    db.prepare(
      `INSERT INTO sources (observation_id, ordinal, kind, position, url_id, label, label_of_url, redirect_link,
         rule_version)
       VALUES ${Array.from({ length: rows }, () => '(?, ?, ?, ?, ?, ?, ?, ?, ?)').join()}`,
    );
  const inserts = rowsAtOnce.map((rows) => ({ insert: inserting(rows), size: rows * columns }));
  return {
    put(observationId: number, sources: readonly StoredSource[]): void {
      const values: Value[] = [];
      for (const [ordinal, source] of sources.entries()) {
        const { kind, position, label, redirectLink } = source;
        const url = dimensions.url(source.url, source.domain, label);
        // A title that the URL already has is not stored again.
        const same = label !== '' && label === url.label ? 1 : 0;
        const own = same ? '' : label;
        values.push(observationId, ordinal, kind, position, url.id, own, same, redirectLink, ruleVersion);
      }
      let at = 0;
      for (const { insert, size } of inserts)
        for (; at + size <= values.length; at += size) insert.run(...values.slice(at, at + size));
    },
  };
}
