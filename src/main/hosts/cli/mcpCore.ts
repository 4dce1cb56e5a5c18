import { once } from 'node:events';
import { platform, stdin } from 'node:process';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { systemClock } from '#platform/clock.ts';
import { onlyRead } from '../../bridge/readOnlyFile.ts';
import { type Core, createCore } from '../../core.ts';
import { keychainService, systemKeychain } from '../../secrets/keychain.ts';
import { createSecretStore } from '../../secrets/secretStore.ts';
import { nodePorts } from '../node/nodePorts.ts';
import type { Process } from './context.ts';
import { type ExitCode, exitCode } from './exitCodes.ts';
import { createMcpServer } from './mcp/server.ts';
import { createSpending } from './mcp/spending.ts';
import { openData } from './openData.ts';
import { callInProject } from './projectCaller.ts';

export type McpOptions = {
  /** Project of every tool that names none. */
  readonly project?: string;
  /** Credits that assistants may spend in a month; without it they cannot ask. */
  readonly allowSpending?: number;
};

/** Answers a program's assistant over stdin and stdout until it hangs up. */
export async function runMcp(
  { program, env, interrupted }: Process,
  data: string | undefined,
  options: McpOptions,
): Promise<ExitCode> {
  const { dataFolder, readOnlyFile, log, close } = await openData(data, env);
  const secrets = createSecretStore({ keychain: systemKeychain(keychainService, platform) });
  const ports = nodePorts({ host: 'terminal', dataFolder, readOnlyFile, program, log, secrets });
  const core = await createCore({ ...ports, onlyReads: true });
  const { project, allowSpending } = options;
  let asking: Promise<Core> | null = null;
  const startAsking = async (): Promise<Core> => {
    const started = await createCore(ports);
    await started.start();
    return started;
  };
  try {
    if (allowSpending !== undefined && readOnlyFile !== null) throw onlyRead(readOnlyFile);
    await core.start();
    const desk = {
      call: callInProject(
        (route, input, signal) => core.router.invoke(route, input, signal ? { signal } : {}),
        project,
      ),
      clock: systemClock,
      log,
      project,
      spending:
        allowSpending === undefined
          ? null
          : createSpending({
              limit: allowSpending,
              clock: systemClock,
              core: () => {
                asking ??= startAsking();
                return asking;
              },
            }),
    };
    const served = serveStdio(() => createMcpServer(desk), {
      onerror: (error) => log('warn', 'A message of an assistant was refused', { reason: error.message }),
    });
    await Promise.race([once(stdin, 'close'), interrupted.aborted || once(interrupted, 'abort')]);
    await served.close();
    return exitCode.everyAnswer;
  } finally {
    await Promise.all([core.stop(), (asking as Promise<Core> | null)?.then((started) => started.stop())]);
    close();
  }
}
