import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { autostartEntry, startAtLogin } from '#main/hosts/electron/loginStart.ts';

const config = mkdtempSync(join(tmpdir(), 'parallax-autostart-'));
afterEach(() => rmSync(config, { recursive: true, force: true }));

it('puts an entry for the desktop where it starts programs at login, and takes it back', () => {
  const program = {
    platform: 'linux',
    executable: '/usr/lib/parallax-desktop/parallax-desktop',
    dataFolder: '/home/a b/parallax',
    env: { XDG_CONFIG_HOME: config },
  } as const;
  const entry = join(config, 'autostart/parallax-desktop.desktop');
  startAtLogin(true, program);
  expect(readFileSync(entry, 'utf8')).toContain(
    '\nExec="/usr/lib/parallax-desktop/parallax-desktop" "--background" "--data" "/home/a b/parallax"\n',
  );
  startAtLogin(false, program);
  expect(existsSync(entry)).toBe(false);
  startAtLogin(false, program);
});

it('lets no path be read as another command', () => {
  expect(autostartEntry(['/a/$HOME"%u'])).toContain('\nExec="/a/\\\\$HOME\\\\"%%u"\n');
  expect(() => autostartEntry(['/a\nExec=evil'])).toThrow('line break');
});
