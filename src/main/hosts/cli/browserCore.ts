import { withEnvironmentSecret } from '../../alerts/secretOfEnvironment.ts';
import { createCore } from '../../core.ts';
import { keychainService, systemKeychain } from '../../secrets/keychain.ts';
import { createSecretStore } from '../../secrets/secretStore.ts';
import { windowFolder } from '../common/workerEntries.ts';
import { nodePorts } from '../node/nodePorts.ts';
import { type WebOptions, web } from './commands/web.ts';
import type { Process } from './context.ts';
import { fileOf } from './dataLocation.ts';
import { type ExitCode, UsageError } from './exitCodes.ts';
import type { openEndpoint } from './mcpCore.ts';
import { openData } from './openData.ts';

/** The browser host over a core of its own, until it is interrupted. */
export async function runBrowserHost(
  { program, terminal, env, interrupted }: Process,
  data: string | undefined,
  options: WebOptions,
): Promise<ExitCode> {
  if (options.file !== undefined && (await fileOf(options.file)) === null)
    throw new UsageError(`No file ${options.file}. Choose a file written by "parallax project export".`);
  const { dataFolder, readOnlyFile, log, close } = await openData(options.file ?? data, env);
  const keychain = createSecretStore({ keychain: systemKeychain(keychainService, process.platform) });
  const secrets = withEnvironmentSecret(keychain, env);
  const ports = nodePorts({ host: 'browser', dataFolder, readOnlyFile, program, log, secrets });
  const core = await createCore(ports);
  let mcp: Awaited<ReturnType<typeof openEndpoint>> | null = null;
  try {
    await core.start();
    if (options.mcp) mcp = await (await import('./mcpCore.ts')).openEndpoint(ports, env, options, core);
    const nowMs = () => performance.now();
    const host = { core, windowFolder: windowFolder(program), dataFolder, log, nowMs, mcp };
    return await web(terminal, host, options, interrupted);
  } finally {
    await mcp?.close();
    await core.stop();
    close();
  }
}
