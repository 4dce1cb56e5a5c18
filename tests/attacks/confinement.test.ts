import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { describe, expect, it } from 'vitest';
import { emptyMenu, menuTemplate } from '#main/hosts/electron/menuTemplate.ts';
import { confine, isPermitted, mayLoad, windowOptions } from '#main/hosts/electron/windowPolicy.ts';

const page = 'app://parallax/index.html';

type Navigation = { readonly url: string; readonly preventDefault: () => void };

/** A page host as far as confinement reaches: what it would do when nobody held it back. */
function confined() {
  let open: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  const emitter = new EventEmitter();
  const contents = Object.assign(emitter, {
    setWindowOpenHandler: (handler: typeof open) => {
      open = handler;
    },
  });
  const outside: string[] = [];
  confine(
    contents as unknown as WebContents,
    (address) => outside.push(address),
    () => {},
  );
  const goes = (event: string, url: string): boolean => {
    let held = false;
    emitter.emit(event, { url, preventDefault: () => (held = true) } satisfies Navigation);
    return !held;
  };
  return { goes, opens: (url: string) => open({ url }).action === 'allow', outside };
}

const elsewhere = [
  'https://evil.example/',
  'http://127.0.0.1:8080/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,<script>1</script>',
  'blob:https://evil.example/1',
  'app://evil/index.html',
  'app://parallax/report-1.html',
  'app://parallax.evil/index.html',
  'app://evil@parallax/index.html',
  'devtools://devtools/bundled/inspector.html',
  'about:blank',
  '',
];

describe('a page of the program', () => {
  it.each(elsewhere)(
    'does not navigate to %s, directly or by a redirect, and opens no window there',
    (address) => {
      const { goes, opens, outside } = confined();
      expect([goes('will-navigate', address), goes('will-redirect', address), opens(address)]).toEqual([
        false,
        false,
        false,
      ]);
      // At most the person's own browser is asked, for encrypted addresses.
      expect(outside).toEqual(address.startsWith('https:') ? [address] : []);
    },
  );

  it('moves between its own places and embeds nothing', () => {
    const { goes } = confined();
    expect(goes('will-navigate', `${page}#/history`)).toBe(true);
    expect(goes('will-attach-webview', page)).toBe(false);
  });
});

describe('a permission', () => {
  it.each([
    'https://evil.example/',
    'app://evil/',
    'about:srcdoc',
    'about:blank',
    'data:text/html,x',
    'null',
    '',
  ])('is judged by the frame that asks: %s gets none', (requester) =>
    expect(isPermitted('clipboard-sanitized-write', requester)).toBe(false),
  );
});

describe('developer tools', () => {
  const roles = (devTools: boolean) =>
    JSON.stringify(
      menuTemplate(
        'linux',
        emptyMenu,
        {
          choose: () => {},
          go: () => {},
          openProjectFile: () => {},
          openDataFolder: () => {},
          quit: () => {},
        },
        devTools,
      ),
    );

  it('are there in development only', () => {
    const parts = { bounds: { width: 1, height: 1 }, preload: 'p', icon: 'i', dark: false };
    for (const devTools of [true, false]) {
      expect(roles(devTools).includes('toggleDevTools')).toBe(devTools);
      expect(windowOptions({ ...parts, devTools }).webPreferences?.devTools).toBe(devTools);
      expect(mayLoad('devtools://devtools/bundled/inspector.html', devTools)).toBe(devTools);
    }
  });
});
