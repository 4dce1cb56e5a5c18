import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Logger } from '#platform/log.ts';
import type { ServiceReady } from '#shared/interface/operator/control.ts';

/**
 * Two programs on one data folder (such as a window and a command) share one embedded service: the one that
 * runs it passes URL and key to the other over a local socket. The key stays in memory on both sides; the
 * folder contains only a token that the same user can read and that gives access to this socket only.
 */
export type Offer = { readonly close: () => Promise<void> };

export type AttachedService = {
  readonly ready: ServiceReady;
  /** Resolves when the program that runs the service ends. */
  readonly ended: Promise<void>;
  readonly close: () => void;
};

const answerWithinMs = 3000;

function tokenFile(folder: string): string {
  return join(folder, 'handover.token');
}

function socketPath(folder: string): string {
  if (process.platform !== 'win32') return join(folder, 'handover.sock');
  return `\\\\.\\pipe\\parallax-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
}

/**
 * Advertises the running service to other programs of the same user. Failures are ignored, because this is only
 * an optimization.
 */
export async function advertiseService(ready: ServiceReady, folder: string, log: Logger): Promise<Offer> {
  const token = randomBytes(32).toString('hex');
  const path = socketPath(folder);
  const guests = new Set<Socket>();
  const server = createServer((guest) => {
    guests.add(guest);
    guest.setEncoding('utf8');
    guest.on('error', () => guest.destroy());
    guest.once('close', () => guests.delete(guest));
    let said = '';
    guest.on('data', (part) => {
      said += part;
      if (!said.includes('\n') && said.length <= 64) return;
      if (matches(said.trim(), token)) guest.write(`${JSON.stringify(ready)}\n`);
      else guest.destroy();
    });
  });
  try {
    if (process.platform !== 'win32') await rm(path, { force: true });
    await writeFile(tokenFile(folder), token, { mode: 0o600 });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    if (process.platform !== 'win32') await chmod(path, 0o600);
  } catch (error) {
    log('warn', 'Other programs cannot share the embedded service', { reason: String(error) });
  }
  server.unref();
  return {
    async close() {
      for (const guest of guests) guest.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
      await rm(tokenFile(folder), { force: true });
    },
  };
}

/** The service that another program runs on this folder, or null if none is advertised. */
export async function attachService(folder: string): Promise<AttachedService | null> {
  let token: string;
  try {
    token = await readFile(tokenFile(folder), 'utf8');
  } catch {
    return null;
  }
  const socket = connect(socketPath(folder));
  socket.setEncoding('utf8');
  socket.unref();
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const ready = await new Promise<ServiceReady | null>((resolve) => {
    let said = '';
    socket.setTimeout(answerWithinMs, () => resolve(null));
    socket.once('error', () => resolve(null));
    socket.once('close', () => resolve(null));
    socket.once('connect', () => socket.write(`${token}\n`));
    socket.on('data', (part) => {
      said += part;
      if (said.includes('\n')) resolve(readReady(said));
    });
  });
  socket.setTimeout(0);
  if (ready === null) {
    socket.destroy();
    return null;
  }
  return { ready, ended, close: () => socket.destroy() };
}

function readReady(line: string): ServiceReady | null {
  try {
    const { baseUrl, apiKey } = JSON.parse(line) as Partial<ServiceReady>;
    // Accepts only a service on this machine.
    const local = typeof baseUrl === 'string' && URL.parse(baseUrl)?.hostname === '127.0.0.1';
    return local && typeof apiKey === 'string' ? { baseUrl, apiKey } : null;
  } catch {
    return null;
  }
}

function matches(said: string, token: string): boolean {
  const given = Buffer.from(said);
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
