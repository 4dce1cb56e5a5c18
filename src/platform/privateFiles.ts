import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** The umask this program was started with; null unless new files are kept private. */
let inheritedMask: number | null = null;

/** From now on, every new file and folder of this process and its threads is private to this user. */
export function keepNewFilesPrivate(): void {
  inheritedMask ??= process.umask(0o077);
}

/** Starts another program for the user with the original umask. */
export function withInheritedMask<T>(start: () => T): T {
  if (inheritedMask === null) return start();
  const own = process.umask(inheritedMask);
  try {
    return start();
  } finally {
    process.umask(own);
  }
}

/** Anyone can create a folder in the one for temporary files: whether this one belongs to the user. */
export function isOwnFolder(folder: string): boolean {
  const facts = lstatSync(folder, { throwIfNoEntry: false });
  return facts?.isDirectory() === true && (process.getuid === undefined || facts.uid === process.getuid());
}

export type OpenFile = {
  readonly path: string;
  /** Permissions as an octal string, such as `644`. */
  readonly mode: string;
};

export type FileAccess = {
  /** Files and folders that were checked. */
  readonly checked: number;
  /** What others could read or write before. */
  readonly restricted: readonly OpenFile[];
  /** What others still can read or write, with the reason as a clause. */
  readonly open: readonly (OpenFile & { readonly reason: string })[];
};

/** Names that Parallax writes into a data folder, and into each folder in it. */
const ownNames: Readonly<Record<string, RegExp>> = {
  '': /^(history\.(db|reserve$|v\d+\.|before-|unstored-|refused-)|settings\.json|moved\.json$|open-parallax-)/,
  logs: /^parallax\.log/,
  reports: /^\w{12}\.\w+$/,
  service: /^((service|handover)\.|store\.txt$)/,
  sessions: /\.lock/,
  // The desktop's browser engine keeps its files private itself.
  window: /$./,
};

/** Whether Parallax wrote this file of its data folder, or a folder in it; other programs may use the same folder. */
export const isOwnFile = (name: string, folder = ''): boolean =>
  Object.hasOwn(ownNames, folder) && ownNames[folder]?.test(name) === true;

/**
 * Removes other users' access to Parallax's files in a data folder. Other files are not changed, and neither is
 * a folder that contains them or is shared, such as /tmp.
 */
export function restrictAccess(dataFolder: string): FileAccess {
  const restricted: OpenFile[] = [];
  const open: (OpenFile & { reason: string })[] = [];
  let checked = 0;

  const restrict = (path: string, facts: Stats, refusal: string | null): void => {
    checked += 1;
    if ((facts.mode & 0o077) === 0) return;
    const found = { path, mode: (facts.mode & 0o777).toString(8).padStart(3, '0') };
    if (refusal !== null) {
      open.push({ ...found, reason: refusal });
      return;
    }
    try {
      chmodSync(path, facts.mode & 0o700);
      restricted.push(found);
    } catch (error) {
      open.push({ ...found, reason: error instanceof Error ? error.message : String(error) });
    }
  };
  const enter = (folder: string, isOwn: (name: string, facts: Stats) => boolean): void => {
    const entries = readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      const facts = lstatSync(path, { throwIfNoEntry: false });
      // The target of a link is elsewhere and may be meant to be readable.
      return facts === undefined || facts.isSymbolicLink() ? [] : [{ name, path, facts }];
    });
    const own = entries.filter(({ name, facts }) => isOwn(name, facts));
    const facts = lstatSync(folder);
    // The folder first, so that nobody can replace a file meanwhile.
    restrict(folder, facts, refusalOf(facts, own.length < entries.length));
    for (const { name, path, facts } of own) {
      if (facts.isDirectory()) enter(path, (entry, each) => !each.isDirectory() && isOwnFile(entry, name));
      else restrict(path, facts, null);
    }
  };

  // Windows protects a user's application data with access control lists, independent of modes.
  if (
    process.platform !== 'win32' &&
    lstatSync(dataFolder, { throwIfNoEntry: false })?.isDirectory() === true
  )
    enter(dataFolder, (name, facts) =>
      facts.isDirectory() ? Object.hasOwn(ownNames, name) && name !== '' : isOwnFile(name),
    );
  return { checked, restricted, open };
}

function refusalOf(facts: Stats, hasOtherFiles: boolean): string | null {
  if ((facts.mode & 0o1000) !== 0) return 'the folder is meant for every user';
  if (facts.uid !== process.getuid?.()) return 'the folder belongs to another user';
  return hasOtherFiles ? 'the folder also holds files of other programs' : null;
}
