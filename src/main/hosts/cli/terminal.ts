import { Writable } from 'node:stream';
import { databaseTrouble } from '#platform/sqlite/databaseTrouble.ts';
import { visible } from '../common/visibleText.ts';
import type { Ending } from './ending.ts';

/**
 * Input and output of the command line; nothing else in it uses the process's streams. Answers, names,
 * arguments and messages come from elsewhere, so control characters in them are escaped.
 */
export type Terminal = {
  readonly stdout: (text: string) => void;
  /** False once nobody reads the output any more, as with `head`. */
  readonly isRead: () => boolean;
  readonly stderr: (text: string) => void;
  /** True if stderr is a terminal, on which a line can be overwritten. */
  readonly live: boolean;
  /** Overwrites the last line of a terminal; an empty text removes it. Does nothing elsewhere. */
  readonly liveLine: (text: string) => void;
  /** Width of the terminal in columns; large without one, so that a pipe gets whole lines. */
  readonly columns: () => number;
  /** One line, not echoed on a terminal. Empty at the end of the input. */
  readonly readSecret: (question: string) => Promise<string>;
};

/** The process that runs a command. */
export type Process = {
  /** `import.meta.url` of the program's entry. */
  readonly program: string;
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
} & Ending;

/** Errors of a stream whose pipe was closed or whose terminal is gone. */
const readerLeft: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED']);

/**
 * The process's own streams. A reader may close its end early: later output is dropped, and the command
 * continues, because what it asked for is paid for. `onLost` is called once for output whose loss matters, as
 * on a full disk.
 */
export function processTerminal(
  streams: Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr'>,
  onLost: (error: Error) => void,
): Terminal {
  const { stdin, stdout, stderr } = streams;
  const output = writing(stdout, onLost);
  const notices = writing(stderr, () => undefined);
  const live = stderr.isTTY === true;
  return {
    stdout: output.write,
    isRead: output.goesOn,
    stderr: notices.write,
    live,
    liveLine: (text) => {
      if (live) notices.raw(`\r\u001b[K${visible(text, true)}`);
    },
    columns: () => stdout.columns ?? 200,
    readSecret: async (question) => {
      if (stdin.isTTY) notices.write(question);
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
      const { createInterface } = await import('node:readline/promises');
      const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY === true });
      try {
        for await (const line of lines) return line.trim();
        return '';
      } finally {
        lines.close();
        if (stdin.isTTY) notices.write('\n');
      }
    },
  };
}

/** Why output is missing, and what to do. */
export function lostOutput(error: Error): string {
  const trouble = databaseTrouble(error);
  if (trouble === 'full') return 'The disk that holds the output is full. Free some space and try again.';
  if (trouble === 'failing')
    return 'The output cannot be written: its disk reports an error, or a limit for the size of files is reached. Free some space or choose another disk, and try again.';
  return `The output could not be written: ${error.message}`;
}

/** Computes output only while somebody reads it. */
export async function* whileRead<T>(
  terminal: Pick<Terminal, 'isRead'>,
  made: AsyncIterable<T>,
): AsyncGenerator<T> {
  for await (const each of made) {
    if (!terminal.isRead()) return;
    yield each;
  }
}

type Writing = {
  readonly write: (text: string) => void;
  /** Removes control sequences except our own. */
  readonly raw: (text: string) => void;
  readonly goesOn: () => boolean;
};

function writing(stream: Writable & { readonly isTTY?: boolean }, onLost: (error: Error) => void): Writing {
  let broken = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (broken) return;
    broken = true;
    if (!readerLeft.has(error.code)) onLost(error);
  });
  const raw = (text: string): void => {
    if (!broken) stream.write(text);
  };
  return {
    write: (text) => raw(visible(text, stream.isTTY === true)),
    raw,
    goesOn: () => !broken,
  };
}
