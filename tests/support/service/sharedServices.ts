import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type ServiceAddress, type ServiceProfile, serviceProfiles } from './serviceProfiles.ts';
import { type StartedService, startService } from './startService.ts';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: adds to a type of the library, which only an interface can
  interface ProvidedContext {
    /** Where files borrow a shared service. */
    sharedServices: string;
  }
}

/** How many nodes a service of this suite is made of. */
const nodesOf = (suite: string): number => (suite === 'nodes' ? 2 : 1);

/** How long a service that no file uses waits for the next file. */
const waitingMs = 5000;

/**
 * Global set-up of the conformance suites: starts each shared service when a file first asks for it, and ends it when
 * none uses it any more. Nodes at rest take processor time that other suites need.
 */
export default async function lendServices(project: TestProject): Promise<() => Promise<void>> {
  const shared = {} as Record<ServiceProfile, ReturnType<typeof sharedService>>;
  for (const profile of Object.keys(serviceProfiles) as ServiceProfile[])
    shared[profile] = sharedService(() => startService(serviceProfiles[profile], nodesOf(project.name)));
  const server = createServer(async ({ method, url = '' }, response) => {
    const service = shared[url.slice(1) as ServiceProfile];
    try {
      if (method === 'DELETE') {
        service.giveBack();
        response.end();
      } else {
        const { baseUrl, apiKey, dataFolder } = await service.borrow();
        response.end(JSON.stringify({ baseUrl, apiKey, dataFolder }));
      }
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  project.provide('sharedServices', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await Promise.all(Object.values(shared).map((service) => service.end()));
  };
}

function sharedService(start: () => Promise<StartedService>) {
  let running: Promise<StartedService> | null = null;
  let users = 0;
  let ending: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(ending);
    const service = running;
    running = null;
    await (await service?.catch(() => undefined))?.stop();
  };
  return {
    borrow(): Promise<ServiceAddress> {
      clearTimeout(ending);
      users += 1;
      running ??= start();
      return running;
    },
    giveBack(): void {
      users -= 1;
      if (users === 0) ending = setTimeout(end, waitingMs);
    },
    end,
  };
}

/** Borrows a service for a test file; `giveBack` when the file has ended. */
export async function borrowService(
  lender: string,
  profile: ServiceProfile,
): Promise<{ readonly address: ServiceAddress; readonly giveBack: () => Promise<void> }> {
  const at = `${lender}/${profile}`;
  const answer = await fetch(at, { method: 'POST' });
  if (!answer.ok) throw new Error(`No shared service: ${await answer.text()}`);
  return {
    address: (await answer.json()) as ServiceAddress,
    giveBack: async () => {
      await fetch(at, { method: 'DELETE' });
    },
  };
}
