import type { TestProject } from 'vitest/node';
import type { ServiceAddress, ServiceProfile } from './serviceProfiles.ts';
import { serviceProfiles } from './serviceProfiles.ts';
import { type StartedService, startService } from './startService.ts';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: adds to a type of the library, which only an interface can
  interface ProvidedContext {
    sharedServices: Readonly<Record<ServiceProfile, ServiceAddress>>;
  }
}

/** How many nodes a service of this suite is made of. */
const nodesOf = (suite: string): number => (suite === 'nodes' ? 2 : 1);

/** Global set-up of the conformance suite: starts the shared services once and ends them after the last file. */
export default async function startSharedServices(project: TestProject): Promise<() => Promise<void>> {
  const running: StartedService[] = [];
  const stopAll = async (): Promise<void> => {
    await Promise.all(running.map((service) => service.stop()));
  };
  const start = async (profile: ServiceProfile): Promise<ServiceAddress> => {
    const service = await startService(serviceProfiles[profile], nodesOf(project.name));
    running.push(service);
    const { baseUrl, apiKey, dataFolder } = service;
    return { baseUrl, apiKey, dataFolder };
  };
  const starting = [start('usual'), start('impatient'), start('narrow')] as const;
  try {
    const [usual, impatient, narrow] = await Promise.all(starting);
    project.provide('sharedServices', { usual, impatient, narrow });
  } catch (error) {
    await Promise.allSettled(starting);
    await stopAll();
    throw error;
  }
  return stopAll;
}
