import { spawn } from 'node:child_process';
import { withInheritedMask } from '#platform/privateFiles.ts';
import type { Shell } from '../../ports.ts';
import { checkedExternalAddress } from '../common/externalAddress.ts';

export type Opener = { readonly command: string; readonly args: readonly string[] };

/** The command that opens a URL in the user's browser. */
export function browserOpener(platform: NodeJS.Platform, address: string): Opener {
  if (platform === 'darwin') return { command: 'open', args: [address] };
  // `start` is a shell command and would interpret `&` in a URL.
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', address] };
  return { command: 'xdg-open', args: [address] };
}

/**
 * Opens a URL in the user's browser. False if there is no command for it; a browser that fails later reports
 * that itself.
 */
export function openInBrowser(platform: NodeJS.Platform, address: string): Promise<boolean> {
  const { command, args } = browserOpener(platform, address);
  return new Promise((done) => {
    const child = withInheritedMask(() => spawn(command, [...args], { stdio: 'ignore', detached: true }));
    child.once('error', () => done(false));
    child.once('spawn', () => {
      child.unref();
      done(true);
    });
  });
}

/** Opens external links in the user's browser, only https ones. */
export function nodeShell(platform: NodeJS.Platform): Shell {
  return {
    openExternal: async (url) => {
      const address = checkedExternalAddress(url);
      if (address === null) throw new Error('Only https addresses are opened.');
      if (!(await openInBrowser(platform, address)))
        throw new Error('No browser could be started. Open the address yourself.');
    },
  };
}
