import type { FileAccess } from '#platform/privateFiles.ts';
import type { CheckFacts } from '../../../history/maintenance/protocol.ts';
import type { SecretStoreStatus } from '../../../ports.ts';
import { type ExitCode, exitCode } from '../exitCodes.ts';
import { jsonLine } from '../storedAnswers.ts';
import type { Terminal } from '../terminal.ts';
import { textTable } from '../textTable.ts';

/** What is looked at, each by itself. */
export type Examination = {
  readonly version: string;
  readonly dataFolder: string;
  /** Removes access of other users where there is some; null where modes say nothing about it. */
  readonly restrictAccess: () => FileAccess | null;
  /** Null where there is no history yet. */
  readonly checkHistory: () => Promise<CheckFacts | null>;
  readonly keychain: () => Promise<SecretStoreStatus>;
};

type Check = {
  readonly check: 'file access' | 'history' | 'keychain';
  /** `fixed`: was wrong until now. `note`: works, but not as it could. */
  readonly result: 'ok' | 'fixed' | 'note' | 'problem';
  readonly details: readonly string[];
};

/** Checks the installation and fixes what needs no decision. 1 when a problem is left. */
export async function doctor(
  terminal: Terminal,
  examination: Examination,
  format: 'table' | 'json',
): Promise<ExitCode> {
  const { version, dataFolder } = examination;
  const checks = [
    filesCheck(examination.restrictAccess()),
    await examination.checkHistory().then(historyCheck, (error: unknown) => failed('history', error)),
    keychainCheck(await examination.keychain()),
  ];
  if (format === 'json') terminal.stdout(jsonLine({ version, dataFolder, checks }));
  else {
    terminal.stdout(`Parallax ${version}, data folder ${dataFolder}\n`);
    terminal.stdout(
      textTable(
        ['CHECK', 'RESULT', 'DETAILS'],
        checks.map(({ check, result, details }) => [check, result, details[0] ?? '']),
        terminal.columns(),
      ),
    );
    for (const { details } of checks) for (const line of details.slice(1)) terminal.stdout(`  ${line}\n`);
  }
  return checks.some(({ result }) => result === 'problem') ? exitCode.someFailed : exitCode.everyAnswer;
}

function filesCheck(access: FileAccess | null): Check {
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

function historyCheck(facts: CheckFacts | null): Check {
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

function keychainCheck(status: SecretStoreStatus): Check {
  return status.kind === 'protected'
    ? { check: 'keychain', result: 'ok', details: [`Keys are kept in ${status.backend}`] }
    : { check: 'keychain', result: 'note', details: [status.reason] };
}

function failed(check: Check['check'], error: unknown): Check {
  return { check, result: 'problem', details: [error instanceof Error ? error.message : String(error)] };
}
