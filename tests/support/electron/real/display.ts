import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

export type Display = { readonly name: string; readonly close: () => Promise<void> };

/** A screen that nobody sees, with a window manager: without one, X maximises and focuses nothing. */
export async function openDisplay(size = '1920x1080'): Promise<Display> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', `${size}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const failed = once(server, 'exit').then(() => Promise.reject(new Error('Xvfb ended at once')));
  // Whoever awaits the number is told.
  failed.catch(() => undefined);
  const [number] = (await Promise.race([once(server.stdio[3] as Readable, 'data'), failed])) as [Buffer];
  const name = `:${number.toString().trim()}`;
  const manager = spawn('openbox', ['--sm-disable'], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: name },
  });
  // A display without one is worth having still.
  manager.on('error', () => undefined);
  return {
    name,
    close: async () => {
      await ended(manager);
      await ended(server);
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}
