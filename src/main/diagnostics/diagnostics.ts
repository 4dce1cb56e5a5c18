import { homedir } from 'node:os';
import type { DiagnosticCheck } from '#shared/model/diagnostics.ts';
import { type Examination, examine } from './checks.ts';
import { problemReport } from './problemReport.ts';

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
