// The baseline: one Fastify route with the body schema of assistant-a and a prepared answer, after one INSERT that is on
// disk. Argument: {"store","answer"}; prints {"port"} when it listens, and {"cpuMs"} for each line on stdin.
import { createInterface } from 'node:readline';
import Fastify from 'fastify';
import { Pool } from 'pg';
import { z } from 'zod';
import { requestSchemas } from '#shared/interface/requests/parseRequest.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as { readonly store: string; readonly answer: string };

const pool = new Pool({ connectionString: options.store, max: 10 });
await pool.query(
  'CREATE TABLE charges (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at bigint, credits int)',
);
const insert = { name: 'charge', text: 'INSERT INTO charges (at, credits) VALUES ($1, $2)' };

const { $schema: _dialect, ...body } = z.toJSONSchema(requestSchemas['assistant-a'], { io: 'input' });
const app = Fastify({ logger: false });
app.post('/v1/monitor/assistant-a', { schema: { body } }, async (_request, reply) => {
  await pool.query({ ...insert, values: [Date.now(), 5] });
  return reply.type('application/json; charset=utf-8').send(options.answer);
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ port: Number(new URL(address).port) })}\n`);
createInterface({ input: process.stdin }).on('line', () => {
  const { user, system } = process.cpuUsage();
  process.stdout.write(`${JSON.stringify({ cpuMs: (user + system) / 1_000 })}\n`);
});
