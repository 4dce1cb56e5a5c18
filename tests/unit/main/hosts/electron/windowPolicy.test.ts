import { describe, expect, it } from 'vitest';
import {
  externalAddressOf,
  isPermitted,
  isTrustedSender,
  mayLoad,
  mayNavigate,
  windowOptions,
} from '#main/hosts/electron/windowPolicy.ts';

const page = 'app://parallax/index.html';

describe('who may speak to the core', () => {
  it('is the top frame of our window on our page', () => {
    expect(isTrustedSender({ frame: { url: `${page}#/history`, isTop: true }, ownWindow: true })).toBe(true);
  });

  it.each([
    ['a frame inside the page', { frame: { url: page, isTop: false }, ownWindow: true }],
    ['a frame that is gone', { frame: null, ownWindow: true }],
    ['another window', { frame: { url: page, isTop: true }, ownWindow: false }],
    ['a page of another host', { frame: { url: 'app://other/index.html', isTop: true }, ownWindow: true }],
    [
      'a page of another scheme',
      { frame: { url: 'https://parallax/index.html', isTop: true }, ownWindow: true },
    ],
    ['a file', { frame: { url: 'file:///index.html', isTop: true }, ownWindow: true }],
    ['an empty page', { frame: { url: 'about:blank', isTop: true }, ownWindow: true }],
    ['a page without address', { frame: { url: '', isTop: true }, ownWindow: true }],
    ['a look-alike host', { frame: { url: 'app://parallax.evil/index.html', isTop: true }, ownWindow: true }],
    [
      'a host with a user name',
      { frame: { url: 'app://evil@parallax/index.html', isTop: true }, ownWindow: true },
    ],
  ])('is not %s', (_, sender) => {
    expect(isTrustedSender(sender)).toBe(false);
  });
});

describe('where the window may go', () => {
  it('is between its own places', () => {
    expect(mayNavigate(`${page}#/run/1`)).toBe(true);
    for (const address of [
      'https://example.org/',
      'http://127.0.0.1:8080/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,x',
      'app://parallax/assets/index.js',
      'app://evil/index.html',
      'about:blank',
      '',
    ]) {
      expect(mayNavigate(address), address).toBe(false);
    }
  });

  it('leads out to https addresses in the person’s browser only', () => {
    expect(externalAddressOf('https://example.org/a')).toBe('https://example.org/a');
    expect(externalAddressOf('http://example.org/a')).toBeNull();
    expect(externalAddressOf(page)).toBeNull();
  });
});

describe('what the window may load', () => {
  it('is its own files and what is written into the page', () => {
    for (const address of [
      page,
      'app://parallax/assets/a.js',
      'data:image/png;base64,AA==',
      'blob:app://parallax/1',
    ]) {
      expect(mayLoad(address, false), address).toBe(true);
    }
    for (const address of [
      'https://example.org/a.png',
      'http://127.0.0.1/',
      'file:///a',
      'app://evil/a.js',
      'blob:https://example.org/1',
      'ws://127.0.0.1/',
      'ftp://example.org/',
    ]) {
      expect(mayLoad(address, false), address).toBe(false);
    }
  });
});

describe('what the window may ask the system for', () => {
  it('is to copy text, on its own page', () => {
    expect(isPermitted('clipboard-sanitized-write', page)).toBe(true);
    expect(isPermitted('clipboard-sanitized-write', 'https://example.org/')).toBe(false);
    for (const permission of [
      'clipboard-read',
      'media',
      'geolocation',
      'notifications',
      'openExternal',
      'fullscreen',
      'usb',
    ]) {
      expect(isPermitted(permission, page), permission).toBe(false);
    }
  });
});

describe('the window', () => {
  it('runs its page sandboxed, isolated and without Node', () => {
    const options = windowOptions({
      bounds: { width: 1200, height: 800 },
      preload: '/app/out/preload/index.cjs',
      icon: '/app/resources/icon.png',
      dark: true,
      devTools: false,
    });
    expect(options.webPreferences).toEqual({
      preload: '/app/out/preload/index.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      webviewTag: false,
      devTools: false,
      spellcheck: true,
    });
  });
});
