import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What an update server says; what is left out is as a publisher would have it. */
export type Published = {
  readonly version: string;
  readonly file: Buffer;
  readonly notes?: string;
  /** Of another file, or left out of the list. */
  readonly sha512?: string | null;
  readonly channel?: string;
  /** Answers everything with this instead. */
  readonly status?: number;
};

/** A server of versions on loopback, as electron-builder's generic provider has it. Removed when the test ends. */
export async function updateServer(
  published: () => Published,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const { version, file, notes = '', channel = 'latest', status, sha512 } = published();
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const sum = sha512 === undefined ? createHash('sha512').update(file).digest('base64') : sha512;
    const list = [
      `version: ${version}`,
      'files:',
      `  - url: Parallax-${version}.exe`,
      ...(sum === null ? [] : [`    sha512: ${sum}`]),
      `    size: ${file.length}`,
      `releaseNotes: ${JSON.stringify(notes)}`,
      "releaseDate: '2026-11-23T00:00:00.000Z'",
    ].join('\n');
    if (status !== undefined) response.writeHead(status).end();
    else if (path === `/${channel}.yml`) response.end(list);
    else if (path === `/Parallax-${version}.exe`) response.end(file);
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = (): Promise<void> =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
