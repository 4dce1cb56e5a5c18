import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** What the command line reads from and writes to; nothing else in it touches the process's streams. */
export type Terminal = {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** True when stderr is a screen, on which a line can be written over. */
  readonly live: boolean;
  /** Columns of the screen; plenty where there is none, so that a pipe gets whole lines. */
  readonly columns: () => number;
  /** One line, not echoed on a screen. Empty at the end of the input. */
  readonly readSecret: (question: string) => Promise<string>;
};

export function processTerminal(streams: Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr'>): Terminal {
  const { stdin, stdout, stderr } = streams;
  return {
    stdout: (text) => void stdout.write(text),
    stderr: (text) => void stderr.write(text),
    live: stderr.isTTY === true,
    columns: () => stdout.columns ?? 200,
    readSecret: async (question) => {
      if (stdin.isTTY) stderr.write(question);
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
      const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY === true });
      try {
        for await (const line of lines) return line.trim();
        return '';
      } finally {
        lines.close();
        if (stdin.isTTY) stderr.write('\n');
      }
    },
  };
}
