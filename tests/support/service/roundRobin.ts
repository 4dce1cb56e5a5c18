import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** Where the nodes started on a data folder have their database; absent where a service has a file of its own. */
const addressFile = (dataFolder: string): string => join(dataFolder, 'store-address');

export function storeOf(dataFolder: string): string | null {
  const file = addressFile(dataFolder);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

export function rememberStore(dataFolder: string, address: string): void {
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(addressFile(dataFolder), address);
}

/** A balancer in front of several nodes: every connection goes to the next of them. */
type RoundRobin = {
  readonly baseUrl: string;
  /** Nodes from now on, in their order. */
  readonly leadTo: (baseUrls: readonly string[]) => void;
  readonly close: () => Promise<void>;
};

/** Bytes go through as they are: a caller who sends one request on each connection meets another node every time. */
export async function startRoundRobin(): Promise<RoundRobin> {
  let nodes: readonly URL[] = [];
  let next = 0;
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (caller) => {
    const target = nodes[next % nodes.length];
    next += 1;
    if (target === undefined) {
      caller.destroy();
      return;
    }
    const node = connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true });
    for (const [socket, other] of [
      [caller, node],
      [node, caller],
    ] as const) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroySoon();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (baseUrls) => {
      nodes = baseUrls.map((url) => new URL(url));
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
