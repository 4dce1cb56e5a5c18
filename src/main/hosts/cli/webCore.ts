import { platform } from 'node:process';
import { withEnvironmentSecret } from '../../alerts/secretOfEnvironment.ts';
import { type Core, createCore } from '../../core.ts';
import { keychainService, systemKeychain } from '../../secrets/keychain.ts';
import { createSecretStore } from '../../secrets/secretStore.ts';
import { nodePorts } from '../node/nodePorts.ts';
import type { OpenData } from './dataLocation.ts';
import type { ExitCode } from './exitCodes.ts';
import type { WebOptions } from './hostOptions.ts';
import type { openEndpoint } from './mcpCore.ts';
import { rescueFrom, stopCore } from './storing.ts';
import type { Process } from './terminal.ts';

/** The started core of the browser host, with what assistants are served by where they are. */
export async function startWebCore(
  process: Process,
  { dataFolder, readOnlyFile, log }: OpenData,
  options: WebOptions,
): Promise<{
  readonly core: Core;
  readonly mcp: Awaited<ReturnType<typeof openEndpoint>> | null;
  /** Returns an exit code that replaces the command's. */
  readonly stop: () => Promise<ExitCode | null>;
}> {
  const { program, env, terminal } = process;
  const keychain = createSecretStore({ keychain: systemKeychain(keychainService, platform) });
  const secrets = withEnvironmentSecret(keychain, env);
  const ports = await nodePorts({ host: 'browser', dataFolder, readOnlyFile, program, log, secrets });
  const core = await createCore(ports);
  process.before(rescueFrom(core, terminal));
  try {
    await core.start();
    const mcp = options.mcp
      ? await (await import('./mcpCore.ts')).openEndpoint(ports, env, options, core)
      : null;
    const stop = async (): Promise<ExitCode | null> => {
      await mcp?.close();
      return stopCore(core, terminal);
    };
    return { core, mcp, stop };
  } catch (error) {
    await core.stop();
    throw error;
  }
}
