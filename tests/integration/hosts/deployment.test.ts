import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Runtime } from '#main/hosts/cli/context.ts';
import type { ServeFlags } from '#main/hosts/cli/hostOptions.ts';
import { runProgram } from '#main/hosts/cli/program.ts';
import { paths } from '#service/http/knownPaths.ts';
import { keepingTerminal } from '#tests/support/cli/terminals.ts';

// What is started on a server with Docker, held against the program: no test has Docker.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const text = (file: string): string => readFileSync(join(root, file), 'utf8');
const knownPaths: readonly string[] = Object.values(paths);

type ComposeService = {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly secrets?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly stop_grace_period: string;
};
type Compose = {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, null>>;
  readonly secrets: Readonly<Record<string, { readonly environment: string }>>;
};

/** As Docker fills variables in: with what stands after `:-`, or with `value` where one has to be set. */
const filledIn = (template: string, value: string): string =>
  template.replaceAll(/\$\{\w+(?::-([^}]*)|:\?[^}]*)\}/g, (_, otherwise?: string) => otherwise ?? value);

const compose = parse(text('docker-compose.yml'), { merge: true }) as Compose;
const { database, proxy, ...nodes } = compose.services;
const caddyfile = text('packaging/Caddyfile');
const caddy = (directive: string): string =>
  new RegExp(`^\\s*${directive} (.+)$`, 'm').exec(caddyfile)?.[1] ?? '';
const seconds = (duration: string): number => Number(/^(\d+)s$/.exec(duration)?.[1]);

/** The flags of `parallax serve` as the command line reads these words; fails where it refuses one. */
async function serveFlags(words: readonly string[]): Promise<ServeFlags & { readonly data?: string }> {
  let found: (ServeFlags & { readonly data?: string }) | null = null;
  const { written, terminal } = keepingTerminal();
  const unused = async (): Promise<never> => {
    throw new Error('Only serve is called.');
  };
  const runtime: Runtime = {
    version: '0',
    terminal,
    withCore: unused,
    withHistory: unused,
    withHistoryFile: unused,
    withOperator: unused,
    moveService: unused,
    web: unused,
    examination: unused,
    mcp: unused,
    serve: async (data, flags) => {
      found = { ...flags, ...(data === undefined ? {} : { data }) };
      return 0;
    },
  };
  expect(await runProgram(words, runtime), written.stderr).toBe(0);
  if (found === null) throw new Error(`no serve in ${words.join(' ')}`);
  return found;
}

/** Paths that a health check of `node -e` asks, and its port. */
const asked = (test: readonly string[]): readonly [port: string, path: string] => {
  const [, port = '', path = ''] = /127\.0\.0\.1:(\d+)([\w/]+)/.exec(test.join(' ')) ?? [];
  return [port, path];
};

describe('docker-compose.yml', () => {
  it('starts two nodes on one database, each with its own folder, with valid flags', async () => {
    expect(Object.keys(nodes)).toEqual(['node-a', 'node-b']);
    const folders = new Set<string>();
    for (const node of Object.values(nodes)) {
      const flags = await serveFlags((node.command ?? []).map((word) => filledIn(word, 'x')));
      expect(flags).toMatchObject({
        host: '0.0.0.0',
        port: 8080,
        data: '/data',
        metrics: true,
        logTo: 'stderr',
      });
      const [volume = '', folder] = node.volumes?.[0]?.split(':') ?? [];
      expect(folder).toBe('/data');
      expect(compose.volumes).toHaveProperty(volume);
      folders.add(volume);
      expect(asked(node.healthcheck?.test ?? [])).toEqual(['8080', paths.ready]);
      expect(node.depends_on?.database?.condition).toBe('service_healthy');
    }
    expect(folders.size).toBe(2);
  });

  it('gives every node the URL of the database it starts, with a password that must be set', () => {
    for (const { environment = {} } of Object.values(nodes)) {
      expect(Object.keys(environment)).toEqual(['PARALLAX_STORE']);
      expect(text('src/main/hosts/cli/processRuntime.ts')).toContain('env.PARALLAX_STORE');
      const template = environment.PARALLAX_STORE ?? '';
      expect(template).toContain('${PARALLAX_DATABASE_PASSWORD:?');
      const address = new URL(filledIn(template, 'a1b2c3'));
      expect([address.hostname, address.username, address.password, address.pathname.slice(1)]).toEqual([
        'database',
        database?.environment?.POSTGRES_USER,
        'a1b2c3',
        database?.environment?.POSTGRES_DB,
      ]);
    }
    const [secret = ''] = database?.secrets ?? [];
    expect(database?.environment?.POSTGRES_PASSWORD_FILE).toBe(`/run/secrets/${secret}`);
    expect(compose.secrets[secret]?.environment).toBe('PARALLAX_DATABASE_PASSWORD');
    for (const ignored of ['.gitignore', '.dockerignore'])
      expect(text(ignored).split('\n')).toEqual(expect.arrayContaining(['.env', 'providers.env']));
  });

  it('stops a node only after the proxy has noticed, and allows it enough time', async () => {
    for (const node of Object.values(nodes)) {
      const flags = await serveFlags((node.command ?? []).map((word) => filledIn(word, 'x')));
      const delay = flags.shutdownDelaySeconds ?? 0;
      expect(delay).toBeGreaterThanOrEqual(2 * seconds(caddy('health_interval')));
      // `serve` gives jobs under way ten seconds.
      expect(seconds(node.stop_grace_period)).toBeGreaterThanOrEqual(delay + 10 + 10);
    }
  });
});

describe('packaging/Caddyfile', () => {
  it('sends to every node at its port, checks a path that exists, and does not publish the metrics', () => {
    expect(caddy('reverse_proxy')).toBe(
      `${Object.keys(nodes)
        .map((name) => `${name}:8080`)
        .join(' ')} {`,
    );
    expect(caddy('health_uri')).toBe(paths.ready);
    expect(caddyfile).toMatch(/^\t@figures path \/metrics\n\trespond @figures 404$/m);
    expect(knownPaths).toContain('/metrics');
    expect(proxy?.volumes).toContain('./packaging/Caddyfile:/etc/caddy/Caddyfile:ro');
    expect(proxy?.environment).toHaveProperty(/\{\$(\w+)\}/.exec(caddyfile)?.[1] ?? '');
    // A batch has at most 16 MiB, a call answers within five minutes and what its last attempt takes.
    expect(Number(/^(\d+)MB$/.exec(caddy('max_size'))?.[1]) * 1e6).toBeGreaterThan(16 * 1024 * 1024);
    expect(caddy('response_header_timeout')).toBe('10m');
  });

  it('never sends a call twice: the retry conditions of Caddy are not extended', () => {
    expect(caddyfile).not.toContain('lb_retry_match');
    expect(caddyfile).not.toContain('lb_retries');
  });
});

describe('the Dockerfile', () => {
  const dockerfile = text('Dockerfile');
  const line = (word: string): string => new RegExp(`^${word} (.+)$`, 'm').exec(dockerfile)?.[1] ?? '';
  const manifest = JSON.parse(text('package.json')) as {
    readonly name: string;
    readonly bin: Readonly<Record<string, string>>;
    readonly files: readonly string[];
    readonly engines: { readonly node: string };
  };

  it('installs the package that npm pack builds and starts its command', async () => {
    const copied = line('COPY').split(' ').slice(0, -1);
    expect(copied.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(dockerfile).toContain(`mv /tmp/${manifest.name}-*.tgz`);
    const [command = ''] = JSON.parse(line('ENTRYPOINT')) as readonly string[];
    expect(manifest.files).toContain(manifest.bin[command]);
    const [, major = ''] = /^FROM node:(\d+)-/m.exec(dockerfile) ?? [];
    expect(manifest.engines.node).toMatch(new RegExp(`^>=${major}\\.`));
    const flags = await serveFlags(JSON.parse(line('CMD')) as readonly string[]);
    expect(flags).toMatchObject({ port: Number(line('EXPOSE')), data: line('VOLUME'), host: '0.0.0.0' });
  });

  it('checks a health path that exists', () => {
    const check = /^HEALTHCHECK .*\\\n\s+CMD (.+)$/m.exec(dockerfile)?.[1] ?? '[]';
    const [port, path] = asked(JSON.parse(check) as readonly string[]);
    expect([port, path]).toEqual([line('EXPOSE'), paths.alive]);
  });
});
