import { parseArgs } from 'node:util';
import { protocols, responder } from './protocols.ts';
import { type ProviderServer, startProviderServer } from './providerServer.ts';

/**
 * A provider's wire protocol on this machine, to try a driver without an account:
 *   node tests/support/providers/serve.ts --provider openai --port 4010
 * Prints the address, then one line per request. A marker in the question scripts the answers: see protocols.ts.
 * @throws Error when no provider is called so
 */
export async function serveProvider(
  provider: string,
  port: number,
  print: (line: string) => void,
): Promise<ProviderServer> {
  if (!protocols.includes(provider)) throw new Error(`--provider must be one of ${protocols.join(', ')}`);
  const respond = responder(provider);
  const server = await startProviderServer((request) => {
    print(`${request.method} ${request.path} ${JSON.stringify(request.body).slice(0, 400)}`);
    return respond(request);
  }, port);
  print(`${provider} answers on ${server.origin}`);
  return server;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { provider: { type: 'string', default: 'openai' }, port: { type: 'string', default: '0' } },
  });
  try {
    const server = await serveProvider(values.provider, Number(values.port), (line) => console.log(line));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void server.close().then(() => process.exit(0)));
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
