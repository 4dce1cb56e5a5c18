import { existsSync, readFileSync } from 'node:fs';
import type { AppUpdater, UpdateInfo } from 'electron-updater';
import type { Updater } from '../../ports.ts';
import { noUpdater } from '../../updates/noUpdater.ts';

/**
 * Whether this build updates itself: only where the platform's updater checks the signature of the new version.
 * On Windows that requires a build with a publisher name, on macOS it is always so. On Linux, electron-updater
 * only trusts a checksum in an unsigned list, so the user installs the file whose checksum was verified.
 */
export function installsByItself(platform: NodeJS.Platform, config: string): boolean {
  return platform === 'darwin' || (platform === 'win32' && /^publisherName:/m.test(config));
}

/**
 * The updater of this build, or none if it was built without an update server.
 * @param quitThen closes everything, then calls this instead of exiting
 */
export async function createUpdater(parts: {
  readonly packaged: boolean;
  readonly configFile: string;
  readonly platform: NodeJS.Platform;
  readonly quitThen: (leave: () => void) => void;
  /** Exits the program after everything was closed. */
  readonly exit: () => void;
  /** Shows a file in the system's file manager. */
  readonly show: (file: string) => void;
}): Promise<Updater> {
  if (!parts.packaged) return noUpdater('This is a development build: update it with the repository.');
  if (!existsSync(parts.configFile)) return noUpdater('This build was made without an update server.');
  const installs = installsByItself(parts.platform, readFileSync(parts.configFile, 'utf8'));
  // Loaded only here: its platform modules access Electron when they are created.
  const { default: updaters } = await import('electron-updater');
  // The AppImage updater refuses to run outside of an AppImage.
  const ofUser = parts.platform === 'win32' ? updaters.NsisUpdater : updaters.DebUpdater;
  const updater = installs ? updaters.autoUpdater : new ofUser();
  return updaterOf(updater, installs, parts);
}

/** electron-updater as the core uses it: every step is requested explicitly. */
export function updaterOf(
  updater: AppUpdater,
  installs: boolean,
  {
    quitThen,
    exit,
    show,
  }: {
    readonly quitThen: (leave: () => void) => void;
    readonly exit: () => void;
    readonly show: (file: string) => void;
  },
): Updater {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.logger = null;
  // Its failures are also rejections; without a listener, error events would end the program.
  updater.on('error', () => undefined);
  let downloaded = '';
  return {
    off: null,
    installs,
    check: async (channel) => {
      updater.channel = channel === 'beta' ? 'beta' : 'latest';
      updater.allowPrerelease = channel === 'beta';
      // Setting a channel allows it implicitly.
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
        // Verified against the checksum of the list, or deleted.
        [downloaded = ''] = await updater.downloadUpdate();
        return downloaded;
      } finally {
        updater.off('download-progress', tell);
      }
    },
    install: async () => {
      if (!installs) return show(downloaded);
      quitThen(() => {
        // Everything is closed by now: a process that remained would have no window.
        updater.once('error', exit);
        updater.quitAndInstall(false, true);
      });
    },
  };
}

/** GitHub returns release notes as HTML; they are shown as text. */
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
