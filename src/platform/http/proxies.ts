import { http } from './nodeHttp.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Finds the system's proxy for a URL; null for a direct connection. */
export type ProxyOf = (url: URL) => Promise<string | null>;

/** A proxy did not let the request through. The message is a sentence. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  readonly reason: 'unreachable' | 'credentials' | 'refused';

  constructor(reason: ProxyFailure['reason'], proxy: string, options: ErrorOptions = {}) {
    super(sentences[reason](withoutCredentials(proxy)), options);
    this.reason = reason;
  }
}

const sentences: Readonly<Record<ProxyFailure['reason'], (proxy: string) => string>> = {
  unreachable: (proxy) =>
    `The proxy ${proxy} cannot be reached. Check the proxy settings of the system, or HTTPS_PROXY.`,
  credentials: (proxy) =>
    `The proxy ${proxy} wants a user name and a password. Add them to HTTPS_PROXY, as in http://name:password@proxy:8080.`,
  refused: (proxy) =>
    `The proxy ${proxy} refused the connection. Ask whoever runs it to allow this address, or add it to NO_PROXY.`,
};

function withoutCredentials(proxy: string): string {
  return URL.parse(proxy)?.host ?? 'of this network';
}

/** The proxy for https URLs from the environment, if any. */
export function environmentProxy(env: Env): string | null {
  return (
    [env.https_proxy, env.HTTPS_PROXY, env.http_proxy, env.HTTP_PROXY].find(
      (each) => each !== undefined && each !== '',
    ) ?? null
  );
}

/** The first usable entry of a PAC result such as `PROXY cache:8080; DIRECT`. SOCKS entries are ignored. */
export function proxyOfAnswer(answer: string): string | null {
  for (const entry of answer.split(';')) {
    const [kind = '', host = ''] = entry.trim().split(/\s+/);
    const scheme = schemes.get(kind.toUpperCase());
    if (scheme === null) return null;
    const proxy = scheme === undefined ? null : URL.parse(`${scheme}//${host}`);
    if (proxy !== null && proxy.pathname === '/' && proxy.search === '' && proxy.hash === '')
      return proxy.origin;
  }
  return null;
}

/** What the entries mean; null for none. */
const schemes: ReadonlyMap<string, string | null> = new Map([
  ['DIRECT', null],
  ['PROXY', 'http:'],
  ['HTTPS', 'https:'],
]);

/** Why a request through a proxy failed if the proxy caused it; otherwise null. */
export function proxyFailure(error: unknown, proxy: string): ProxyFailure | null {
  const address = URL.parse(proxy);
  let waiting: readonly unknown[] = [error];
  for (let depth = 0; depth < 8 && waiting.length > 0; depth += 1) {
    const errors = waiting.filter((each) => each instanceof Error);
    for (const each of errors) {
      const status = /Proxy response \((\d{3})\)/.exec(each.message)?.[1];
      if (status !== undefined)
        return new ProxyFailure(status === '407' ? 'credentials' : 'refused', proxy, { cause: error });
      if (address !== null && concerns(each, address))
        return new ProxyFailure('unreachable', proxy, { cause: error });
    }
    waiting = errors.flatMap((each) => [each.cause, ...(each instanceof AggregateError ? each.errors : [])]);
  }
  return null;
}

/** Only the proxy is connected to; what it reports about the target comes as a status code. */
function concerns(error: Error, { hostname, port, protocol }: URL): boolean {
  const facts = error as Error & {
    readonly syscall?: string;
    readonly hostname?: string;
    readonly port?: number;
  };
  if (facts.syscall === 'getaddrinfo') return facts.hostname === hostname;
  const expected = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  return facts.syscall === 'connect' && facts.port === expected;
}

/**
 * Routes this thread's built-in `fetch` through the proxies of the environment, or through the given one if
 * there are none. Does not affect code with its own dispatcher or agent, such as webhooks and redirects.
 */
export function leadFetchThroughProxy(env: Env, systemProxy: string | null): void {
  const own = environmentProxy(env);
  const proxy = own ?? systemProxy;
  if (proxy === null) return;
  const local = 'localhost,127.0.0.1,::1';
  const except = env.no_proxy ?? env.NO_PROXY;
  // Not available in every supported Node version; without it, providers are called directly.
  http.setGlobalProxyFromEnv?.({
    HTTP_PROXY: (own === null ? null : (env.http_proxy ?? env.HTTP_PROXY)) ?? proxy,
    HTTPS_PROXY: proxy,
    NO_PROXY: except === undefined ? local : `${except},${local}`,
  });
}
