import { engines } from '#shared/interface/engines.ts';
import type { DriverDefinition } from '../driverDefinition.ts';
import { sandboxCapabilities } from './capabilities.ts';
import { sandboxSearchHost } from './redirectLinks.ts';
import { createSandboxDriver } from './sandboxDriver.ts';

/** What the registry and the window know of the sandbox. It needs no key and is ready at once. */
export const sandboxDefinition: DriverDefinition = {
  id: 'sandbox',
  displayName: 'Sandbox',
  service: 'sandbox',
  summary: 'Generated answers for every engine, without account, key or network.',
  settings: [
    {
      name: 'searchHost',
      label: 'Search host',
      kind: 'text',
      default: sandboxSearchHost,
      env: 'SANDBOX_SEARCH_HOST',
      help: 'Host name of its redirect links.',
    },
    {
      name: 'latencyMs',
      label: 'Answer time',
      kind: 'text',
      default: '',
      optional: true,
      env: 'SANDBOX_LATENCY_MS',
      help: 'Milliseconds per answer; empty: 400 to 2,500, depending on question and market.',
    },
  ],
  capabilities: sandboxCapabilities,
  repeat: 'free',
  suggestedFor: engines,
  create: ({ settings = {} }) => {
    const { searchHost = '', latencyMs = '' } = settings;
    return createSandboxDriver({
      ...(searchHost.trim() === '' ? {} : { searchHost: searchHost.trim().toLowerCase() }),
      ...(/^\d{1,7}$/.test(latencyMs.trim()) ? { latencyMs: Number(latencyMs) } : {}),
    });
  },
};
