import type { Clock, Random } from '#platform/clock.ts';
import type { ProxyOf } from '#platform/http/proxies.ts';
import type { Logger } from '#platform/log.ts';
import type { Release } from '#shared/model/updates.ts';

/**
 * What the core needs from its host. Adapters live in `main/electron` and `main/node`; the core and all it
 * wires see only these types.
 */

export type SecretStoreStatus =
  | { readonly kind: 'protected'; readonly backend: string }
  /** Secrets live in memory until the program ends; `reason` is one sentence for the window. */
  | { readonly kind: 'memory-only'; readonly reason: string };

/** Keys by name, in the operating system's keychain; never in a file. */
export type SecretStore = {
  readonly status: () => Promise<SecretStoreStatus>;
  readonly get: (name: string) => Promise<string | null>;
  readonly set: (name: string, secret: string) => Promise<void>;
  /** True when something was removed. */
  readonly remove: (name: string) => Promise<boolean>;
};

/** Small settings that are not secret, kept as JSON by the host. */
export type SettingsStore = {
  readonly get: (key: string) => unknown;
  /** All at once, as one look at what is stored. */
  readonly all: () => ReadonlyMap<string, unknown>;
  readonly set: (key: string, value: unknown) => void;
  readonly remove: (key: string) => void;
};

export type AppPaths = {
  /** Root of everything the program keeps. */
  readonly data: string;
};

/** Addresses of the worker entries: sources under tests, bundles in a build. */
export type WorkerEntries = { readonly history: URL; readonly service: URL; readonly analysis: URL };

/** Opens a checked https address in the person's browser. */
export type Shell = { readonly openExternal: (url: string) => Promise<void> };

/** Puts a page that stands alone onto paper, as a PDF file. */
export type PdfPrinter = { readonly pdfOf: (html: string) => Promise<Uint8Array> };

/** Shows a notification of the operating system. `address` is where the window goes when it is clicked, from its `#`. */
export type Notifier = {
  readonly show: (notification: {
    readonly title: string;
    readonly body: string;
    readonly address: string;
  }) => void;
};

/** Asks the person where a file goes and writes it there; false when they changed their mind. */
export type FileSaver = { readonly save: (name: string, bytes: Uint8Array) => Promise<boolean> };

/** Newer versions of the program, where its host can bring them. */
export type Updater = {
  /** Why there are none, or null when there may be. */
  readonly off: string | null;
  /** False where a version can only be told of. */
  readonly installs: boolean;
  /** The newest version of the channel when it is newer than this one. */
  readonly check: (channel: 'stable' | 'beta') => Promise<Release | null>;
  /** Brings what was found and checks it. */
  readonly download: (onProgress: (share: number) => void) => Promise<void>;
  /** Ends the program and starts the installer. */
  readonly install: () => Promise<void>;
};

export type Host = 'desktop' | 'browser' | 'terminal';

export type CorePorts = {
  readonly host: Host;
  readonly version: string;
  readonly paths: AppPaths;
  /** The handed out file whose copy is in the data folder: nothing is asked or changed then. */
  readonly readOnlyFile?: string | null;
  /** The data folder is only read, on connections that cannot write, beside whichever programs work in it. */
  readonly onlyReads?: boolean;
  readonly secrets: SecretStore;
  readonly settings: SettingsStore;
  readonly workers: WorkerEntries;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly shell: Shell;
  /** Only where the host has pages of its own to print. */
  readonly printer?: PdfPrinter;
  /** How the window is drawn, as Chromium says; only where the host has one of its own. */
  readonly graphics?: () => Promise<string>;
  /** The program's own log; only where there is one. */
  readonly logFile?: string;
  /** Only where the host knows the system's proxies. */
  readonly proxyOf?: ProxyOf;
  /** Only where the host can bring newer versions. */
  readonly updater?: Updater;
  /** Only where a page does not save files by itself. */
  readonly fileSaver?: FileSaver;
  /** Only where the host may show notifications. */
  readonly notifier?: Notifier;
};
