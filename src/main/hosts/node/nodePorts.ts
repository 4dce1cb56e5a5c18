import { systemClock } from '#platform/clock.ts';
import type { Logger } from '#platform/log.ts';
import type { CorePorts, Host, SecretStore } from '../../ports.ts';
import { programLog } from '../common/dataFolder.ts';
import { programVersion } from '../common/programVersion.ts';
import { workerEntries } from '../common/workerEntries.ts';
import { chromiumPrinter } from './chromiumPrinter.ts';
import { openNodeSettings } from './nodeSettings.ts';
import { nodeShell } from './openInBrowser.ts';

/** The ports of a host without Electron. */
export async function nodePorts(options: {
  readonly host: Exclude<Host, 'desktop'>;
  readonly dataFolder: string;
  readonly readOnlyFile: string | null;
  /** `import.meta.url` of the program's entry. */
  readonly program: string;
  readonly log: Logger;
  readonly secrets: SecretStore;
}): Promise<CorePorts> {
  return {
    host: options.host,
    version: programVersion,
    paths: { data: options.dataFolder },
    readOnlyFile: options.readOnlyFile,
    secrets: options.secrets,
    settings: await openNodeSettings(options.dataFolder),
    workers: workerEntries(options.program),
    clock: systemClock,
    random: Math.random,
    log: options.log,
    logFile: programLog(options.dataFolder),
    shell: nodeShell(process.platform),
    printer: chromiumPrinter(process.env, process.platform),
  };
}
