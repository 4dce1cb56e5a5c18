import type { Terminal } from '#main/hosts/cli/terminal.ts';

/** A terminal that nobody looks at, 80 columns wide. */
export const silentTerminal: Terminal = {
  stdout: () => {},
  stderr: () => {},
  isRead: () => true,
  live: false,
  liveLine: () => {},
  columns: () => 80,
  readSecret: async () => '',
};

/** A terminal that keeps what is written to it. */
export function keepingTerminal(over: Partial<Terminal> = {}) {
  const written = { stdout: '', stderr: '' };
  const terminal: Terminal = {
    ...silentTerminal,
    stdout: (text) => {
      written.stdout += text;
    },
    stderr: (text) => {
      written.stderr += text;
    },
    ...over,
  };
  return { written, terminal };
}
