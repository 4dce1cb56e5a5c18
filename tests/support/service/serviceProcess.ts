import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ServiceOptions } from '#shared/interface/operator/control.ts';

const script = fileURLToPath(new URL('serveWorker.ts', import.meta.url));

/** The service's thread in a process of its own, which can be killed. */
export type ServiceProcess = {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly kill: () => Promise<void>;
};

export async function startServiceProcess(options: ServiceOptions): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('no stdout');
  const gone = once(child, 'exit');
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    gone.then(() => null),
  ]);
  if (line === null)
    throw new Error(`The service ended with ${child.exitCode ?? child.signalCode} as it started`);
  return {
    child,
    ...(JSON.parse(String(line[0])) as { baseUrl: string; apiKey: string }),
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
