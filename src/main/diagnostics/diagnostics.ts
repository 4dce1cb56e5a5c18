import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename } from 'node:path';
import type { DiagnosticCheck } from '#shared/model/diagnostics.ts';
import { type Examination, examine } from './checks.ts';

/** What is wrong on this machine, for the window. */
export function createDiagnostics(deps: {
  readonly version: string;
  readonly host: string;
  readonly logFile: string;
  readonly examination: Examination;
}) {
  const { version, host, logFile, examination } = deps;
  return {
    check: async (): Promise<{ checks: readonly DiagnosticCheck[] }> => ({
      checks: await examine(examination),
    }),
    report: async (): Promise<{ text: string }> => ({
      text: problemReport({
        version,
        host,
        platform: process.platform,
        home: homedir(),
        nowMs: examination.nowMs(),
        checks: await examine(examination),
        logFile,
      }),
    }),
  };
}

/** Log lines included in a report. */
const maxLines = 200;
/** Fields with the program's own terms, numbers or system codes; all other fields are omitted. */
const harmless = new Set(['code', 'step', 'level', 'ms', 'elapsedMs', 'pid', 'state', 'kind', 'status']);

/**
 * A text that the user reviews and then sends: environment, checks, and the log without anything written by
 * users or services. Log messages are the program's own; of errors only stack frames are included, because
 * messages may quote an address, a question or an answer.
 */
export function problemReport(parts: {
  readonly version: string;
  readonly host: string;
  readonly platform: string;
  readonly home: string;
  readonly nowMs: number;
  readonly checks: readonly DiagnosticCheck[];
  readonly logFile: string;
}): string {
  const { versions } = process;
  const lines = [
    'Parallax problem report',
    'Read it before you send it. It holds no keys, questions or answers.',
    '',
    `Made: ${new Date(parts.nowMs).toISOString()}`,
    `Parallax: ${parts.version} (${parts.host})`,
    `System: ${parts.platform} ${process.arch}`,
    [`Node ${versions.node}`, ...(versions.electron ? [`Electron ${versions.electron}`] : [])].join(', '),
    '',
    'What happened (please write it here):',
    '',
    '',
    'Checks',
    ...parts.checks.flatMap(({ check, result, details }) => [
      `  ${check}: ${result}`,
      ...details.map((detail) => `    ${detail}`),
    ]),
    '',
    `Log, last ${maxLines} lines`,
    ...logLines(parts.logFile),
  ];
  // The home folder often contains the user's name.
  const text = lines.join('\n');
  return `${parts.home === '' || parts.home === '/' ? text : text.replaceAll(parts.home, '~')}\n`;
}

function logLines(file: string): readonly string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return ['  none'];
  }
  return text
    .trimEnd()
    .split('\n')
    .slice(-maxLines)
    .flatMap((line) => {
      try {
        return [`  ${logLine(JSON.parse(line) as Readonly<Record<string, unknown>>)}`];
      } catch {
        return [];
      }
    });
}

function logLine({ time, level, message, ...fields }: Readonly<Record<string, unknown>>): string {
  const told = Object.entries(fields).flatMap(([name, value]) => {
    if (name === 'error' || name === 'stack') return framesOf(String(value));
    const short = typeof value === 'number' || /^[\w.-]{1,40}$/.test(String(value));
    return harmless.has(name) && short ? [`${name}=${String(value)}`] : [];
  });
  return [time, level, message, ...told].map(String).join(' ');
}

/** Function and file names of a stack trace, never the error's message. */
function framesOf(stack: string): readonly string[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, name = '', file = '', at = ''] =
        /^\s+at (?:(?:async )?([\w.<>#$]+) )?\(?(.*?):(\d+:\d+)\)?$/.exec(line) ?? [];
      return file === '' ? [] : [`at ${name}(${basename(file)}:${at})`];
    })
    .slice(0, 12);
}
