import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileLines } from '#platform/fileLines.ts';
import {
  evidenceMessage,
  importEndings,
  isEvidence,
  resultText,
  splitFile,
} from '#shared/imports/splitRecords.ts';
import { UsageError } from './exitCodes.ts';

export type ImportFile = {
  readonly path: string;
  /** The user's name for the file: relative to the given folder. */
  readonly name: string;
  readonly modifiedAtMs: number;
};

export type ReadRecord =
  | { readonly ok: true; readonly place: string; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** A file that is not JSON Lines is read as one string, which cannot be longer than this. */
const maxWhole = 400 * 1024 * 1024;

/** The file itself, or every JSON file in the folder and its subfolders, by name. Hidden ones are skipped. */
export async function importFiles(given: string): Promise<readonly ImportFile[]> {
  const path = resolve(given);
  const facts = await stat(path).catch(() => null);
  if (facts === null) throw new UsageError(`No file or folder "${given}".`);
  // A device, such as /dev/zero, may have no end.
  if (facts.isCharacterDevice() || facts.isBlockDevice())
    throw new UsageError(`"${given}" is a device. Choose a file or a folder.`);
  if (!facts.isDirectory()) return [{ path, name: basename(path), modifiedAtMs: facts.mtimeMs }];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && isWanted(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((each) => !/(^|[\\/])\./.test(each.slice(path.length + 1)))
    .sort();
  if (paths.length === 0)
    throw new UsageError(`The folder "${given}" holds no ${importEndings.join(', ')} file.`);
  const root = basename(path);
  return Promise.all(
    paths.map(async (each) => ({
      path: each,
      name: join(root, each.slice(path.length + 1)),
      modifiedAtMs: (await stat(each)).mtimeMs,
    })),
  );
}

const isWanted = (name: string): boolean =>
  importEndings.some((ending) => name.toLowerCase().endsWith(ending));

/** The records of a file, one at a time; JSON Lines of any length are never read as a whole. */
export async function* recordsOf(file: ImportFile): AsyncGenerator<ReadRecord> {
  try {
    if (/\.(jsonl|ndjson)$/i.test(file.path) && !(await isUtf16(file.path))) {
      yield* linesOf(file.path);
      return;
    }
    const { size } = await stat(file.path);
    if (size > maxWhole) {
      yield { ok: false, message: 'The file is larger than 400 MB. Convert it to JSON Lines (.jsonl).' };
      return;
    }
    const split = splitFile(await readFile(file.path));
    if (!split.ok) yield split;
    else for (const record of split.records) yield { ok: true, ...record };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    yield { ok: false, message: `The file cannot be read (${reason}).` };
  }
}

/** By its byte order mark; without one the bytes of a line end would be half a character. */
async function isUtf16(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(2) });
  return bytesRead === 2 && ['fffe', 'feff'].includes(buffer.toString('hex'));
}

async function* linesOf(path: string): AsyncGenerator<ReadRecord> {
  let number = 0;
  let seen = false;
  for await (const line of fileLines(path, 'latin1')) {
    number += 1;
    const text = resultText(Buffer.from(line, 'latin1'))
      .replace(/^\uFEFF/, '')
      .trim();
    if (text === '') continue;
    if (!seen && isEvidence(text)) {
      yield { ok: false, message: `${evidenceMessage} Verify it with "parallax verify".` };
      return;
    }
    seen = true;
    yield { ok: true, place: `line ${number}`, text };
  }
  if (!seen) yield { ok: false, message: 'The file is empty.' };
}
