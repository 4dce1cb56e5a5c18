import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { createFetch } from '#main/client/undiciFetch.ts';

/** The body of a response with this coding, or the error of the call. */
async function received(coding: string, body: Buffer): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-encoding': coding });
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { fetch, close } = createFetch();
  onTestFinished(async () => {
    await close();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const signal = AbortSignal.timeout(20_000);
  const call = { method: 'GET', headers: {}, body: null, signal, isForeign: false } as const;
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/`, call);
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.body ?? []) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  } catch (error) {
    return String(error);
  }
}

it('one content coding is decoded, several are refused before they are unpacked', async () => {
  expect(await received('gzip', gzipSync('one'))).toBe('one');
  expect(await received('identity, gzip', gzipSync('one'))).toBe('one');
  // Each layer unpacks to far more than the next: seconds of processor time on the way to nothing.
  const layers = gzipSync(gzipSync(gzipSync('')));
  expect(await received('gzip, gzip, gzip', layers)).toContain('3 content codings; one is accepted');
});

it('layers that unpack to gigabytes on the way to nothing cost no time', async () => {
  // Twenty bytes that unpack to none, 2.5 million times, 400 times: 154 KB in the end.
  const one = gzipSync(Buffer.alloc(50_000_000, gzipSync('')), { level: 9 });
  const packed = gzipSync(Buffer.concat(Array<Buffer>(400).fill(one)), { level: 9 });
  expect(packed.length).toBeLessThan(1_000_000);
  const before = process.cpuUsage();
  expect(await received('gzip, gzip, gzip', packed)).toContain('3 content codings; one is accepted');
  const { user, system } = process.cpuUsage(before);
  expect(user + system).toBeLessThan(2_000_000);
});
