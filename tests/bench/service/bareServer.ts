// The baselines: one Fastify route with the body schema of assistant-a and a prepared answer, alone or with one
// durable insert per request. Argument: {"dataFolder","answer","durable"}; prints {"port"} when it listens.
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import Fastify from 'fastify';
import { z } from 'zod';
import { requestSchemas } from '#shared/interface/requests/parseRequest.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as {
  readonly dataFolder: string;
  readonly answer: string;
  readonly durable: boolean;
};

const db = new Database(join(options.dataFolder, 'bare.db'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('CREATE TABLE IF NOT EXISTS charges (id INTEGER PRIMARY KEY, at INTEGER, credits INTEGER) STRICT');
const insert = db.prepare('INSERT INTO charges (at, credits) VALUES (?, ?)');

const { $schema: _dialect, ...body } = z.toJSONSchema(requestSchemas['assistant-a'], { io: 'input' });
const app = Fastify({ logger: false });
app.post('/v1/monitor/assistant-a', { schema: { body } }, (_request, reply) => {
  if (options.durable) insert.run(Date.now(), 5);
  reply.type('application/json; charset=utf-8').send(options.answer);
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ port: Number(new URL(address).port) })}\n`);

createInterface({ input: process.stdin }).on('line', () => {
  const { user, system } = process.cpuUsage();
  process.stdout.write(`${JSON.stringify({ cpuMs: (user + system) / 1_000 })}\n`);
});
