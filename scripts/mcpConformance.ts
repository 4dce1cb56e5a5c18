// `npm run mcp:conformance`: the tools of an assistant, served by the command line, seen by the inspector of the protocol
// and by its conformance suite. Which scenarios apply and why: docs/mcp.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { commandOf, startParallax } from '#tests/support/cli/parallax.ts';
import { storeTrendBrands, storeTrendHistory } from '#tests/support/history/trendHistory.ts';

/** Released, and of the specification of 2026-07-28; with the inspector 150 MB, so they are no packages of Parallax. */
const packages = {
  '@modelcontextprotocol/inspector': '2.12.0',
  'mcp-conformance-released': 'npm:@modelcontextprotocol/conformance@0.1.16',
  'mcp-conformance-next': 'npm:@modelcontextprotocol/conformance@0.2.0-alpha.12',
};
const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
const folder = join(cache, 'parallax', 'mcp-tools');

const suites = {
  'mcp-conformance-released': {
    version: '2025-11-25',
    scenarios: ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  },
  'mcp-conformance-next': {
    version: '2026-07-28',
    scenarios: [
      'tools-list',
      'http-header-validation',
      'dns-rebinding-protection',
      'caching',
      'server-stateless',
      'input-required-result-unsupported-methods',
    ],
  },
} as const;

type Suite = keyof typeof suites;

/** Checks of these scenarios that are about what no tool server of this kind has. */
const inapplicable: Readonly<Record<string, string>> = {
  'sep-2549-prompts-list-caching-hints': 'no prompts',
  'sep-2549-resources-list-caching-hints': 'no resources',
  'sep-2549-resources-templates-list-caching-hints': 'no resources',
  'sep-2575-server-rejects-undeclared-capability': "needs the suite's own tool",
  'sep-2575-missing-capability-http-400': "needs the suite's own tool",
  'sep-2575-http-server-no-independent-requests-on-stream': "needs the suite's own tool",
  'sep-2575-server-no-log-without-loglevel': "needs the suite's own tool",
};

type Check = { readonly id: string; readonly status: string; readonly errorMessage?: string };
type Output = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

const counts = { passed: 0, failed: 0 };
const say = (passed: boolean, what: string): void => {
  counts[passed ? 'passed' : 'failed'] += 1;
  console.log(`${passed ? 'passed' : 'FAILED'}  ${what}`);
};

async function run(command: string, args: readonly string[], cwd: string): Promise<Output> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

async function install(): Promise<void> {
  const wanted = `${JSON.stringify({ private: true, dependencies: packages }, null, 2)}\n`;
  const manifest = join(folder, 'package.json');
  if (existsSync(join(folder, 'installed')) && readFileSync(manifest, 'utf8') === wanted) return;
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, 'installed'), { force: true });
  writeFileSync(manifest, wanted);
  console.log(`Installing the protocol's tools into ${folder}`);
  const { code, stderr } = await run(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund'],
    folder,
  );
  if (code !== 0) throw new Error(`npm could not install them: ${stderr}`);
  writeFileSync(join(folder, 'installed'), '');
}

/** The suite sends no token, so this shows it: everything else passes as it came, a foreign host or origin too. */
async function withToken(served: URL, token: string) {
  const server = createServer((from: IncomingMessage, back: ServerResponse) => {
    const own = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const named = (name: string | undefined) => (name === undefined ? {} : name.replace(own, served.host));
    const { host, origin } = from.headers;
    const headers: Record<string, unknown> = { ...from.headers, authorization: `Bearer ${token}` };
    if (host !== undefined) headers.host = named(host);
    if (origin !== undefined) headers.origin = named(origin);
    const to = { host: '127.0.0.1', port: served.port, method: from.method, path: from.url };
    const onward = request({ ...to, headers: headers as NodeJS.Dict<string> }, (answer) => {
      back.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(back);
    });
    onward.on('error', () => back.destroy());
    back.once('close', () => onward.destroy());
    from.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, server };
}

async function inspect(url: string, token: string, dataFolder: string): Promise<void> {
  const inspector = join(folder, 'node_modules/.bin/mcp-inspector');
  const header = ['--header', `Authorization: Bearer ${token}`];
  const ways = {
    'over HTTP': [url, ...header],
    'over stdin and stdout': commandOf(['mcp'], dataFolder),
  };
  for (const [way, target] of Object.entries(ways)) {
    const call = (...args: readonly string[]) =>
      run(process.execPath, [inspector, '--cli', ...target, ...args], folder);
    const listed = await call('--method', 'tools/list', '--strict');
    const tools = listed.code === 0 ? JSON.parse(listed.stdout).tools.length : 0;
    say(
      tools === 9,
      `inspector ${way}: ${tools} tools, schemas strictly read${listed.code === 0 ? '' : `: ${listed.stderr}`}`,
    );
    const wanted = ['countries=["Germany"]', 'kind=competitor'].flatMap((pair) => ['--tool-arg', pair]);
    const called = await call('--method', 'tools/call', '--tool-name', 'list_brands', ...wanted);
    const [leader] = called.code === 0 ? JSON.parse(called.stdout).structuredContent.brands.rows : [];
    say(
      leader?.[0] === 'CycleGuard',
      `inspector ${way}: list_brands in Germany: ${leader?.slice(0, 7)}${called.stderr.trim()}`,
    );
  }
}

async function checkScenario(suite: Suite, scenario: string, url: string): Promise<void> {
  const out = mkdtempSync(join(tmpdir(), 'parallax-mcp-'));
  const entry = join(folder, 'node_modules', suite, 'dist/index.js');
  try {
    const chosen = ['--scenario', scenario, '--spec-version', suites[suite].version];
    await run(process.execPath, [entry, 'server', '--url', url, ...chosen, '-o', out], folder);
    const [found] = readdirSync(out);
    const checks: readonly Check[] =
      found === undefined ? [] : JSON.parse(readFileSync(join(out, found, 'checks.json'), 'utf8'));
    const applicable = checks.filter(({ id, status }) => status !== 'SKIPPED' && !(id in inapplicable));
    const failed = applicable.filter(({ status }) => status === 'FAILURE');
    const warned = applicable.filter(({ status }) => status === 'WARNING').length;
    say(
      applicable.length > 0 && failed.length === 0,
      `${suite} ${scenario}: ${applicable.length - failed.length - warned} of ${applicable.length} checks${warned > 0 ? `, ${warned} warning` : ''}${checks.length > applicable.length ? `, ${checks.length - applicable.length} do not apply` : ''}`,
    );
    for (const { id, errorMessage } of failed) console.log(`        ${id}: ${errorMessage}`);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

const dataFolder = mkdtempSync(join(tmpdir(), 'parallax-mcp-'));
try {
  await install();
  await storeTrendHistory(dataFolder);
  storeTrendBrands(dataFolder);
  const running = startParallax(['mcp', '--port', '0'], { dataFolder });
  const { url, token } = JSON.parse(await running.line()) as { url: string; token: string };
  const proxy = await withToken(new URL(url), token);
  await inspect(url, token, dataFolder);
  for (const suite of Object.keys(suites) as Suite[])
    for (const name of suites[suite].scenarios) await checkScenario(suite, name, proxy.url);
  proxy.server.close();
  proxy.server.closeAllConnections();
  running.child.kill('SIGINT');
  await running.finished;
} finally {
  rmSync(dataFolder, { recursive: true, force: true });
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
