import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { DiagnosticCheck } from '#shared/model/diagnostics.ts';

/** Lines of the log that a report brings along. */
const maxLines = 200;
/** Fields whose values are words of the program, numbers or codes of the system; every other field stays out. */
const harmless = new Set(['code', 'step', 'level', 'ms', 'elapsedMs', 'pid', 'state', 'kind', 'status']);

/**
 * A text that a person reads and then sends: what runs where, the checks, and the log without anything that a person or a
 * service wrote. Messages of the log are the program's own sentences; of errors only the frames stay, because their
 * text may quote an address, a question or an answer.
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
  // The name of a person is often that of their folder.
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

/** Where in the program, by names of functions and files; never what the error says. */
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
