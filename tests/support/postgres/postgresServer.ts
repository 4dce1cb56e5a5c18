import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A PostgreSQL of the suite's own: on loopback, with a password, on a data folder that goes with it. */
export type PostgresServer = {
  /** Address of its first database, with user and password; the suites' own are made with `createDatabase`. */
  readonly url: string;
  /** Stops it as an operator does, or as a machine that loses its power, and starts it again at the same address. */
  readonly restart: (how: 'stopped' | 'crashed') => Promise<void>;
  /**
   * It loses its power for good: what was on its disk is started at another address, which is given. Only this address
   * answers from then on.
   */
  readonly failOver: () => Promise<string>;
  /** Stops it and removes its data folder. */
  readonly close: () => Promise<void>;
};

export type PostgresOptions = {
  /** Commits survive a crash, as in operation. Without it nothing waits for a disk: right where rules are tested. */
  readonly durable?: boolean;
  /** Further settings, as `postgres -c name=value` takes them. */
  readonly settings?: Readonly<Record<string, string | number>>;
};

const installations = '/usr/lib/postgresql';
const startBudgetMs = 60_000;

/** Null when this machine has a PostgreSQL that can be started, else what is missing. */
export function postgresMissing(): string | null {
  return programFolder() === null ? `PostgreSQL is not in ${installations}` : null;
}

/** The newest one that is installed. */
function programFolder(): string | null {
  const versions = existsSync(installations) ? readdirSync(installations).map(Number) : [];
  const found = versions
    .filter((version) => existsSync(join(installations, String(version), 'bin/postgres')))
    .sort((left, right) => right - left)
    .at(0);
  return found === undefined ? null : join(installations, String(found), 'bin');
}

function programFolderOrThrow(): string {
  const folder = programFolder();
  if (folder === null) throw new Error(postgresMissing() ?? 'PostgreSQL cannot be started');
  return folder;
}

/** Runs one statement as the server's own client does; returns what it printed, without alignment. */
export async function psql(url: string, statement: string): Promise<string> {
  const program = join(programFolderOrThrow(), 'psql');
  const { stdout } = await run(program, ['-qXAt', '-v', 'ON_ERROR_STOP=1', '-d', url, '-c', statement]);
  return stdout.trimEnd();
}

/** Makes an empty database beside the one of the address and returns its own address. */
export async function createDatabase(serverUrl: string): Promise<string> {
  const name = `suite_${randomBytes(6).toString('hex')}`;
  await psql(serverUrl, `CREATE DATABASE ${name}`);
  const address = new URL(serverUrl);
  address.pathname = `/${name}`;
  return address.href;
}

const quickSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const programs = programFolderOrThrow();
  const inMemory = options.durable !== true && existsSync('/dev/shm');
  const folder = await mkdtemp(join(inMemory ? '/dev/shm' : tmpdir(), 'parallax-postgres-'));
  const owner = await unprivileged();
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner.uid !== undefined)
    for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid ?? 0);

  let data = join(folder, 'data');
  const layOut = ['-D', data, '-U', 'parallax', '-A', 'scram-sha-256', '--pwfile', passwordFile];
  await run(join(programs, 'initdb'), [...layOut, '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], {
    ...owner,
    cwd: folder,
  });
  let port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    ...(options.durable === true ? {} : quickSettings),
    ...options.settings,
  };
  const start = () => {
    const configured = Object.entries({ ...settings, port }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    return startServer(join(programs, 'postgres'), ['-D', data, ...configured], { ...owner, cwd: folder });
  };
  const address = () => `postgres://parallax:${password}@127.0.0.1:${port}/postgres`;

  let server = await start();
  const watchdog = watchOver(server, folder);
  return {
    url: address(),
    restart: async (how) => {
      await stopServer(server, how === 'stopped' ? 'SIGINT' : 'SIGQUIT');
      server = await start();
      watchdog.follow(server);
    },
    failOver: async () => {
      await stopServer(server, 'SIGQUIT');
      port = await freePort();
      const copy = join(folder, `data-${port}`);
      await run('cp', ['-a', data, copy]);
      await rm(data, { recursive: true });
      await rm(join(copy, 'postmaster.pid'), { force: true });
      data = copy;
      server = await start();
      watchdog.follow(server);
      return address();
    },
    close: async () => {
      await stopServer(server, 'SIGINT');
      watchdog.dismiss();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Owner = { readonly uid?: number; readonly gid?: number };

/** Who the server runs as: this user, or `postgres` where this is root, as which it refuses to run. */
async function unprivileged(): Promise<Owner> {
  if (userInfo().uid !== 0) return {};
  const id = async (which: '-u' | '-g') => Number((await run('id', [which, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

async function startServer(
  program: string,
  serverArguments: readonly string[],
  place: Owner & { readonly cwd: string },
): Promise<ChildProcess> {
  const server = spawn(program, serverArguments, {
    ...place,
    stdio: ['ignore', 'ignore', 'pipe'],
    // An interrupt from the keyboard is for the suite, which stops the server in its turn.
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  });
  const { stderr } = server;
  if (stderr === null) throw new Error('PostgreSQL was started without a pipe');
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (why: string): void => {
      clearTimeout(timer);
      server.kill('SIGQUIT');
      reject(new Error(`PostgreSQL did not start: ${why}\n${said}`));
    };
    const timer = setTimeout(() => fail('no answer in time'), startBudgetMs);
    const ended = (code: number | null): void => fail(`it ended with code ${code}`);
    server.once('exit', ended);
    stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000);
      if (!said.includes('database system is ready to accept connections')) return;
      clearTimeout(timer);
      server.off('exit', ended);
      resolve(server);
    });
  });
}

async function stopServer(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, 'exit');
  server.kill(signal);
  await gone;
}

/** Ends the server and removes its folder when this process is killed before it could do so. */
function watchOver(
  first: ChildProcess,
  folder: string,
): { readonly follow: (server: ChildProcess) => void; readonly dismiss: () => void } {
  // Every line names the server to watch; the end of the pipe is the end of this process.
  const script =
    'while read -r next; do [ "$next" = done ] && exit; server=$next; done; ' +
    'kill -QUIT "$server"; while kill -0 "$server"; do sleep 0.1; done; rm -rf "$1"';
  const watchdog = spawn('/bin/sh', ['-c', script, 'watchdog', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const follow = ({ pid }: ChildProcess): void => void watchdog.stdin?.write(`${pid}\n`);
  follow(first);
  watchdog.unref();
  if (watchdog.stdin instanceof Socket) watchdog.stdin.unref();
  return { follow, dismiss: () => void watchdog.stdin?.end('done\n') };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  server.close();
  await once(server, 'close');
  return address.port;
}
