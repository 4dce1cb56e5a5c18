import { statfsSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { replaceText } from '#platform/files.ts';
import { environmentProxy } from '#platform/http/proxies.ts';
import type { FileAccess } from '#platform/privateFiles.ts';
import type { DiagnosticCheck } from '#shared/model/diagnostics.ts';
import type { CheckFacts } from '#shared/model/maintenance.ts';
import type { SecretStoreStatus } from '../ports.ts';
import { damagedSentence, keptSettings, readSettingsFile, settingsFileOf } from '../settings/settingsFile.ts';

/** Inputs of the checks, independent of each other. */
export type Examination = {
  readonly dataFolder: string;
  /** Removes other users' access if there is any; null where file modes have no effect. */
  readonly restrictAccess: () => FileAccess | null;
  /** Null where there is no history yet. */
  readonly checkHistory: () => Promise<CheckFacts | null>;
  readonly keychain: () => Promise<SecretStoreStatus>;
  readonly nowMs: () => number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The system's proxy; null for none. */
  readonly systemProxy: () => Promise<string | null>;
  /** Resolves when the current connection responded, with its address; null for this machine. */
  readonly reach: (() => Promise<string | null>) | null;
  /** How the window is rendered; null without one. */
  readonly graphics: (() => Promise<string>) | null;
};

type Named = DiagnosticCheck['check'];

/**
 * Checks this machine, and fixes what needs no decision. Never throws: a check that fails is reported as a
 * problem.
 */
export async function examine(examination: Examination): Promise<readonly DiagnosticCheck[]> {
  const { reach, graphics } = examination;
  const looked: readonly (readonly [Named, () => DiagnosticCheck | Promise<DiagnosticCheck>])[] = [
    ['file access', () => filesCheck(examination.restrictAccess())],
    ['history', async () => historyCheck(await examination.checkHistory())],
    ['settings', () => settingsCheck(examination.dataFolder)],
    ['keychain', async () => keychainCheck(await examination.keychain())],
    ['file system', () => fileSystemCheck(examination.dataFolder)],
    ['clock', () => clockCheck(examination.nowMs())],
    ['proxy', async () => proxyCheck(environmentProxy(examination.env), await examination.systemProxy())],
    ...(reach === null ? [] : [['network', async () => networkCheck(await reach())] as const]),
    ...(graphics === null ? [] : [['graphics', async () => graphicsCheck(await graphics())] as const]),
  ];
  const checks: DiagnosticCheck[] = [];
  for (const [check, look] of looked) {
    try {
      checks.push(await look());
    } catch (error) {
      checks.push({
        check,
        result: 'problem',
        details: [error instanceof Error ? error.message : String(error)],
      });
    }
  }
  return checks;
}

/** Nothing has opened the settings since: what does keeps the file beside. */
const damagedNow =
  'settings.json is damaged, so settings have their defaults. Correct the file, or start Parallax: it keeps the damaged file and begins a new one.';

function settingsCheck(dataFolder: string): DiagnosticCheck {
  const check = 'settings';
  if (readSettingsFile(settingsFileOf(dataFolder)) === null)
    return { check, result: 'problem', details: [damagedNow] };
  const damaged = keptSettings(dataFolder);
  if (damaged.length === 0) return { check, result: 'ok', details: ['settings.json can be read'] };
  return { check, result: 'note', details: damaged.map(damagedSentence) };
}

function filesCheck(access: FileAccess | null): DiagnosticCheck {
  const check = 'file access';
  if (access === null)
    return { check, result: 'ok', details: ['Windows keeps application data private to each user.'] };
  const { checked, restricted, open } = access;
  const all = `${checked} files and folders`;
  if (restricted.length === 0 && open.length === 0)
    return {
      check,
      result: 'ok',
      details: [checked === 0 ? 'Nothing stored yet' : `${all}: no access for other users`],
    };
  return {
    check,
    result: open.length > 0 ? 'problem' : 'fixed',
    details: [
      `${all}: ${restricted.length} had access for other users, now removed${open.length > 0 ? `; ${open.length} still have it` : ''}`,
      ...restricted.map(({ path, mode }) => `${path} had mode ${mode}`),
      ...open.map(({ path, mode, reason }) => `${path} has mode ${mode}: ${reason}`),
    ],
  };
}

function historyCheck(facts: CheckFacts | null): DiagnosticCheck {
  const check = 'history';
  if (facts === null) return { check, result: 'ok', details: ['None yet'] };
  return facts.findings.length === 0
    ? { check, result: 'ok', details: ['No damage found by the quick check'] }
    : {
        check,
        result: 'problem',
        details: [
          'Damaged: repair it with "parallax data repair"',
          ...facts.findings.map(({ message }) => message),
        ],
      };
}

function keychainCheck(status: SecretStoreStatus): DiagnosticCheck {
  return status.kind === 'protected'
    ? { check: 'keychain', result: 'ok', details: [`Keys are kept in ${status.backend}`] }
    : { check: 'keychain', result: 'note', details: [status.reason] };
}

/** Network file systems, by their Linux magic numbers: file locks are not reliable there for SQLite. */
const remote: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'a Windows share'],
  [0xfe534d42, 'a Windows share'],
  [0x517b, 'a Windows share'],
]);
const leastBytes = 200_000_000;

/** @throws Error with the system's reason if the folder is not writable */
function fileSystemCheck(dataFolder: string): DiagnosticCheck {
  const check = 'file system';
  const probe = join(dataFolder, '.doctor');
  replaceText(probe, 'Parallax looks whether it can write here.\n');
  unlinkSync(probe);
  const { type, bavail, bsize } = statfsSync(dataFolder);
  const free = bavail * bsize;
  const size = `${(free / 1e9).toFixed(1)} GB free`;
  const share = remote.get(type);
  if (share !== undefined)
    return {
      check,
      result: 'problem',
      details: [
        `The data folder is on ${share}, where two programs can damage the history: move it to a disk of this computer`,
      ],
    };
  if (free < leastBytes)
    return {
      check,
      result: 'problem',
      details: [`${size}: the history cannot grow, and cannot be compacted`],
    };
  return { check, result: 'ok', details: [`Can be written, ${size}`] };
}

/**
 * This version was built after this time; an earlier clock is wrong, and makes every certificate look invalid.
 */
const madeAfterMs = Date.UTC(2026, 0, 1);

function clockCheck(nowMs: number): DiagnosticCheck {
  const check = 'clock';
  const now = new Date(nowMs).toISOString().slice(0, 16).replace('T', ' ');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return nowMs < madeAfterMs || nowMs > madeAfterMs + 20 * 365 * 86_400_000
    ? { check, result: 'problem', details: [`It is not ${now} UTC: set the clock of this computer`] }
    : { check, result: 'ok', details: [`${now} UTC, time zone ${timeZone}`] };
}

function proxyCheck(environment: string | null, system: string | null): DiagnosticCheck {
  const check = 'proxy';
  const hostOf = (proxy: string): string => URL.parse(proxy)?.host ?? '';
  if (environment !== null) {
    const host = hostOf(environment);
    return host === ''
      ? { check, result: 'problem', details: ['HTTPS_PROXY is no address, such as http://proxy:8080'] }
      : { check, result: 'ok', details: [`${host}, from the environment`] };
  }
  return { check, result: 'ok', details: [system === null ? 'None' : `${hostOf(system)}, from the system`] };
}

function networkCheck(reached: string | null): DiagnosticCheck {
  return {
    check: 'network',
    result: 'ok',
    details: [reached === null ? 'The service in use is on this computer' : `${reached} responds`],
  };
}

function graphicsCheck(said: string): DiagnosticCheck {
  return /^enabled/.test(said)
    ? { check: 'graphics', result: 'ok', details: ['Drawn by the graphics processor'] }
    : {
        check: 'graphics',
        result: 'note',
        details: [
          'Drawn without the graphics processor, which is slower: graphics software may be missing or out of date',
        ],
      };
}
