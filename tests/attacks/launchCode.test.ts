import { once } from 'node:events';
import { existsSync, lstatSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { web } from '#main/hosts/cli/browserCore.ts';
import { writeOpeningPage } from '#main/hosts/node/openingPage.ts';
import { startWindowServer, type WindowServer } from '#main/hosts/node/windowServer.ts';
import { createScriptedTarget } from '#tests/support/bridge/scriptedTarget.ts';
import { chromiumMissing, chromiumOptions } from '#tests/support/browser/chromium.ts';
import { type RunningCommand, startParallax } from '#tests/support/cli/parallax.ts';
import { silentTerminal } from '#tests/support/cli/terminals.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';

/** The session's answer to a code, as the page asks for it. */
function exchange(origin: string, code: string): Promise<Response> {
  return fetch(`${origin}/bridge/session`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  });
}

const codeOf = (link: string): string => new URL(link).hash.replace('#open=', '');
const originOf = (link: string): string => new URL(link).origin;

/** A call with whatever the caller has. */
async function call(origin: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${origin}/bridge/invoke`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ route: 'app.info', input: {}, callId: 'a' }),
  });
  await response.body?.cancel();
  return response.status;
}

async function windowServer(nowMs: () => number): Promise<WindowServer> {
  const server = await startWindowServer({
    target: createScriptedTarget(),
    folder: pathToFileURL(`${temporaryFolder()}/`),
    port: 0,
    log: () => {},
    nowMs,
  });
  onTestFinished(() => server.close(1000));
  return server;
}

/** `parallax web` where the system's browser is a script that keeps what it was started with. */
async function webWithBrowser(dataFolder: string): Promise<{
  readonly running: RunningCommand;
  readonly printedLink: string;
  /** What every user of the machine can read of the browser in /proc. */
  readonly browserArguments: readonly string[];
}> {
  const folder = temporaryFolder();
  const seen = join(folder, 'arguments');
  // Written beside and renamed: what is there is whole.
  writeFileSync(
    join(folder, 'xdg-open'),
    `#!/bin/sh\ntr '\\0' '\\n' < /proc/$$/cmdline > ${seen}.part && mv ${seen}.part ${seen}\n`,
    { mode: 0o755 },
  );
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}` };
  const running = startParallax(['web'], { dataFolder, env });
  onTestFinished(async () => {
    running.child.kill('SIGINT');
    await running.finished;
  });
  const printedLink = await running.line();
  await expect.poll(() => existsSync(seen), { timeout: 20_000 }).toBe(true);
  return { running, printedLink, browserArguments: readFileSync(seen, 'utf8').trim().split('\n') };
}

const onLinux = requirement(process.platform === 'linux' ? null : 'only Linux shows arguments in /proc');

describe.skipIf(onLinux.skip)(`another user of the machine${onLinux.note}`, () => {
  it('reads a path among the arguments of the browser program, and no code', async () => {
    const dataFolder = join(temporaryFolder(), 'data');
    const { browserArguments, printedLink } = await webWithBrowser(dataFolder);
    const page = browserArguments.at(-1) ?? '';
    expect(page.startsWith(join(dataFolder, 'open-parallax-'))).toBe(true);
    expect(browserArguments.join(' ')).not.toMatch(/http:|#|token|[\w-]{43}/);
    expect((lstatSync(page).mode & 0o777).toString(8)).toBe('600');
    expect((lstatSync(dataFolder).mode & 0o777).toString(8)).toBe('700');

    const [link = ''] = readFileSync(page, 'utf8').match(/http:[^"]+/) ?? [];
    expect(originOf(link)).toBe(originOf(printedLink));
    const answer = await exchange(originOf(link), codeOf(link));
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^parallax-\d+=[\w-]{43}; Path=\/bridge\/; HttpOnly; SameSite=Strict$/),
    ]);
    expect(existsSync(page)).toBe(false);
    expect((await exchange(originOf(link), codeOf(link))).status).toBe(401);
  });
});

describe('a code', () => {
  it('works once, and not after a minute', async () => {
    let nowMs = 0;
    const server = await windowServer(() => nowMs);
    const origin = `http://127.0.0.1:${server.port}`;
    const [used, late, inTime] = [
      codeOf(server.newLink()),
      codeOf(server.newLink()),
      codeOf(server.newLink()),
    ];
    expect((await exchange(origin, used)).status).toBe(200);
    expect((await exchange(origin, used)).status).toBe(401);
    nowMs = 59_999;
    expect((await exchange(origin, inTime)).status).toBe(200);
    nowMs = 60_000;
    expect((await exchange(origin, late)).status).toBe(401);
  });

  it('works no longer by a clock that was set back', async () => {
    let nowMs = 20 * 365 * 86_400_000;
    const server = await windowServer(() => nowMs);
    const code = codeOf(server.newLink());
    nowMs = 0;
    expect((await exchange(`http://127.0.0.1:${server.port}`, code)).status).toBe(401);
  });

  it('is no key of its own, and neither half of a session is', async () => {
    const server = await windowServer(() => 0);
    const origin = `http://127.0.0.1:${server.port}`;
    const code = codeOf(server.newLink());
    const answer = await exchange(origin, code);
    const { key } = (await answer.json()) as { key: string };
    const [cookie = ''] = answer.headers.getSetCookie();
    const Cookie = cookie.split(';', 1)[0] ?? '';
    const Authorization = `Bearer ${key}`;
    expect(await call(origin, { Cookie, Authorization })).toBe(200);
    expect(await call(origin, { Cookie })).toBe(401);
    expect(await call(origin, { Authorization })).toBe(401);
    expect(await call(origin, { Cookie, Authorization: `Bearer ${code}` })).toBe(401);
    expect(await call(origin, { Cookie, Authorization: `Bearer ${Cookie.split('=')[1]}` })).toBe(401);
    const name = Cookie.split('=')[0];
    expect(await call(origin, { Cookie: `${name}=${key}`, Authorization })).toBe(401);
  });

  it('is replaced by a new link in the terminal when a page comes too late, at most once in ten seconds', async () => {
    let nowMs = 0;
    const printed: string[] = [];
    const next = async (): Promise<void> => {
      const known = printed.length;
      await expect.poll(() => printed.length).toBeGreaterThan(known);
    };
    const end = new AbortController();
    const dataFolder = temporaryFolder();
    const terminal = { ...silentTerminal, stdout: (text: string) => printed.push(text.trim()) };
    const startCore = async () => createScriptedTarget();
    const windowFolder = pathToFileURL(`${temporaryFolder()}/`);
    const host = { startCore, windowFolder, dataFolder, log: () => {}, nowMs: () => nowMs, mcp: null };
    const running = web(terminal, host, { port: 0, open: false }, end.signal);
    await next();
    const [link = ''] = printed;
    nowMs = 61_000;
    for (let asked = 0; asked < 5; asked += 1)
      expect((await exchange(originOf(link), codeOf(link))).status).toBe(401);
    expect(await call(originOf(link), {})).toBe(401);
    expect(printed).toHaveLength(2);
    expect((await exchange(originOf(link), codeOf(printed[1] ?? ''))).status).toBe(200);
    end.abort();
    await running;
  });
});

describe('the page that a browser is given', () => {
  it('goes when a program that died left it, and stays while its code may be used', () => {
    const folder = temporaryFolder();
    const dead = writeOpeningPage(folder, 'http://127.0.0.1:1/#open=a').file;
    utimesSync(dead, new Date(), new Date(Date.now() - 61_000));
    const other = writeOpeningPage(folder, 'http://127.0.0.1:1/#open=b').file;
    expect([existsSync(dead), existsSync(other)]).toEqual([false, true]);
  });

  it('goes when its code was used or the host ends', () => {
    const folder = temporaryFolder();
    const { file, remove } = writeOpeningPage(folder, 'http://127.0.0.1:1/#open=a');
    remove();
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});

const inChromium = requirement(chromiumMissing());

describe.skipIf(inChromium.skip)(`a browser that was given the page${inChromium.note}`, () => {
  it('shows no code, and gives a program on another port nothing that is of use', {
    timeout: 120_000,
  }, async () => {
    const { browserArguments, printedLink } = await webWithBrowser(join(temporaryFolder(), 'data'));
    const origin = originOf(printedLink);
    const profile = join(temporaryFolder(), 'profile');
    const context = await chromium.launchPersistentContext(profile, chromiumOptions());
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(pathToFileURL(browserArguments.at(-1) ?? '').href);
    await page.getByRole('textbox').first().waitFor();
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#\/(ask)?$/);
    expect(await page.evaluate('document.cookie')).toBe('');
    const [cookie] = await context.cookies(`${origin}/bridge/`);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', expires: -1, path: '/bridge/' });
    const stored = (await page.evaluate('JSON.stringify(Object.entries(localStorage))')) as string;

    // Another user waits on a port of their own and is visited, in whatever way.
    const got: Record<string, string>[] = [];
    const thief = createServer((request, response) => {
      got.push({
        ...(request.headers.cookie === undefined ? {} : { Cookie: request.headers.cookie }),
        ...(request.headers.authorization === undefined
          ? {}
          : { Authorization: request.headers.authorization }),
      });
      response.setHeader('Content-Type', 'text/html');
      response.end('<script>fetch("/bridge/invoke", { method: "POST" })</script>');
    }).listen(0, '127.0.0.1');
    await once(thief, 'listening');
    onTestFinished(() => void thief.close());
    const lure = await context.newPage();
    await lure.goto(`http://127.0.0.1:${(thief.address() as AddressInfo).port}/bridge/`);
    await expect.poll(() => got.length).toBeGreaterThan(1);
    expect(await lure.evaluate('JSON.stringify(Object.entries(localStorage))')).toBe('[]');
    // A browser hands cookies to every port of the machine; that is why the cookie alone opens nothing.
    expect(got.some(({ Cookie }) => Cookie?.includes(cookie?.value ?? '-'))).toBe(true);
    for (const headers of got) expect(await call(origin, headers)).toBe(401);

    // The window itself goes on.
    await page.reload();
    await page.getByRole('textbox').first().waitFor();
    expect(await page.evaluate('JSON.stringify(Object.entries(localStorage))')).toBe(stored);
  });
});
