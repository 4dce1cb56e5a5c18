import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { NsisUpdater } from 'electron-updater';

const require = createRequire(import.meta.url);
// The updater's own copy of its base.
const ofUpdater = createRequire(require.resolve('electron-updater'));
const runtime = ofUpdater('builder-util-runtime');

/** As Electron's own executor downloads, over Node's client instead of Chromium's. */
class NodeExecutor extends runtime.HttpExecutor {
  createRequest(options: object, callback: (response: unknown) => void) {
    return request(options, callback);
  }
  download(url: URL, destination: string, options: Readonly<Record<string, unknown>>): Promise<string> {
    const { cancellationToken, headers } = options as { cancellationToken: Token; headers: object };
    return cancellationToken.createPromise((resolve, reject, onCancel) => {
      const requestOptions = { headers, redirect: 'manual' };
      runtime.configureRequestUrl(url, requestOptions);
      runtime.configureRequestOptions(requestOptions);
      const callback = (error?: Error | null) => (error == null ? resolve(destination) : reject(error));
      this.doDownload(requestOptions, { destination, options, onCancel, callback, responseHandler: null }, 0);
    });
  }
}
type Token = {
  readonly createPromise: (
    work: (resolve: (value: string) => void, reject: (error: Error) => void, onCancel: unknown) => void,
  ) => Promise<string>;
};

/** The real updater of Windows builds, in a program of this version and with a scratch folder. */
export function nodeUpdater(parts: {
  readonly folder: string;
  readonly cacheFolder: string;
  readonly url: string;
  readonly version: string;
  /** What Windows says of the signature of a file; null when it is the publisher's. */
  readonly signature: string | null;
}): NsisUpdater {
  const config = join(parts.folder, 'app-update.yml');
  writeFileSync(
    config,
    `provider: generic\nurl: ${parts.url}\nupdaterCacheDirName: parallax-updater\npublisherName:\n  - Parallax\n`,
  );
  const { NsisUpdater: Updater } = require('electron-updater/out/NsisUpdater.js');
  const updater = new Updater(null, {
    version: parts.version,
    name: 'Parallax',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: parts.folder,
    baseCachePath: parts.cacheFolder,
    whenReady: async () => {},
    relaunch: () => {},
    quit: () => {},
    onQuit: () => {},
  });
  updater.httpExecutor = new NodeExecutor();
  updater.disableDifferentialDownload = true;
  updater._testOnlyOptions = { platform: 'win32' };
  updater.verifyUpdateCodeSignature = async () => parts.signature;
  return updater;
}
