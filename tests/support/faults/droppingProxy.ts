import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** An address that stays while the service behind it comes and goes, on a line that breaks now and then. */
export type DroppingProxy = {
  readonly baseUrl: string;
  /** Where calls go from now on; null refuses them. */
  readonly lead: (target: string | null) => void;
  /** How often a piece of an answer breaks the connection instead, 0 to 1. */
  readonly drop: (share: number) => void;
  readonly dropped: () => number;
  readonly close: () => Promise<void>;
};

export async function startDroppingProxy(random: () => number): Promise<DroppingProxy> {
  let port: number | null = null;
  let share = 0;
  let dropped = 0;
  const open = new Set<Socket>();
  const server = createServer((caller) => {
    if (port === null) {
      caller.resetAndDestroy();
      return;
    }
    const service = connect(port, '127.0.0.1');
    const end = (): void => {
      caller.destroy();
      service.destroy();
    };
    for (const socket of [caller, service]) {
      open.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        open.delete(socket);
        end();
      });
    }
    caller.pipe(service);
    service.on('data', (part: Buffer) => {
      if (random() < share) {
        dropped += 1;
        end();
      } else caller.write(part);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: (target) => {
      port = target === null ? null : Number(new URL(target).port);
    },
    drop: (next) => {
      share = next;
    },
    dropped: () => dropped,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
