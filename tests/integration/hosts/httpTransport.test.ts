import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startWindowServer } from '#main/hosts/node/windowServer.ts';
import { createHttpBridge } from '#renderer/host/httpBridge.ts';
import { openSession } from '#tests/support/bridge/openSession.ts';
import { describeTransport } from '#tests/support/bridge/transportCases.ts';

describeTransport('loopback HTTP', async (target) => {
  const folder = await mkdtemp(join(tmpdir(), 'parallax-window-'));
  const server = await startWindowServer({
    target,
    folder: pathToFileURL(`${folder}/`),
    port: 0,
    log: () => {},
    nowMs: () => 0,
  });
  const origin = `http://127.0.0.1:${server.port}`;
  const session = await openSession(server);
  const streaming = Promise.withResolvers<void>();
  return {
    bridge: createHttpBridge({
      origin,
      pageKey: async () => session.Authorization.replace('Bearer ', ''),
      fetch: async (input, init) => {
        // A page's fetch names its origin on POST and sends its cookie; Node's does neither.
        const headers = {
          ...(init?.headers as Record<string, string>),
          ...(init?.method ? { Origin: origin } : {}),
          Cookie: session.Cookie,
        };
        const response = await fetch(input, { ...init, headers });
        if (String(input).endsWith('/events')) streaming.resolve();
        return response;
      },
      pause: async () => {},
    }),
    subscribed: () => streaming.promise,
    close: async () => {
      target.release();
      await server.close(1000);
      await rm(folder, { recursive: true, force: true });
    },
  };
});
