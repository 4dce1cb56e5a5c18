import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { execPath, platform, stdin } from 'node:process';
import { fileURLToPath } from 'node:url';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { http } from '#platform/http/nodeHttp.ts';
import { onlyRead } from '../../bridge/readOnlyFile.ts';
import { type Core, createCore } from '../../core.ts';
import type { CorePorts } from '../../ports.ts';
import { keychainService, systemKeychain } from '../../secrets/keychain.ts';
import { createSecretStore } from '../../secrets/secretStore.ts';
import { programVersion } from '../common/programVersion.ts';
import { nodePorts } from '../node/nodePorts.ts';
import { checkHost } from '../node/requestGuard.ts';
import { dataFolderOf, fileOf } from './dataLocation.ts';
import { type ExitCode, exitCode, UsageError } from './exitCodes.ts';
import type { AssistantOptions, McpOptions } from './hostOptions.ts';
import { writeBundle } from './mcp/bundle.ts';
import { createMcpEndpoint, type McpEndpoint, mcpPath } from './mcp/endpoint.ts';
import { createMcpServer } from './mcp/server.ts';
import { createSpending } from './mcp/spending.ts';
import type { PricingDesk } from './mcp/spendingTools.ts';
import { openData } from './openData.ts';
import { jsonLine } from './print.ts';
import { callInProject } from './projectCaller.ts';
import type { Process } from './terminal.ts';

/**
 * Dependencies of the assistant tools: a read-only core and, if spending is allowed, one that asks.
 * @param asking the host's core that asks, if it has one
 */
async function openDesk(
  ports: CorePorts,
  { project, allowSpending }: AssistantOptions,
  asking?: Core,
): Promise<{ readonly desk: PricingDesk; readonly close: () => Promise<void> }> {
  const { readOnlyFile = null, clock, log } = ports;
  if (allowSpending !== undefined && readOnlyFile !== null) throw onlyRead(readOnlyFile);
  const reading = await createCore({ ...ports, host: 'terminal', onlyReads: true });
  await reading.start();
  let started: Promise<Core> | null = null;
  const start = async (): Promise<Core> => {
    const core = await createCore(ports);
    await core.start();
    return core;
  };
  const core = (): Promise<Core> => {
    started ??= asking === undefined ? start() : Promise.resolve(asking);
    return started;
  };
  const call = callInProject(
    (route, input, signal) => reading.router.invoke(route, input, signal ? { signal } : {}),
    project,
  );
  const spending = allowSpending === undefined ? null : createSpending({ limit: allowSpending, clock, core });
  return {
    desk: { call, clock, log, project, spending },
    async close() {
      if (asking === undefined) await (await started)?.stop();
      await reading.stop();
    },
  };
}

/** Serves the tools until the assistant disconnects or the program is interrupted. */
export async function runMcp(
  process: Process,
  data: string | undefined,
  options: McpOptions,
): Promise<ExitCode> {
  const { program, interrupted } = process;
  if (options.bundle !== undefined) {
    await writeBundleOf(process, data, options, options.bundle);
    return exitCode.everyAnswer;
  }
  const { dataFolder, readOnlyFile, log, close } = await openData(data, process);
  const secrets = createSecretStore({ keychain: systemKeychain(keychainService, platform) });
  const ports = await nodePorts({ host: 'terminal', dataFolder, readOnlyFile, program, log, secrets });
  try {
    const { desk, close: closeDesk } = await openDesk(ports, options);
    try {
      if (options.port === undefined) await serveOverStdio(desk, interrupted);
      else await serveOverHttp(process, desk, options.port);
      return exitCode.everyAnswer;
    } finally {
      await closeDesk();
    }
  } finally {
    close();
  }
}

/** A desktop program does not know the PATH of a terminal, so the bundle contains absolute paths. */
async function writeBundleOf(
  { program, env, terminal }: Process,
  data: string | undefined,
  { project, allowSpending }: AssistantOptions,
  file: string,
): Promise<void> {
  const args = [
    ...['--data', (await fileOf(data)) ?? dataFolderOf(data, env)],
    ...(project === undefined ? [] : ['--project', project]),
    'mcp',
    ...(allowSpending === undefined ? [] : ['--allow-spending', String(allowSpending)]),
  ];
  await writeBundle(file, programVersion, { node: execPath, entry: fileURLToPath(program), args });
  terminal.stderr(`${file} was written. Open it with Claude to install it.\n`);
}

async function serveOverStdio(desk: PricingDesk, interrupted: AbortSignal): Promise<void> {
  const served = serveStdio(() => createMcpServer(desk), {
    onerror: ({ message }) => desk.log('warn', 'A message of an assistant was refused', { reason: message }),
  });
  await Promise.race([once(stdin, 'close'), interrupted.aborted || once(interrupted, 'abort')]);
  await served.close();
}

async function serveOverHttp(process: Process, desk: PricingDesk, wanted: number): Promise<void> {
  const { terminal, env, interrupted } = process;
  const { port, serveAs, close } = await listen(desk, env, wanted);
  terminal.stdout(jsonLine(serveAs(`127.0.0.1:${port}`)));
  if (!interrupted.aborted) await once(interrupted, 'abort');
  await close();
}

/** Assistants served on a port of 127.0.0.1. */
export type HttpAssistants = {
  readonly port: number;
  /** Starts to serve requests for this name only. */
  readonly serveAs: (authority: string) => { readonly url: string; readonly token: string };
  readonly close: () => Promise<void>;
};

async function listen(desk: PricingDesk, env: NodeJS.ProcessEnv, port: number): Promise<HttpAssistants> {
  const { token, answer, close } = endpointOn(desk, env);
  let authority = '';
  const server = http.createServer((request, response) => {
    const foreign = checkHost(request.headers, authority);
    if (foreign === null && request.url?.split('?', 1)[0] === mcpPath)
      return answer(request, response, authority);
    response.writeHead(foreign?.status ?? 404, { Connection: 'close' });
    response.end(foreign?.message ?? `Assistants are served at ${mcpPath}.`);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(`port ${port} is in use: choose another with --port, or 0 for a free one.`)
      : error;
  });
  return {
    port: (server.address() as AddressInfo).port,
    serveAs(name) {
      authority = name;
      return { url: `http://${name}${mcpPath}`, token };
    },
    async close() {
      await close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The same for a service that forwards assistants' requests: they can only read the history of a folder. */
export async function startAssistants(
  process: Process,
  data: string | undefined,
  project: string | undefined,
): Promise<HttpAssistants> {
  const { program, env } = process;
  const { dataFolder, readOnlyFile, log, close: closeData } = await openData(data, process);
  const secrets = createSecretStore({ keychain: systemKeychain(keychainService, platform) });
  const ports = await nodePorts({ host: 'terminal', dataFolder, readOnlyFile, program, log, secrets });
  const { desk, close: closeDesk } = await openDesk(ports, project === undefined ? {} : { project });
  const closeAll = async (): Promise<void> => {
    await closeDesk();
    closeData();
  };
  try {
    const assistants = await listen(desk, env, 0);
    return { ...assistants, close: () => assistants.close().then(closeAll) };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function endpointOn(desk: PricingDesk, env: NodeJS.ProcessEnv) {
  const token = tokenOf(env);
  const { answer, close } = createMcpEndpoint({
    newServer: () => createMcpServer(desk),
    token,
    log: desk.log,
  });
  return { token, answer, close };
}

/** The same for a host with its own server and core. */
export async function openEndpoint(
  ports: CorePorts,
  env: NodeJS.ProcessEnv,
  options: AssistantOptions,
  asking: Core,
): Promise<McpEndpoint & { readonly token: string }> {
  const { desk, close: closeDesk } = await openDesk(ports, options, asking);
  const endpoint = endpointOn(desk, env);
  return {
    ...endpoint,
    async close() {
      await endpoint.close();
      await closeDesk();
    },
  };
}

/** Short ones can be guessed. */
const leastTokenLength = 32;

/**
 * The token of PARALLAX_MCP_TOKEN, which stays the same across starts, or a new one.
 * @throws UsageError for one that is too short or invalid in a header
 */
function tokenOf(env: NodeJS.ProcessEnv): string {
  const wanted = env.PARALLAX_MCP_TOKEN?.trim();
  if (wanted === undefined || wanted === '') return randomBytes(32).toString('base64url');
  if (wanted.length >= leastTokenLength && /^[\w.~+/=-]+$/.test(wanted)) return wanted;
  throw new UsageError(
    `PARALLAX_MCP_TOKEN needs at least ${leastTokenLength} characters, letters, digits and ._~+/=- only.`,
  );
}
