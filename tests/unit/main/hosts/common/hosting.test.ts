import { describe, expect, it } from 'vitest';
import { defaultDataFolder } from '#main/hosts/common/defaultDataFolder.ts';
import { checkedExternalAddress } from '#main/hosts/common/externalAddress.ts';
import { windowFolder, workerEntries } from '#main/hosts/common/workerEntries.ts';

describe('addresses for the person’s browser', () => {
  it.each([
    ['https://example.org', 'https://example.org/'],
    ['https://example.org:8443/a?b=c#d', 'https://example.org:8443/a?b=c#d'],
    ['HTTPS://EXAMPLE.org/', 'https://example.org/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ])('opens %s', (address, opened) => {
    expect(checkedExternalAddress(address)).toBe(opened);
  });

  it.each([
    'http://example.org',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'ms-settings:',
    'smb://server/share',
    'https://user@example.org/',
    'https://user:secret@example.org/',
    'https://',
    'example.org',
    '//example.org',
    '',
    `https://example.org/${'a'.repeat(8192)}`,
  ])('refuses %s', (address) => {
    expect(checkedExternalAddress(address)).toBeNull();
  });
});

describe('the data folder', () => {
  it('is the system’s place for application data', () => {
    expect(defaultDataFolder('linux', {}, '/home/ana')).toBe('/home/ana/.local/share/parallax');
    expect(defaultDataFolder('linux', { XDG_DATA_HOME: '/data' }, '/home/ana')).toBe('/data/parallax');
    expect(defaultDataFolder('linux', { XDG_DATA_HOME: 'relative' }, '/home/ana')).toBe(
      '/home/ana/.local/share/parallax',
    );
    expect(defaultDataFolder('darwin', {}, '/Users/ana')).toBe(
      '/Users/ana/Library/Application Support/Parallax',
    );
    expect(defaultDataFolder('win32', { APPDATA: 'C:\\Data' }, 'C:\\Users\\ana')).toBe('C:\\Data\\Parallax');
  });
});

describe('where threads and window are found', () => {
  it('is beside a built program', () => {
    const workers = workerEntries('file:///app/out/main/index.js');
    expect(workers.history.href).toBe('file:///app/out/main/historyWorker.js');
    expect(workers.service.href).toBe('file:///app/out/main/serviceWorker.js');
    expect(windowFolder('file:///app/out/main/index.js').href).toBe('file:///app/out/renderer/');
  });

  it('is among the sources when the program runs from sources', () => {
    const workers = workerEntries('file:///app/src/main/hosts/cli/index.ts');
    expect(workers.history.href).toBe('file:///app/src/main/history/threads/worker.ts');
    expect(workers.service.href).toBe('file:///app/src/service/worker.ts');
    expect(workers.analysis.href).toBe('file:///app/src/main/analysis/worker.ts');
    expect(windowFolder('file:///app/src/main/hosts/cli/index.ts').href).toBe('file:///app/out/renderer/');
  });
});
