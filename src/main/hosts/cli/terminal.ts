import { Writable } from 'node:stream';
import { visible } from '../common/visibleText.ts';

/**
 * What the command line reads from and writes to; nothing else in it touches the process's streams. Answers, names,
 * arguments and messages come from elsewhere, so no text steers the screen: control letters in it are written out.
 */
export type Terminal = {
  readonly stdout: (text: string) => void;
  /** False once what is printed reaches nobody any more, as when `head` has seen enough. */
  readonly isRead: () => boolean;
  readonly stderr: (text: string) => void;
  /** True when stderr is a screen, on which a line can be written over. */
  readonly live: boolean;
  /** Writes over the last line of a screen; an empty text takes it away. Nothing elsewhere. */
  readonly liveLine: (text: string) => void;
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

type Writing = {
  readonly write: (text: string) => void;
  /** What may steer the screen: nothing but our own. */
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
