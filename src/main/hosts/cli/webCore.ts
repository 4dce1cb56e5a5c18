import { withEnvironmentSecret } from '../../alerts/secretOfEnvironment.ts';
import { type Core, createCore } from '../../core.ts';
import { keychainService, systemKeychain } from '../../secrets/keychain.ts';
import { createSecretStore } from '../../secrets/secretStore.ts';
import { nodePorts } from '../node/nodePorts.ts';
import type { OpenData } from './dataLocation.ts';
import type { WebOptions } from './hostOptions.ts';
import type { openEndpoint } from './mcpCore.ts';
import type { Process } from './terminal.ts';

/** The started core of the browser host, with what assistants are served by where they are. */
export async function startWebCore(
  { program, env }: Process,
  { dataFolder, readOnlyFile, log }: OpenData,
  options: WebOptions,
): Promise<{
  readonly core: Core;
  readonly mcp: Awaited<ReturnType<typeof openEndpoint>> | null;
  readonly stop: () => Promise<void>;
}> {
  const keychain = createSecretStore({ keychain: systemKeychain(keychainService, process.platform) });
  const secrets = withEnvironmentSecret(keychain, env);
  const ports = await nodePorts({ host: 'browser', dataFolder, readOnlyFile, program, log, secrets });
  const core = await createCore(ports);
  try {
    await core.start();
    const mcp = options.mcp
      ? await (await import('./mcpCore.ts')).openEndpoint(ports, env, options, core)
      : null;
    const stop = async (): Promise<void> => {
      await mcp?.close();
      await core.stop();
    };
    return { core, mcp, stop };
  } catch (error) {
    await core.stop();
    throw error;
  }
}
