import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import { startParallax } from '#tests/support/cli/parallax.ts';
import { preparedFolder } from '#tests/support/history/preparedFolder.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { storeTrendBrands, storeTrendHistory } from '#tests/support/history/trendHistory.ts';
import { assistantOn, rowsOf } from '#tests/support/mcp/assistant.ts';

const stored = preparedFolder(async (folder) => {
  await storeTrendHistory(folder);
  storeTrendBrands(folder);
});

const token = 'a-token-that-stays-the-same-0123456789';

type Served = { readonly url: string; readonly token: string };

async function connect({ url, token }: Served, older = false) {
  const client = new Client(
    { name: 'test', version: '1' },
    older ? {} : { versionNegotiation: { mode: 'auto' } },
  );
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  await client.listTools();
  return assistantOn(client);
}

/** Sends exactly these headers: no client rewrites the host. */
async function send(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const sending = request(url, {
    method: 'POST',
    agent: false,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
  });
  sending.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }));
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  response.resume();
  return response;
}

async function holdsItsBorder({ url, token }: Served): Promise<void> {
  const bearer = { Authorization: `Bearer ${token}` };
  const statusOf = async (headers: Record<string, string>) => (await send(url, headers)).statusCode;
  expect((await send(url, {})).headers['www-authenticate']).toBe('Bearer');
  expect(await statusOf({})).toBe(401);
  expect(await statusOf({ Authorization: `Bearer ${token}x` })).toBe(401);
  expect(await statusOf({ Authorization: token })).toBe(401);
  // A page that resolved its own name to 127.0.0.1, and one that calls across origins.
  expect(await statusOf({ ...bearer, Host: 'evil.example' })).toBe(421);
  expect(await statusOf({ ...bearer, Origin: 'https://evil.example' })).toBe(403);
  expect(await statusOf({ ...bearer, 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
  // Again and again: what one request leaves behind must not reach the next.
  for (const headers of [bearer, bearer, {}, bearer, {}])
    expect(await statusOf(headers)).toBe(headers === bearer ? 200 : 401);
}

it('serves old and new clients over HTTP, only with the token', async () => {
  const { dataFolder } = await stored();
  const running = startParallax(['mcp', '--port', '0'], { dataFolder, env: { PARALLAX_MCP_TOKEN: token } });
  const served = JSON.parse(await running.line()) as Served;
  expect(served.token).toBe(token);
  await holdsItsBorder(served);
  for (const older of [false, true]) {
    const { ask } = await connect(served, older);
    const { brands } = await ask('list_brands', { countries: ['Germany'], kind: 'competitor' });
    expect(rowsOf(brands)[0]).toMatchObject({ brand: 'CycleGuard', hits: 8, n: 16 });
  }
  running.child.kill('SIGINT');
  expect((await running.finished).code).toBe(0);
});

it('serves assistants beside the browser window on request, with the same checks', async () => {
  const { dataFolder } = await stored();
  const env = { PARALLAX_MCP_TOKEN: token };
  const running = startParallax(['web', '--no-open', '--mcp'], { dataFolder, env });
  const url = `${new URL(await running.line()).origin}/mcp`;
  await running.said(`Assistants: ${url}, token ${token}`);
  await holdsItsBorder({ url, token });
  const { ask } = await connect({ url, token });
  expect(rowsOf((await ask('list_projects')).projects)).toHaveLength(1);
  running.child.kill('SIGINT');
  expect((await running.finished).code).toBe(0);
});

it('serves assistants from a service without a window, with read access to a history', async () => {
  const { dataFolder } = await stored();
  const env = { PARALLAX_MCP_TOKEN: token };
  const service = temporaryFolder();
  // Every figure of the history is there, and none of it in the folder of the service.
  const serve = ['serve', '--port', '0', '--mcp', dataFolder];
  const running = startParallax(serve, { dataFolder: service, env });
  const { baseUrl, apiKey, mcp } = JSON.parse(await running.line());
  expect(mcp).toEqual({ url: `${baseUrl}/mcp`, token });
  await holdsItsBorder(mcp);
  for (const older of [false, true]) {
    const { ask, client } = await connect(mcp, older);
    const { brands } = await ask('list_brands', { countries: ['Germany'], kind: 'competitor' });
    expect(rowsOf(brands)[0]).toMatchObject({ brand: 'CycleGuard', hits: 8, n: 16 });
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('ask');
  }
  // The key of the service opens nothing of the history, and the token nothing of the service.
  expect((await send(mcp.url, { Authorization: `Bearer ${apiKey}` })).statusCode).toBe(401);
  const credits = (key: string) =>
    fetch(`${baseUrl}/v1/credits`, { headers: { Authorization: `Bearer ${key}` } });
  expect([(await credits(apiKey)).status, (await credits(token)).status]).toEqual([200, 401]);
  running.child.kill('SIGINT');
  expect((await running.finished).code).toBe(0);
});

it('serves assistants of a service only on this computer, and only on request', async () => {
  const dataFolder = temporaryFolder();
  const open = ['serve', '--port', '0', '--host', '0.0.0.0', '--mcp'];
  const { code, stderr } = await startParallax(open, { dataFolder }).finished;
  expect([code, stderr]).toEqual([2, expect.stringContaining('on this computer only')]);
  const running = startParallax(['serve', '--port', '0'], { dataFolder });
  const { baseUrl } = JSON.parse(await running.line());
  expect((await send(`${baseUrl}/mcp`, {})).statusCode).toBe(404);
  running.child.kill('SIGINT');
  expect((await running.finished).code).toBe(0);
});

it('refuses a token that can be guessed', async () => {
  const { dataFolder } = await stored();
  const env = { PARALLAX_MCP_TOKEN: 'short' };
  const { code, stderr } = await startParallax(['mcp', '--port', '0'], { dataFolder, env }).finished;
  expect([code, stderr]).toEqual([2, expect.stringMatching(/at least 32 characters/)]);
});
