import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A D-Bus session of its own with a real gnome-keyring in it; its files live in `home`. */
export type KeyringSession = {
  /** Environment of programs that shall see this keychain and no other. */
  readonly env: NodeJS.ProcessEnv;
  /** Ends the daemon and starts it again over the same files, as after a log-out. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Null when this machine can run one, else what is missing. */
export async function keyringMissing(): Promise<string | null> {
  for (const program of ['/usr/bin/dbus-daemon', '/usr/bin/gnome-keyring-daemon']) {
    const found = await access(program).then(
      () => true,
      () => false,
    );
    if (!found) return `${program} is not installed`;
  }
  return null;
}

export async function startKeyringSession(): Promise<KeyringSession> {
  const home = await mkdtemp(join(tmpdir(), 'parallax-keyring-'));
  let session = await startDaemons(home);
  return {
    get env() {
      return session.env;
    },
    restart: async () => {
      await session.stop();
      session = await startDaemons(home);
    },
    close: async () => {
      await session.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Environment of a machine without any keychain: no session bus to be found. */
export function withoutKeychain(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    XDG_RUNTIME_DIR: join(home, 'absent'),
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(home, 'absent', 'bus')}`,
  };
}

async function startDaemons(home: string): Promise<{ env: NodeJS.ProcessEnv; stop: () => Promise<void> }> {
  const runtime = join(home, 'runtime');
  await mkdir(runtime, { recursive: true, mode: 0o700 });
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: runtime },
  });
  const lines = createInterface({ input: bus.stdout });
  const [address] = (await once(lines, 'line')) as [string];
  lines.close();
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_DATA_HOME: join(home, 'data'),
    DBUS_SESSION_BUS_ADDRESS: address,
  };
  // It goes to the background once it answers on the bus, and ends when the bus does.
  const unlocking = run('gnome-keyring-daemon', ['--unlock', '--components=secrets'], { env });
  unlocking.child.stdin?.end('test password');
  await unlocking;
  return {
    env,
    stop: async () => {
      const ended = once(bus, 'exit');
      bus.kill('SIGTERM');
      await ended;
    },
  };
}
