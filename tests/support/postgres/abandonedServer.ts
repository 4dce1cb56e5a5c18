// Starts a server, prints its folder and never closes it: what a killed suite would leave behind.
import { psql, startPostgres } from './postgresServer.ts';

const server = await startPostgres();
process.stdout.write(`${await psql(server.url, 'SHOW data_directory')}\n`);
setInterval(() => undefined, 60_000);
