import type { Database } from 'better-sqlite3';
import { type DeploymentId, deploymentIds } from '#shared/interface/deployments.ts';
import type { EngineAliases } from '#shared/model/connection.ts';
import { HistoryFailure } from '../failures.ts';
import { newId } from '../ids.ts';
import { reads, writes } from './operation.ts';

/** A stored connection. The key itself is never stored here, only its last four characters. */
export type StoredConnection = {
  readonly uid: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly embedded: boolean;
  readonly engineAliases: EngineAliases;
  /** The known hosted service it leads to; null for any other. */
  readonly deployment: DeploymentId | null;
  readonly keyLastFour: string | null;
  /** Slots of the account, as last reported by the service. */
  readonly slotLimit: number | null;
};

export type ConnectionFields = {
  readonly name: string;
  readonly baseUrl: string;
  readonly engineAliases: EngineAliases;
};

type ConnectionRow = Omit<StoredConnection, 'embedded' | 'engineAliases' | 'deployment'> & {
  readonly embedded: 0 | 1;
  readonly engineAliases: string;
  readonly deployment: string | null;
};

const selectConnections = `SELECT uid, name, base_url AS baseUrl, embedded, engine_aliases AS engineAliases,
    deployment, key_last_four AS keyLastFour, slot_limit AS slotLimit
  FROM connections WHERE removed_at_ms IS NULL`;

export function createConnectionOperations(db: Database) {
  const all = db.prepare<[], ConnectionRow>(
    `${selectConnections} ORDER BY embedded DESC, name COLLATE NOCASE, id`,
  );
  const one = db.prepare<{ uid: string }, ConnectionRow>(`${selectConnections} AND uid = @uid`);
  const named = db.prepare<{ name: string; uid: string }, { uid: string }>(
    'SELECT uid FROM connections WHERE name = @name COLLATE NOCASE AND uid <> @uid AND removed_at_ms IS NULL',
  );
  const add = db.prepare<{
    uid: string;
    name: string;
    baseUrl: string;
    engineAliases: string;
    deployment: DeploymentId | null;
    createdAtMs: number;
  }>(
    'INSERT INTO connections (uid, name, base_url, engine_aliases, deployment, created_at_ms) VALUES (@uid, @name, @baseUrl, @engineAliases, @deployment, @createdAtMs)',
  );
  const update = db.prepare<{ name: string; baseUrl: string; engineAliases: string; uid: string }>(
    'UPDATE connections SET name = @name, base_url = @baseUrl, engine_aliases = @engineAliases, slot_limit = NULL WHERE uid = @uid AND embedded = 0',
  );
  const setAliases = db.prepare<{ engineAliases: string; uid: string }>(
    'UPDATE connections SET engine_aliases = @engineAliases WHERE uid = @uid',
  );
  const remove = db.prepare<{ removedAtMs: number; uid: string }>(
    'UPDATE connections SET removed_at_ms = @removedAtMs, key_last_four = NULL WHERE uid = @uid AND embedded = 0 AND removed_at_ms IS NULL',
  );
  const setKey = db.prepare<{ keyLastFour: string | null; uid: string }>(
    'UPDATE connections SET key_last_four = @keyLastFour WHERE uid = @uid',
  );
  const learn = db.prepare<{ slotLimit: number; uid: string }>(
    'UPDATE connections SET slot_limit = @slotLimit WHERE uid = @uid',
  );

  const refuseDuplicate = (name: string, uid: string): void => {
    if (named.get({ name, uid })) {
      throw new HistoryFailure(
        'CONFLICT',
        `A connection named "${name}" already exists. Choose another name.`,
      );
    }
  };

  return {
    'connections.list': reads((_: Readonly<Record<string, never>>): readonly StoredConnection[] =>
      all.all().map(stored),
    ),
    'connections.get': reads((input: { readonly uid: string }): StoredConnection | null => {
      const row = one.get({ uid: input.uid });
      return row ? stored(row) : null;
    }),
    'connections.add': writes(
      (
        input: ConnectionFields & { readonly deployment?: DeploymentId | null; readonly nowMs: number },
      ): { readonly uid: string } => {
        refuseDuplicate(input.name, '');
        const uid = newId();
        add.run({
          uid,
          name: input.name,
          baseUrl: input.baseUrl,
          engineAliases: JSON.stringify(input.engineAliases),
          deployment: input.deployment ?? null,
          createdAtMs: input.nowMs,
        });
        return { uid };
      },
    ),
    'connections.update': writes((input: ConnectionFields & { readonly uid: string }): void => {
      refuseDuplicate(input.name, input.uid);
      const changed = update.run({
        name: input.name,
        baseUrl: input.baseUrl,
        engineAliases: JSON.stringify(input.engineAliases),
        uid: input.uid,
      });
      if (changed.changes === 0) throw new HistoryFailure('NOT_FOUND', 'This connection was deleted.');
    }),
    'connections.setAliases': writes(
      (input: { readonly uid: string; readonly engineAliases: EngineAliases }): void => {
        setAliases.run({ uid: input.uid, engineAliases: JSON.stringify(input.engineAliases) });
      },
    ),
    /** The row stays, without its key, for old runs. */
    'connections.remove': writes(
      (input: { readonly uid: string; readonly nowMs: number }): boolean =>
        remove.run({ removedAtMs: input.nowMs, uid: input.uid }).changes > 0,
    ),
    'connections.noteKey': writes(
      (input: { readonly uid: string; readonly lastFour: string | null }): void => {
        setKey.run({ keyLastFour: input.lastFour, uid: input.uid });
      },
    ),
    'connections.noteSlots': writes((input: { readonly uid: string; readonly slotLimit: number }): void => {
      learn.run({ slotLimit: input.slotLimit, uid: input.uid });
    }),
  };
}

const stored = (row: ConnectionRow): StoredConnection => ({
  ...row,
  embedded: row.embedded === 1,
  engineAliases: JSON.parse(row.engineAliases),
  // A file of a newer version may name a service that this one does not know.
  deployment: deploymentIds.find((id) => id === row.deployment) ?? null,
});
