import { join } from 'node:path';
import { systemClock } from '#platform/clock.ts';
import { environmentSecret, withEnvironmentSecret } from '../../alerts/secretOfEnvironment.ts';
import { createCore } from '../../core.ts';
import { historyTasks } from '../../history/maintenance/taskClient.ts';
import { keychainService, systemKeychain } from '../../secrets/keychain.ts';
import { createSecretStore, createSessionOverlay } from '../../secrets/secretStore.ts';
import { workerEntries } from '../common/workerEntries.ts';
import { nodePorts } from '../node/nodePorts.ts';
import type { CommandContext, EnvironmentKeyUse, Process } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { openData } from './openData.ts';

/** Runs a command over a core of its own, started before and stopped after it. */
export async function withTerminalCore(
  { program, terminal, env, interrupted }: Process,
  data: string | undefined,
  environmentKey: EnvironmentKeyUse,
  command: (context: CommandContext) => Promise<ExitCode>,
): Promise<ExitCode> {
  const keyFromEnvironment = env.PARALLAX_API_KEY?.trim() || null;
  const keychain = createSecretStore({ keychain: systemKeychain(keychainService, process.platform) });
  const secrets =
    keyFromEnvironment !== null && environmentKey === 'for-this-command'
      ? createSessionOverlay(keychain, 'The key of PARALLAX_API_KEY is used for this command and not stored.')
      : keychain;
  const { dataFolder, readOnlyFile, log, close } = await openData(data, env);
  const core = await createCore(
    nodePorts({
      host: 'terminal',
      dataFolder,
      readOnlyFile,
      program,
      log,
      secrets: withEnvironmentSecret(secrets, env),
    }),
  );
  try {
    await core.start();
    return await command({
      call: (route, input, signal) => core.router.invoke(route, input, signal ? { signal } : {}),
      subscribe: core.subscribe,
      exportTables: historyTasks(workerEntries(program).history, join(dataFolder, 'history.db')).exportTables,
      terminal,
      clock: systemClock,
      interrupted,
      keyFromEnvironment,
      webhookSecret: environmentSecret(env),
    });
  } finally {
    await core.stop();
    close();
  }
}
