import { existsSync, readFileSync } from 'node:fs';
import type { AppUpdater, UpdateInfo } from 'electron-updater';
import type { Updater } from '../../ports.ts';
import { noUpdater } from '../../updates/updates.ts';

/**
 * Whether this build updates itself: only where the platform's updater checks who signed the new version. On Windows that
 * is so when the build names its publisher, on macOS always. On Linux what electron-updater trusts is a checksum in a
 * list that nobody signed, so the window only tells of a new version.
 */
export function installsByItself(platform: NodeJS.Platform, config: string): boolean {
  return platform === 'darwin' || (platform === 'win32' && /^publisherName:/m.test(config));
}

/**
 * The updater of this build, or none where it was built without an update server.
 * @param quitThen closes everything, then does this instead of leaving
 */
export async function createUpdater(parts: {
  readonly packaged: boolean;
  readonly configFile: string;
  readonly platform: NodeJS.Platform;
  readonly quitThen: (leave: () => void) => void;
  /** Ends the program that was closed already. */
  readonly exit: () => void;
}): Promise<Updater> {
  if (!parts.packaged) return noUpdater('This is a development build: update it with the repository.');
  if (!existsSync(parts.configFile)) return noUpdater('This build was made without an update server.');
  const installs = installsByItself(parts.platform, readFileSync(parts.configFile, 'utf8'));
  // Loaded only here: its parts for the platforms reach for Electron when they are made.
  const { default: updaters } = await import('electron-updater');
  // The AppImage's one refuses to look outside of an AppImage.
  const updater = installs ? updaters.autoUpdater : new updaters.DebUpdater();
  return updaterOf(updater, installs, parts);
}

/** An electron-updater as the core uses it: every step is asked for, and nothing happens behind its back. */
export function updaterOf(
  updater: AppUpdater,
  installs: boolean,
  { quitThen, exit }: { readonly quitThen: (leave: () => void) => void; readonly exit: () => void },
): Updater {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.logger = null;
  // Its failures come as rejections too; without a listener they would end the program.
  updater.on('error', () => undefined);
  return {
    off: null,
    installs,
    check: async (channel) => {
      updater.channel = channel === 'beta' ? 'beta' : 'latest';
      updater.allowPrerelease = channel === 'beta';
      // Choosing a channel allows it silently.
      updater.allowDowngrade = false;
      const found = await updater.checkForUpdates();
      if (!found?.isUpdateAvailable) return null;
      const { updateInfo } = found;
      return { version: updateInfo.version, notes: notesOf(updateInfo) };
    },
    download: async (onProgress) => {
      const tell = ({ percent }: { readonly percent: number }): void =>
        onProgress(Math.min(1, Math.floor(percent) / 100));
      updater.on('download-progress', tell);
      try {
        await updater.downloadUpdate();
      } finally {
        updater.off('download-progress', tell);
      }
    },
    install: async () =>
      quitThen(() => {
        // Everything is closed by now: a program that is left over would be there with nothing to see.
        updater.once('error', exit);
        updater.quitAndInstall(false, true);
      }),
  };
}

/** GitHub hands its notes out as HTML; they are shown as text. */
function notesOf({ releaseNotes }: UpdateInfo): string {
  const notes = Array.isArray(releaseNotes)
    ? releaseNotes.map(({ version, note }) => `${version}\n${note ?? ''}`).join('\n\n')
    : (releaseNotes ?? '');
  return notes
    .replace(/<li>/g, '• ')
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .trim()
    .slice(0, 20_000);
}
