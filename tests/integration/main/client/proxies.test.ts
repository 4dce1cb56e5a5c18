import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFetch } from '#main/client/undiciFetch.ts';
import { postWebhook } from '#platform/http/post.ts';
import { leadFetchThroughProxy, proxyOfAnswer } from '#platform/http/proxies.ts';
import { clientOf } from '#tests/support/faults/clientOf.ts';
import { connectProxy } from '#tests/support/faults/connectProxy.ts';
import { selfSigned } from '#tests/support/faults/selfSigned.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

/** A server that only the proxy finds. */
async function behindProxy(): Promise<number> {
  const server = createServer((_request, response) => {
    response.end('from behind the proxy');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

type Env = Readonly<Record<string, string>>;

function network(env: Env, systemProxy: string | null = null) {
  const { fetch, close } = createFetch(
    (_name, options, found) =>
      options.all === true ? found(null, [{ address: '10.0.0.7', family: 4 }]) : found(null, '10.0.0.7', 4),
    async () => systemProxy,
    env,
  );
  onTestFinished(close);
  const get = async (address: string, isForeign = false): Promise<string> => {
    const { body } = await fetch(address, {
      method: 'GET',
      headers: {},
      body: null,
      signal: AbortSignal.timeout(20_000),
      isForeign,
    });
    const parts: Uint8Array[] = [];
    for await (const part of body) parts.push(part);
    return Buffer.concat(parts).toString();
  };
  return { fetch, get };
}

const address = 'http://service.example/v1/credits';

describe('a proxy', () => {
  it('of the environment or the system is used, the environment’s first, and not for this machine or NO_PROXY', async () => {
    const port = await behindProxy();
    const [one, other] = [await connectProxy(port), await connectProxy(port)];
    expect(await network({ HTTP_PROXY: one.url, HTTPS_PROXY: one.url }, other.url).get(address)).toBe(
      'from behind the proxy',
    );
    expect(await network({}, other.url).get(address)).toBe('from behind the proxy');
    expect([one.asked.length, other.asked.length]).toEqual([1, 1]);
    const direct = network(
      { HTTPS_PROXY: one.url, HTTP_PROXY: one.url, NO_PROXY: 'service.example' },
      other.url,
    );
    expect(await direct.get(`http://127.0.0.1:${port}/`)).toBe('from behind the proxy');
    await expect(direct.get(address)).rejects.toThrow();
    expect([one.asked.length, other.asked.length]).toEqual([1, 1]);
  });

  it.each([
    [407, /wants a user name and a password/],
    [403, /refused the connection/],
  ] as const)(
    'that answers %i is named, without its password, and is not asked again',
    async (answer, sentence) => {
      const proxy = await connectProxy(0, answer);
      const withPassword = proxy.url.replace('http://', 'http://ana:secret@');
      const { fetch } = network({ HTTPS_PROXY: withPassword });
      const error = await clientOf('https://service.example', { fetch })
        .credits()
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        kind: 'proxy',
        reach: 'never-sent',
        message: expect.stringMatching(sentence),
      });
      expect(String(error)).toContain(new URL(proxy.url).host);
      expect(String(error)).not.toContain('secret');
      expect(proxy.asked).toEqual(['service.example:443']);
    },
  );

  it('that is unreachable is distinguished from an unreachable service', async () => {
    const proxy = await connectProxy(0);
    await proxy.close();
    for (const { fetch } of [network({ HTTPS_PROXY: proxy.url }), network({}, proxy.url)])
      await expect(clientOf('https://service.example', { fetch }).credits()).rejects.toMatchObject({
        kind: 'proxy',
        message: expect.stringMatching(/cannot be reached. Check the proxy settings/),
      });
  });

  it('is never used for requests that must go to public addresses, such as webhooks', async () => {
    const proxy = await connectProxy(await behindProxy());
    const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url };
    await expect(network(env, proxy.url).get('http://page.example/', true)).rejects.toThrow(/not public/);
    leadFetchThroughProxy(env, null);
    expect(await (await fetch('http://provider.example/')).text()).toBe('from behind the proxy');
    const posted = await postWebhook('http://hook.example/', '{}', {
      headers: {},
      userAgent: 'test',
      timeoutMs: 5000,
      allowPrivate: false,
      signal: new AbortController().signal,
      lookup: (_name, options, found) =>
        options.all === true ? found(null, [{ address: '10.0.0.7', family: 4 }]) : found(null, '10.0.0.7', 4),
    });
    expect(posted).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/not public/) });
    expect(proxy.asked.every((asked) => asked.includes('provider.example'))).toBe(true);
  });

  it.each([
    ['DIRECT', null],
    ['PROXY cache:8080; DIRECT', 'http://cache:8080'],
    ['HTTPS cache:8443', 'https://cache:8443'],
    ['PROXY a b/c; PROXY ?x; PROXY cache:8080', 'http://a'],
    ['PROXY a/b; PROXY cache:8080', 'http://cache:8080'],
    ['SOCKS5 old:1080; PROXY cache:8080', 'http://cache:8080'],
    ['SOCKS5 old:1080', null],
    ['', null],
  ])('is read from the result of automatic configuration: %s', (answer, proxy) => {
    expect(proxyOfAnswer(answer)).toBe(proxy);
  });
});

describe('a certificate of a private certificate authority', () => {
  it('is trusted if the system or a file contains the authority; otherwise the error explains how to add it', async () => {
    const server = createTlsServer(selfSigned, (_request, response) => {
      response.end('trusted');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const at = `https://localhost:${(server.address() as AddressInfo).port}`;
    const { fetch } = network({});
    await expect(clientOf(at, { fetch }).credits()).rejects.toMatchObject({
      kind: 'certificate',
      message: expect.stringMatching(/NODE_EXTRA_CA_CERTS/),
    });
    const file = join(await temporaryFolder(), 'company.pem');
    await writeFile(file, `Company\n${selfSigned.cert}\n`);
    expect(await createFetchOf({ NODE_EXTRA_CA_CERTS: file }).get(at)).toBe('trusted');
  });
});

/** With the system's own addresses. */
function createFetchOf(env: Env) {
  const { fetch, close } = createFetch(undefined, async () => null, env);
  onTestFinished(close);
  return {
    get: async (at: string): Promise<string> => {
      const { body } = await fetch(at, {
        method: 'GET',
        headers: {},
        body: null,
        signal: AbortSignal.timeout(20_000),
        isForeign: false,
      });
      const parts: Uint8Array[] = [];
      for await (const part of body) parts.push(part);
      return Buffer.concat(parts).toString();
    },
  };
}
