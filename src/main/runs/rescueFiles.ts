import { hash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { putInPlace } from '#platform/files.ts';
import { isOwnFolder } from '#platform/privateFiles.ts';
import { engines } from '#shared/interface/engines.ts';
import { safeParse } from '#shared/interface/safeParse.ts';
import { objectSchema } from '#shared/lazySchema.ts';
import { newId } from '../history/store/ids.ts';
import type { RescuedOutcome } from '../history/store/operations/cells.ts';

/**
 * Files with outcomes that could not be stored before a program ended: one outcome a line, as JSON, compressed
 * with gzip. The next start stores them.
 */
export type RescueFiles = {
  /** Sets space aside, so that a full disk still has room for the answers in memory. */
  readonly reserve: () => void;
  /**
   * Writes them beside the history, or, if that is impossible, in the system's folder for temporary files. Returns one
   * of the files: there are several if one would be too large.
   * @throws the error of the last folder
   */
  readonly write: (outcomes: readonly RescuedOutcome[]) => string;
  readonly list: () => readonly string[];
  /** The readable outcomes of a file; `unreadable` counts the other lines. */
  readonly read: (file: string) => {
    readonly outcomes: readonly RescuedOutcome[];
    readonly unreadable: number;
  };
  readonly remove: (file: string) => void;
  /** Keeps a file that cannot be stored under a name that no start looks for; returns it. */
  readonly setAside: (file: string) => string;
};

const name = /^history\.unstored-\w+\.jsonl\.gz$/;
/** Compressed, this holds some hundred answers. */
const reservedBytes = 2 * 1024 * 1024;

export function createRescueFiles(dataFolder: string): RescueFiles {
  const fallback = join(tmpdir(), `parallax-unstored-${hash('sha256', dataFolder).slice(0, 16)}`);
  const reserved = join(dataFolder, 'history.reserve');
  const writeIn = (folder: string, bytes: Uint8Array): string => {
    const file = join(folder, `history.unstored-${newId()}.jsonl.gz`);
    const draft = `${file}.tmp`;
    try {
      writeFileSync(draft, bytes, { mode: 0o600 });
      putInPlace(draft, file);
      return file;
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  };
  const write = (outcomes: readonly RescuedOutcome[]): string => {
    const bytes = gzipSync(outcomes.map((outcome) => `${JSON.stringify(outcome)}\n`).join(''));
    try {
      rmSync(reserved, { force: true });
      return writeIn(dataFolder, bytes);
    } catch {
      // There may be a limit for the size of files.
      const half = outcomes.length >> 1;
      if (half > 0) {
        write(outcomes.slice(half));
        return write(outcomes.slice(0, half));
      }
      mkdirSync(fallback, { recursive: true, mode: 0o700 });
      return writeIn(fallback, bytes);
    }
  };
  return {
    reserve() {
      try {
        if (lstatSync(reserved, { throwIfNoEntry: false })?.size === reservedBytes) return;
        // A file of zeros takes no space on some file systems.
        const noise = crypto.getRandomValues(new Uint8Array(65_536));
        writeFileSync(reserved, Buffer.alloc(reservedBytes, noise), { mode: 0o600 });
      } catch {
        rmSync(reserved, { force: true });
      }
    },
    write,
    list: () => [dataFolder, ...(isOwnFolder(fallback) ? [fallback] : [])].flatMap(filesIn),
    read(file) {
      const lines = unpacked(readFileSync(file)).split('\n').filter(Boolean);
      const outcomes = lines.flatMap((line) => outcomeOf(line) ?? []);
      return { outcomes, unreadable: lines.length - outcomes.length };
    },
    remove: (file) => rmSync(file, { force: true }),
    setAside(file) {
      const kept = file.replace('.unstored-', '.refused-');
      renameSync(file, kept);
      return kept;
    },
  };
}

/** One line that is no outcome, for a file that is damaged. */
function unpacked(bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes).toString();
  } catch {
    return '?';
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).flatMap((entry) => (name.test(entry) ? [join(folder, entry)] : []));
  } catch {
    return [];
  }
}

const failure = z.object({
  code: z.string(),
  message: z.string(),
  status: z.number().nullable(),
  requestId: z.string().nullable(),
  body: z.string().nullable(),
});
const outcomeSchema = objectSchema(() => ({
  cellId: z.string(),
  key: z.string(),
  engine: z.enum(engines),
  nowMs: z.number(),
  outcome: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('completed'),
      answer: z.object({
        body: z.string(),
        status: z.number(),
        headers: z.record(z.string(), z.string()),
        requestPath: z.string(),
        requestBody: z.string(),
        receivedAtMs: z.number(),
        roundTripMs: z.number(),
        latencyMs: z.number().nullable(),
        creditsCharged: z.number().nullable(),
        requestId: z.string().nullable(),
        imported: z.boolean(),
      }),
    }),
    z.object({ kind: z.literal('failed'), failure }),
    z.object({ kind: z.literal('unknown'), failure }),
  ]),
}));

function outcomeOf(line: string): RescuedOutcome | null {
  try {
    return safeParse(outcomeSchema, JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
