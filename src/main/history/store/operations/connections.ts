import type { Database } from 'better-sqlite3';
import { type DeploymentId, deploymentIds } from '#shared/interface/deployments.ts';
import type { ConnectionView, EngineAliases } from '#shared/model/connection.ts';
import { HistoryFailure } from '../failures.ts';
import { newId } from '../ids.ts';
import { reads, writes } from './operation.ts';

/** A stored connection. The key itself is never stored here, only its last four characters. */
export type StoredConnection = Pick<
  ConnectionView,
  'id' | 'name' | 'baseUrl' | 'embedded' | 'engineAliases' | 'deployment'
> & {
  readonly keyLastFour: string | null;
  /** Slots of the account, as last reported by the service. */
  readonly slotLimit: number | null;
};

export type ConnectionFields = Pick<StoredConnection, 'name' | 'baseUrl' | 'engineAliases'>;

type ConnectionRow = Omit<StoredConnection, 'embedded' | 'engineAliases' | 'deployment'> & {
  readonly embedded: 0 | 1;
  readonly engineAliases: string;
  readonly deployment: string | null;
};

const selectConnections = `SELECT uid AS id, name, base_url AS baseUrl, embedded, engine_aliases AS engineAliases,
    deployment, key_last_four AS keyLastFour, slot_limit AS slotLimit
  FROM connections WHERE removed_at_ms IS NULL`;

export function createConnectionOperations(db: Database) {
  const all = db.prepare<[], ConnectionRow>(
    `${selectConnections} ORDER BY embedded DESC, name COLLATE NOCASE, id`,
  );
  const one = db.prepare<{ id: string }, ConnectionRow>(`${selectConnections} AND uid = @id`);
  const named = db.prepare<{ name: string; id: string }, { id: string }>(
    'SELECT uid AS id FROM connections WHERE name = @name COLLATE NOCASE AND uid <> @id AND removed_at_ms IS NULL',
  );
  const add = db.prepare<{
    id: string;
    name: string;
    baseUrl: string;
    engineAliases: string;
    deployment: DeploymentId | null;
    createdAtMs: number;
  }>(
    'INSERT INTO connections (uid, name, base_url, engine_aliases, deployment, created_at_ms) VALUES (@id, @name, @baseUrl, @engineAliases, @deployment, @createdAtMs)',
  );
  const update = db.prepare<{ name: string; baseUrl: string; engineAliases: string; id: string }>(
    'UPDATE connections SET name = @name, base_url = @baseUrl, engine_aliases = @engineAliases, slot_limit = NULL WHERE uid = @id AND embedded = 0',
  );
  const setAliases = db.prepare<{ engineAliases: string; id: string }>(
    'UPDATE connections SET engine_aliases = @engineAliases WHERE uid = @id',
  );
  const remove = db.prepare<{ removedAtMs: number; id: string }>(
    'UPDATE connections SET removed_at_ms = @removedAtMs, key_last_four = NULL WHERE uid = @id AND embedded = 0 AND removed_at_ms IS NULL',
  );
  const setKey = db.prepare<{ keyLastFour: string | null; id: string }>(
    'UPDATE connections SET key_last_four = @keyLastFour WHERE uid = @id',
  );
  const learn = db.prepare<{ slotLimit: number; id: string }>(
    'UPDATE connections SET slot_limit = @slotLimit WHERE uid = @id',
  );

  const refuseDuplicate = (name: string, id: string): void => {
    if (named.get({ name, id })) {
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
    'connections.get': reads((input: { readonly id: string }): StoredConnection | null => {
      const row = one.get({ id: input.id });
      return row ? stored(row) : null;
    }),
    'connections.add': writes(
      (
        input: ConnectionFields & { readonly deployment?: DeploymentId | null; readonly nowMs: number },
      ): { readonly id: string } => {
        refuseDuplicate(input.name, '');
        const id = newId();
        add.run({
          id,
          name: input.name,
          baseUrl: input.baseUrl,
          engineAliases: JSON.stringify(input.engineAliases),
          deployment: input.deployment ?? null,
          createdAtMs: input.nowMs,
        });
        return { id };
      },
    ),
    'connections.update': writes((input: ConnectionFields & { readonly id: string }): void => {
      refuseDuplicate(input.name, input.id);
      const changed = update.run({
        name: input.name,
        baseUrl: input.baseUrl,
        engineAliases: JSON.stringify(input.engineAliases),
        id: input.id,
      });
      if (changed.changes === 0) throw new HistoryFailure('NOT_FOUND', 'This connection was deleted.');
    }),
    'connections.setAliases': writes(
      (input: { readonly id: string; readonly engineAliases: EngineAliases }): void => {
        setAliases.run({ id: input.id, engineAliases: JSON.stringify(input.engineAliases) });
      },
    ),
    /** The row stays, without its key, for old runs. */
    'connections.remove': writes(
      (input: { readonly id: string; readonly nowMs: number }): boolean =>
        remove.run({ removedAtMs: input.nowMs, id: input.id }).changes > 0,
    ),
    'connections.noteKey': writes(
      (input: { readonly id: string; readonly lastFour: string | null }): void => {
        setKey.run({ keyLastFour: input.lastFour, id: input.id });
      },
    ),
    'connections.noteSlots': writes((input: { readonly id: string; readonly slotLimit: number }): void => {
      learn.run({ slotLimit: input.slotLimit, id: input.id });
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
