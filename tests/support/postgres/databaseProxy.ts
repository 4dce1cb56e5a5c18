import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A wire between services and their database that breaks when a test says so. */
type DatabaseProxy = {
  /** The database's address by way of this proxy. */
  readonly url: string;
  /**
   * Breaks the connection that next sends these bytes, after they have reached the database: it carries them out, and
   * nobody hears of it. Resolves when that has happened.
   */
  readonly cutAfter: (bytes: string) => Promise<void>;
  /** Breaks every connection and lets none through until `mend`. */
  readonly breakAll: () => void;
  /** Carries nothing any more and keeps every connection open until `mend`, as a lost network does. */
  readonly silence: () => void;
  readonly mend: () => void;
  /** New connections go there; those that are open are broken. */
  readonly leadTo: (url: string) => void;
  readonly close: () => Promise<void>;
};

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  let target = new URL(databaseUrl);
  let broken = false;
  let silent = false;
  const open = new Set<Socket>();
  const cuts: { readonly bytes: string; readonly done: () => void }[] = [];

  const server = createServer((client) => {
    if (broken) {
      client.destroy();
      return;
    }
    if (silent) {
      open.add(client);
      client.on('error', () => undefined).on('close', () => open.delete(client));
      return;
    }
    const database = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    database.on('data', (chunk) => silent || client.write(chunk));
    client.on('data', (chunk) => {
      if (silent) return;
      const cut = cuts.findIndex(({ bytes }) => chunk.includes(bytes));
      if (cut < 0) {
        database.write(chunk);
        return;
      }
      const [{ done } = { done: () => undefined }] = cuts.splice(cut, 1);
      // The answer is what the client must not see; the database has all of the question before its side ends.
      database.removeAllListeners('data').resume();
      database.write(chunk, () => {
        client.removeAllListeners('close').destroy();
        open.delete(client);
        database.end();
        done();
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  const breakOpen = (): void => {
    for (const socket of open) socket.destroy();
  };

  return {
    url: url.href,
    cutAfter: (bytes) => new Promise<void>((done) => cuts.push({ bytes, done })),
    breakAll: () => {
      broken = true;
      breakOpen();
    },
    silence: () => {
      silent = true;
    },
    mend: () => {
      broken = false;
      // What was sent meanwhile is lost, as after any loss of a connection.
      if (silent) breakOpen();
      silent = false;
    },
    leadTo: (next) => {
      target = new URL(next);
      breakOpen();
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      breakOpen();
      await closed;
    },
  };
}
