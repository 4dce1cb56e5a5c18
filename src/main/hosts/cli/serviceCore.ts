import { startThread } from '#platform/threads/startThread.ts';
import type { ServiceContract, ServiceOptions } from '#shared/interface/operator/control.ts';
import { type ExitCode, exitCode } from './exitCodes.ts';
import type { ServeFlags } from './hostOptions.ts';
import type { HttpAssistants } from './mcpCore.ts';
import { jsonLine } from './print.ts';
import type { Terminal } from './terminal.ts';

type ServedOptions = Omit<ServeFlags, 'mcp' | 'project'> & { readonly serviceFolder: string };

/** What jobs under way get to finish at the end, in milliseconds. */
export const drainBudgetMs = 10_000;

/** Runs the service alone until it is interrupted. Prints one JSON line when it answers. */
export async function serve(
  terminal: Terminal,
  entry: URL,
  options: ServedOptions,
  assistants: HttpAssistants | null,
  interrupted: AbortSignal,
): Promise<ExitCode> {
  const port = options.port ?? 0;
  const workerData = { ...serviceOptions(options, port), assistants: assistants?.port };
  const thread = startThread<ServiceContract>({
    entry,
    name: 'service',
    workerData,
    errorOf: (failure) => new Error(failure.code === 'REFUSED' ? failure.refusal.message : failure.message),
  });
  try {
    const { baseUrl, apiKey } = await thread.opened;
    const mcp = assistants?.serveAs(new URL(baseUrl).host);
    terminal.stdout(jsonLine({ baseUrl, apiKey, mcp }));
  } catch (error) {
    terminal.stderr(`${startProblem(error, port)}\n`);
    await thread.terminate();
    return exitCode.someFailed;
  }
  let stopping = false;
  const stop = async (): Promise<void> => {
    stopping = true;
    await thread.call('stop', { budgetMs: drainBudgetMs }).catch(() => undefined);
    await thread.close();
  };
  if (interrupted.aborted) void stop();
  else interrupted.addEventListener('abort', stop, { once: true });
  await thread.ended;
  if (stopping) return exitCode.everyAnswer;
  terminal.stderr('The service ended unexpectedly. See its log in the data folder.\n');
  return exitCode.someFailed;
}

function serviceOptions(flags: ServedOptions, port: number): ServiceOptions {
  const { serviceFolder, rateLimit, openapi, port: _port, ...options } = flags;
  return { ...options, dataFolder: serviceFolder, port, rateLimitPerSecond: rateLimit };
}

function startProblem(error: unknown, port: number): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.includes('EADDRINUSE')
    ? `The service could not start: port ${port} is in use. Choose another with --port, or 0 for a free one.`
    : `The service could not start: ${reason}`;
}
