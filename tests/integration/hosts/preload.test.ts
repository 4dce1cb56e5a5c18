import { beforeAll, describe, expect, it } from 'vitest';
import { createIpcTransport } from '#main/hosts/electron/ipcTransport.ts';
import { bridgeChannels, type HostBridge } from '#shared/bridge/hostBridge.ts';
import { createScriptedTarget } from '#tests/support/bridge/scriptedTarget.ts';
import { describeTransport } from '#tests/support/bridge/transportCases.ts';
import { type BundledFile, bundlePreload } from '#tests/support/electron/bundle.ts';
import { createIpcPair, type IpcPair } from '#tests/support/electron/ipcPair.ts';

const page = 'app://parallax/index.html';
let files: readonly BundledFile[];
let code: string;
beforeAll(async () => {
  files = await bundlePreload();
  code = files[0]?.code ?? '';
});

const bridgeOf = (pair: IpcPair): HostBridge => pair.runPreload(code).parallax as HostBridge;

describeTransport('Electron’s messages', async (target) => {
  const pair = createIpcPair(page);
  const transport = createIpcTransport(pair.ipcMain, target, () => {});
  transport.attach(pair.contents);
  return {
    bridge: bridgeOf(pair),
    subscribed: async () => {},
    close: async () => pair.destroy(),
  };
});

describe('the preload', () => {
  it('is one CommonJS file that requires only Electron', () => {
    expect(files.map(({ fileName }) => fileName)).toEqual(['index.cjs']);
    expect([...code.matchAll(/\brequire\(([^)]*)\)/g)].map(([, name]) => name)).toEqual(['"electron"']);
    expect(code).not.toMatch(/\bimport\b/);
    expect(code.length).toBeLessThan(2000);
  });

  it('exposes three functions and no way to a channel of the page’s choice', () => {
    const exposed = createIpcPair(page).runPreload(code);
    expect(Object.keys(exposed)).toEqual(['parallax']);
    const bridge = exposed.parallax as Record<string, unknown>;
    expect(Object.entries(bridge).map(([name, value]) => [name, typeof value])).toEqual([
      ['invoke', 'function'],
      ['cancel', 'function'],
      ['subscribe', 'function'],
    ]);
    for (const channel of Object.values(bridgeChannels)) expect(code).toContain(`"${channel}"`);
  });

  it('keeps Electron’s event object from the page', async () => {
    const pair = createIpcPair(page);
    const target = createScriptedTarget();
    createIpcTransport(pair.ipcMain, target, () => {}).attach(pair.contents);
    const heard: unknown[][] = [];
    bridgeOf(pair).subscribe((...args: unknown[]) => heard.push(args));
    target.emit('hello');
    expect(heard).toEqual([[{ name: 'notice', seq: 1, payload: { level: 'info', message: 'hello' } }]]);
  });
});

describe('Electron’s messages to the core', () => {
  it.each([
    ['a frame inside the page', { url: page, parent: { url: page, parent: null } }],
    ['another page', { url: 'https://example.org/', parent: null }],
    ['a frame that is gone', null],
  ])('are refused from %s', async (_, frame) => {
    const pair = createIpcPair(page);
    const target = createScriptedTarget();
    createIpcTransport(pair.ipcMain, target, () => {}).attach(pair.contents);
    pair.frame = frame;
    expect(await bridgeOf(pair).invoke('app.info', {}, 'a')).toMatchObject({
      ok: false,
      error: { code: 'FORBIDDEN_SENDER' },
    });
    expect(target.seen).toEqual([]);
  });

  it('are refused from a window that is not ours', async () => {
    const pair = createIpcPair(page);
    const target = createScriptedTarget();
    createIpcTransport(pair.ipcMain, target, () => {});
    expect(await bridgeOf(pair).invoke('app.info', {}, 'a')).toMatchObject({
      error: { code: 'FORBIDDEN_SENDER' },
    });
  });

  it('get a response, not an exception, if they are not calls', async () => {
    const pair = createIpcPair(page);
    createIpcTransport(pair.ipcMain, createScriptedTarget(), () => {}).attach(pair.contents);
    const invoke = bridgeOf(pair).invoke as (...args: unknown[]) => Promise<unknown>;
    expect(await invoke(undefined, {}, 'a')).toMatchObject({ error: { code: 'INVALID_INPUT' } });
    expect(await invoke('app.info', {}, 5)).toMatchObject({ error: { code: 'INVALID_INPUT' } });
    await expect(invoke('app.info', { run: () => {} }, 'a')).rejects.toThrow();
  });

  it('are cancelled with their window if they read, and continue if they change something', async () => {
    const pair = createIpcPair(page);
    const target = createScriptedTarget();
    const transport = createIpcTransport(pair.ipcMain, target, () => {});
    transport.attach(pair.contents);
    const bridge = bridgeOf(pair);
    const reading = bridge.invoke('runs.list', {}, 'read');
    const changing = bridge.invoke('runs.start', {}, 'change');
    await Promise.all([target.arrived('runs.list'), target.arrived('runs.start')]);
    pair.destroy();
    expect(await reading).toMatchObject({ error: { code: 'CANCELLED' } });
    target.release();
    expect(await changing).toMatchObject({ ok: true });
  });

  it('are refused while the program is closing', async () => {
    const pair = createIpcPair(page);
    const transport = createIpcTransport(pair.ipcMain, createScriptedTarget(), () => {});
    transport.attach(pair.contents);
    transport.refuseCalls();
    expect(await bridgeOf(pair).invoke('app.info', {}, 'a')).toMatchObject({
      error: { code: 'SHUTTING_DOWN' },
    });
    await transport.idle();
  });
});
