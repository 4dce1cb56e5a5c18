import type { Clock, Random } from '#platform/clock.ts';
import type { ProxyOf } from '#platform/http/proxies.ts';
import type { Logger } from '#platform/log.ts';
import type { MenuState, PathKind } from '#shared/bridge/routes/app.ts';
import type { SpellingFacts } from '#shared/model/settings.ts';
import type { Release } from '#shared/model/updates.ts';

/**
 * What the core needs from its host. Adapters are in `main/hosts`; the core and everything it wires see only
 * these types.
 */

export type SecretStoreStatus =
  | { readonly kind: 'protected'; readonly backend: string }
  /** Secrets stay in memory until the program ends; `reason` is a sentence for the window. */
  | { readonly kind: 'memory-only'; readonly reason: string };

/** Keys by name, in the operating system's keychain; never in a file. */
export type SecretStore = {
  readonly status: () => Promise<SecretStoreStatus>;
  readonly get: (name: string) => Promise<string | null>;
  readonly set: (name: string, secret: string) => Promise<void>;
  /** True if something was removed. */
  readonly remove: (name: string) => Promise<boolean>;
};

/** Small settings that are not secret, kept as JSON by the host. */
export type SettingsStore = {
  readonly get: (key: string) => unknown;
  /** All values at once, as a consistent snapshot. */
  readonly all: () => ReadonlyMap<string, unknown>;
  readonly set: (key: string, value: unknown) => void;
  readonly remove: (key: string) => void;
  /** Name of the file that was found damaged and kept beside, or null. */
  readonly damaged?: () => string | null;
};

export type AppPaths = {
  /** Root of the data folder. */
  readonly data: string;
};

/** URLs of the worker entry files: sources in tests, bundles in a build. */
export type WorkerEntries = {
  readonly history: URL;
  readonly service: URL;
  readonly analysis: URL;
  /** Only where models can translate on this computer. */
  readonly translation?: URL;
};

/** Opens a validated https URL in the user's browser. */
export type Shell = { readonly openExternal: (url: string) => Promise<void> };

/** Prints a self-contained page to a PDF file. */
export type PdfPrinter = { readonly pdfOf: (html: string) => Promise<Uint8Array> };

/** Shows a system notification. `address` is the window's URL from its `#` that a click opens. */
export type Notifier = {
  readonly show: (notification: {
    readonly title: string;
    readonly body: string;
    readonly address: string;
  }) => void;
};

export type FileSaver = {
  /**
   * Asks the user where to save a file and writes it there.
   * @returns the name that it has now; null if the user cancelled
   * @throws errors of the file system; the place is as it was before
   */
  readonly save: (name: string, bytes: Uint8Array) => Promise<string | null>;
  /** Shows a saved file, by that name, in the system's file manager. */
  readonly show: (name: string) => void;
};

/** Updates of the program, where the host supports them. */
export type Updater = {
  /** Why updates are not available, or null if they may be. */
  readonly off: string | null;
  /** False where the user installs the update. */
  readonly installs: boolean;
  /** The newest version of the channel if it is newer than this one. */
  readonly check: (channel: 'stable' | 'beta') => Promise<Release | null>;
  /** Downloads and verifies the update that was found. Resolves with the path of the file. */
  readonly download: (onProgress: (share: number) => void) => Promise<string>;
  /** Ends the program and starts the installer, or shows the file to the user who installs it. */
  readonly install: () => Promise<void>;
};

export type Host = 'desktop' | 'browser' | 'terminal';

export type CorePorts = {
  readonly host: Host;
  readonly version: string;
  readonly paths: AppPaths;
  /** The opened `.parallax` file whose copy is the data folder; nothing is asked or changed then. */
  readonly readOnlyFile?: string | null;
  /** The data folder is opened with read-only connections, alongside other programs that use it. */
  readonly onlyReads?: boolean;
  /** How much memory finished comparisons may keep. */
  readonly keptComparisonBytes?: number;
  readonly secrets: SecretStore;
  readonly settings: SettingsStore;
  readonly workers: WorkerEntries;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly shell: Shell;
  /** Only if the host can print pages. */
  readonly printer?: PdfPrinter;
  /** How the window is rendered, as reported by Chromium; only if the host has its own window. */
  readonly graphics?: () => Promise<string>;
  /** The program's log, if there is one. */
  readonly logFile?: string;
  /** Only if the host knows the system's proxies. */
  readonly proxyOf?: ProxyOf;
  /** Only if the host supports updates. */
  readonly updater?: Updater;
  /** Only if pages cannot save files themselves. */
  readonly fileSaver?: FileSaver;
  /** Asks for a path; null if the user cancelled. Only if the host has such a dialog. */
  readonly choosePath?: (kind: PathKind) => Promise<string | null>;
  /** Ends the program and starts it again; only if the host can. */
  readonly restart?: () => void;
  /** Opens another window; only if the host opens windows. */
  readonly newWindow?: () => void;
  /** Only if the host has a menu. */
  readonly menu?: { readonly show: (state: MenuState) => void };
  /** Only if the host checks spelling by dictionaries of its own. */
  readonly spelling?: () => SpellingFacts;
  /** Only if the host can show notifications. */
  readonly notifier?: Notifier;
};
