import { join } from 'node:path';
import { platform } from 'node:process';
import { systemClock } from '#platform/clock.ts';
import { environmentSecret, withEnvironmentSecret } from '../../alerts/secretOfEnvironment.ts';
import { createCore } from '../../core.ts';
import { historyTasks } from '../../history/maintenance/taskClient.ts';
import { keychainService, systemKeychain } from '../../secrets/keychain.ts';
import { createSecretStore, createSessionOverlay } from '../../secrets/secretStore.ts';
import { workerEntries } from '../common/workerEntries.ts';
import { nodePorts } from '../node/nodePorts.ts';
import type { CommandContext, EnvironmentKeyUse } from './context.ts';
import type { ExitCode } from './exitCodes.ts';
import { openData } from './openData.ts';
import { rescueFrom, stopCore, watchStoring } from './storing.ts';
import type { Process } from './terminal.ts';

export type TerminalCore = {
  readonly context: CommandContext;
  /** Returns an exit code that replaces the command's. */
  readonly close: () => Promise<ExitCode | null>;
};

/** A started core for one command, and what ends it. */
export async function openTerminalCore(
  process: Process,
  data: string | undefined,
  environmentKey: EnvironmentKeyUse,
): Promise<TerminalCore> {
  const { program, terminal, env, interrupted } = process;
  const keyFromEnvironment = env.PARALLAX_API_KEY?.trim() || null;
  const keychain = createSecretStore({ keychain: systemKeychain(keychainService, platform) });
  const secrets =
    keyFromEnvironment !== null && environmentKey === 'for-this-command'
      ? createSessionOverlay(keychain, 'The key of PARALLAX_API_KEY is used for this command and not stored.')
      : keychain;
  const { dataFolder, readOnlyFile, log, close } = await openData(data, process);
  const core = await createCore(
    await nodePorts({
      host: 'terminal',
      dataFolder,
      readOnlyFile,
      program,
      log,
      secrets: withEnvironmentSecret(secrets, env),
    }),
  );
  const unstorable = watchStoring(core.subscribe, process, systemClock);
  process.before(rescueFrom(core, terminal));
  const end = async (): Promise<ExitCode | null> => {
    // An interrupted command has waited for its answers.
    const code = await stopCore(core, terminal, interrupted.aborted ? 0 : undefined);
    close();
    return code;
  };
  try {
    await core.start();
  } catch (error) {
    await end();
    throw error;
  }
  const context: CommandContext = {
    call: (route, input, signal) => core.router.invoke(route, input, signal ? { signal } : {}),
    subscribe: core.subscribe,
    exportTables: historyTasks(workerEntries(program).history, join(dataFolder, 'history.db')).exportTables,
    terminal,
    clock: systemClock,
    interrupted,
    unstorable,
    keyFromEnvironment,
    webhookSecret: environmentSecret(env),
  };
  return { context, close: end };
}
