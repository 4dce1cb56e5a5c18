import { importEndings } from '#shared/imports/splitRecords.ts';
import type { GivenFile } from './importStore.ts';

/** Files of a file input; for a folder only those that can contain results. */
export function chosenFiles(files: Iterable<File>, folder: boolean): readonly GivenFile[] {
  const all = [...files].map((file) => given(file, file.webkitRelativePath || file.name));
  return sorted(folder ? all.filter(isWanted) : all);
}

/** Dropped files, including the content of folders. The transfer must be read before the first await. */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly GivenFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found = await Promise.all(entries.map((entry) => filesIn(entry, false)));
  return sorted(found.flat());
}

async function filesIn(entry: FileSystemEntry, inFolder: boolean): Promise<readonly GivenFile[]> {
  const path = entry.fullPath.replace(/^\//, '');
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    const one = given(file, path);
    return inFolder && !isWanted(one) ? [] : [one];
  }
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const inside: FileSystemEntry[] = [];
  // A directory reader returns batches, and an empty one at the end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) break;
    inside.push(...part);
  }
  const found = await Promise.all(inside.map((each) => filesIn(each, true)));
  return found.flat();
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

function given(file: File, name: string): GivenFile {
  return {
    name,
    size: file.size,
    modifiedAtMs: file.lastModified,
    bytes: () => file.arrayBuffer(),
    blob: file,
  };
}

function isWanted({ name }: GivenFile): boolean {
  const hidden = /(^|\/)\./.test(name);
  return !hidden && importEndings.some((ending) => name.toLowerCase().endsWith(ending));
}

function sorted(files: readonly GivenFile[]): readonly GivenFile[] {
  return [...files].sort((one, other) => (one.name < other.name ? -1 : 1));
}
