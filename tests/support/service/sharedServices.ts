import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { programVariable, projectRoot, startsCommand } from './operator.ts';
import type { ServiceAddress, ServiceProfile } from './serviceProfiles.ts';
import { serviceProfiles } from './serviceProfiles.ts';
import { type StartedService, startService } from './startService.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sharedServices: Readonly<Record<ServiceProfile, ServiceAddress>>;
  }
}

/**
 * Builds when needed and copies the program as it would be installed, without its sources: a build made meanwhile
 * never changes it, and starting it checks no sources. Below node_modules, where it finds its packages.
 */
async function installedCopy(): Promise<string> {
  execFileSync(process.execPath, [join(projectRoot, 'scripts/build.ts')], { stdio: ['ignore', 2, 2] });
  const parent = join(projectRoot, 'node_modules/.cache/conformance');
  await mkdir(parent, { recursive: true });
  const copy = await mkdtemp(join(parent, 'program-'));
  for (const part of ['bin', 'out', 'package.json']) {
    await cp(join(projectRoot, part), join(copy, part), { recursive: true });
  }
  return copy;
}

/** Global set-up of the conformance suite: starts the shared services once and ends them after the last file. */
export default async function startSharedServices(project: TestProject): Promise<() => Promise<void>> {
  const program = startsCommand ? await installedCopy() : null;
  if (program !== null) process.env[programVariable] = program;
  const running: StartedService[] = [];
  const stopAll = async (): Promise<void> => {
    await Promise.all(running.map((service) => service.stop()));
    if (program !== null) await rm(program, { recursive: true, force: true, maxRetries: 5 });
  };
  const start = async (profile: ServiceProfile): Promise<ServiceAddress> => {
    const service = await startService(serviceProfiles[profile]);
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
