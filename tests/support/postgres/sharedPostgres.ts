import { createDatabase, postgresMissing, startPostgres } from './postgresServer.ts';

const sharedVariable = 'PARALLAX_SHARED_POSTGRES';

/** Vitest's global set-up: one server for all files of a run, in which each has databases of its own. */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env[sharedVariable] !== undefined || postgresMissing() !== null) return async () => {};
  const server = await startPostgres();
  process.env[sharedVariable] = server.url;
  return server.close;
}

/** Makes an empty database on the shared server and returns its address. */
export async function emptyDatabase(): Promise<string> {
  const shared = process.env[sharedVariable];
  if (shared === undefined)
    throw new Error('No shared PostgreSQL: this suite has it not among its global set-ups');
  return createDatabase(shared);
}
