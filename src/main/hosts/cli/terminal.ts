import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** What the command line reads from and writes to; nothing else in it touches the process's streams. */
export type Terminal = {
  readonly stdout: (text: string) => void;
  /** False once what is printed reaches nobody any more, as when `head` has seen enough. */
  readonly isRead: () => boolean;
  readonly stderr: (text: string) => void;
  /** True when stderr is a screen, on which a line can be written over. */
  readonly live: boolean;
  /** Columns of the screen; plenty where there is none, so that a pipe gets whole lines. */
  readonly columns: () => number;
  /** One line, not echoed on a screen. Empty at the end of the input. */
  readonly readSecret: (question: string) => Promise<string>;
};

/** What a stream fails with when the other end of its pipe was closed, or its screen is gone. */
const readerLeft: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED']);

/**
 * The process's own streams. A reader may leave before the end: what is said afterwards is dropped, and the command
 * goes on, since what it asked for is paid. `onLost` is told once of output that somebody does miss, as on a full disk.
 */
export function processTerminal(
  streams: Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr'>,
  onLost: (error: Error) => void,
): Terminal {
  const { stdin, stdout, stderr } = streams;
  const output = writing(stdout, onLost);
  const remarks = writing(stderr, () => undefined);
  return {
    stdout: output.write,
    isRead: output.goesOn,
    stderr: remarks.write,
    live: stderr.isTTY === true,
    columns: () => stdout.columns ?? 200,
    readSecret: async (question) => {
      if (stdin.isTTY) remarks.write(question);
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
      const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY === true });
      try {
        for await (const line of lines) return line.trim();
        return '';
      } finally {
        lines.close();
        if (stdin.isTTY) remarks.write('\n');
      }
    },
  };
}

/** What is made for being printed only, as long as somebody reads it. */
export async function* whileRead<T>(
  terminal: Pick<Terminal, 'isRead'>,
  made: AsyncIterable<T>,
): AsyncGenerator<T> {
  for await (const each of made) {
    if (!terminal.isRead()) return;
    yield each;
  }
}

function writing(
  stream: Writable,
  onLost: (error: Error) => void,
): { readonly write: (text: string) => void; readonly goesOn: () => boolean } {
  let broken = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (broken) return;
    broken = true;
    if (!readerLeft.has(error.code)) onLost(error);
  });
  return {
    write: (text) => {
      if (!broken) stream.write(text);
    },
    goesOn: () => !broken,
  };
}
