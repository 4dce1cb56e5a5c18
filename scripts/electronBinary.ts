import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type ElectronBinary =
  | { readonly kind: 'ready'; readonly executable: string }
  /** `reason` is a clause that ends "The desktop window cannot open: "; `remedy` is a sentence with a command. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly remedy?: string };

type Env = Readonly<Record<string, string | undefined>>;

/** Long enough for some 120 MB over a slow line. */
const downloadTimeoutMs = 10 * 60_000;
/** How often a download says how far it is. */
const progressEveryMs = 2000;

/** Why a window cannot open on this machine whatever is installed, or null. */
export function displayProblem(platform: NodeJS.Platform, env: Env, uid: number | undefined): string | null {
  if (platform !== 'linux') return null;
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  if (uid === 0) return 'Electron does not run sandboxed as root';
  return null;
}

/** What decides whether Chromium finds a sandbox on Linux. */
export type SandboxFacts = {
  /** Contents of the kernel's settings; null where it has no such setting. */
  readonly restrictsNamespaces: string | null;
  readonly namespacesForUsers: string | null;
  readonly mostNamespaces: string | null;
  /** Owner and mode of `chrome-sandbox` beside the executable; null where it is missing. */
  readonly helper: Pick<Stats, 'uid' | 'mode'> | null;
  /** An AppArmor profile names this executable and lets it make namespaces. */
  readonly profiled: boolean;
};

/**
 * Why Chromium would find no sandbox, or null. It needs namespaces that anyone may make, or a helper that belongs to root
 * and is setuid. Ubuntu 23.10 and later restrict the first, and npm cannot install the second: Electron would end with
 * SIGTRAP. It is never started without its sandbox.
 */
export function sandboxProblem(executable: string, facts: SandboxFacts): ElectronBinary | null {
  const restricted =
    (facts.restrictsNamespaces?.trim() === '1' && !facts.profiled) ||
    facts.namespacesForUsers?.trim() === '0' ||
    facts.mostNamespaces?.trim() === '0';
  if (!restricted || (facts.helper?.uid === 0 && (facts.helper.mode & 0o4755) === 0o4755)) return null;
  const helper = quoted(helperOf(executable));
  return {
    kind: 'unavailable',
    reason: 'this system restricts user namespaces, and the sandbox of Electron is not set up',
    remedy: `Set it up once with: sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`,
  };
}

const helperOf = (executable: string): string => join(executable, '..', 'chrome-sandbox');
const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;

function sandboxFacts(executable: string): SandboxFacts {
  return {
    restrictsNamespaces: contentOf('/proc/sys/kernel/apparmor_restrict_unprivileged_userns'),
    namespacesForUsers: contentOf('/proc/sys/kernel/unprivileged_userns_clone'),
    mostNamespaces: contentOf('/proc/sys/user/max_user_namespaces'),
    helper: statSync(helperOf(executable), { throwIfNoEntry: false }) ?? null,
    profiled: profilesOf('/etc/apparmor.d').some(
      (text) => text.includes(executable) && /^\s*userns\b/m.test(text),
    ),
  };
}

function profilesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [contentOf(join(folder, entry.name)) ?? ''] : [],
    );
  } catch {
    return [];
  }
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** The executable of the installed electron package, or null while it is not downloaded. */
export function installedElectron(packageFolder: string): string | null {
  const relative = contentOf(join(packageFolder, 'path.txt'));
  if (relative === null) return null;
  const executable = join(packageFolder, 'dist', relative);
  return existsSync(executable) ? executable : null;
}

/** Finds Electron, downloading it where that is possible. `announce` is told how a download goes. */
export async function findElectron(
  packageFolder: string,
  announce: (line: string) => void,
): Promise<ElectronBinary> {
  const problem = displayProblem(process.platform, process.env, process.getuid?.());
  if (problem) return { kind: 'unavailable', reason: problem };
  const found = installedElectron(packageFolder);
  const electron: ElectronBinary =
    found === null
      ? await downloadElectron(packageFolder, process.env, announce)
      : { kind: 'ready', executable: found };
  if (electron.kind !== 'ready' || process.platform !== 'linux') return electron;
  return sandboxProblem(electron.executable, sandboxFacts(electron.executable)) ?? electron;
}

/** Runs the package's installer once; what failed is not tried again at every start. */
export async function downloadElectron(
  packageFolder: string,
  env: Env,
  announce: (line: string) => void,
): Promise<ElectronBinary> {
  const installer = join(packageFolder, 'install.js');
  const version = versionOf(packageFolder);
  if (version === null || !existsSync(installer))
    return { kind: 'unavailable', reason: 'the electron package is not installed' };
  const remedy = 'Try again with: npx install-electron';
  const note = join(packageFolder, '.download-failed');
  const [failedVersion, failedReason] = (contentOf(note) ?? '').split('\n');
  if (failedVersion === version && failedReason)
    return { kind: 'unavailable', reason: `Electron could not be downloaded: ${failedReason}`, remedy };
  announce('Downloading Electron, once…');
  const { ended, lastLines } = await runInstaller(installer, env, announce);
  const executable = ended === 0 ? installedElectron(packageFolder) : null;
  if (executable) return { kind: 'ready', executable };
  const reason = downloadProblem(lastLines, ended, env);
  writeFileSync(note, `${version}\n${reason}\n`);
  return { kind: 'unavailable', reason: `Electron could not be downloaded: ${reason}`, remedy };
}

function versionOf(packageFolder: string): string | null {
  const text = contentOf(join(packageFolder, 'package.json'));
  return text === null ? null : String((JSON.parse(text) as { readonly version?: unknown }).version);
}

/** What the installer wrote last, as a clause, with what is known about such failures. */
export function downloadProblem(output: string, ended: number | string, env: Env): string {
  const lines = output.split('\n').map((line) => line.trim());
  const last =
    lines.findLast((line) => line.startsWith(causeMark))?.slice(causeMark.length) ??
    lines.find((line) => /error/i.test(line) && !line.startsWith('at ')) ??
    `the installer ended with ${ended}`;
  const proxy = env.HTTPS_PROXY ?? env.https_proxy;
  if (/407|proxy authentication/i.test(output)) return `the proxy wants a name and a password (${last})`;
  if (/ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|CONNECT_TIMEOUT|EAI_AGAIN|Proxy response/.test(output))
    return `${proxy ? 'the proxy of HTTPS_PROXY' : 'the download server'} could not be reached (${last})`;
  if (/certificate|self.signed|CERT_|issuer/i.test(output))
    return `the certificate of the download server is not trusted; NODE_EXTRA_CA_CERTS names an additional one (${last})`;
  if (/checksum|sumchecker/i.test(output)) return `the file is not the one that was published (${last})`;
  if (/ENOSPC/.test(output)) return `the disk is full (${last})`;
  return last;
}

const causeMark = 'cause: ';
/** The installer tells that `fetch failed` and not why; this does. */
const tellCause = `data:text/javascript,${encodeURIComponent(
  `const get = fetch; globalThis.fetch = (...args) => get(...args).catch((error) => {
    const { code = '', message = '' } = error.cause ?? {};
    console.error('${causeMark}' + code + ' ' + message); throw error; });`,
)}`;

function runInstaller(
  installer: string,
  env: Env,
  announce: (line: string) => void,
): Promise<{ readonly ended: number | string; readonly lastLines: string }> {
  // A folder of its own tells how much is there, and leaves nothing behind.
  const folder = mkdtempSync(join(tmpdir(), 'parallax-electron-'));
  let lastMegabytes = 0;
  const progress = setInterval(() => {
    const megabytes = Math.floor(bytesIn(folder) / 1e6);
    if (megabytes > lastMegabytes) announce(`Downloading Electron: ${megabytes} MB`);
    lastMegabytes = megabytes;
  }, progressEveryMs);
  const proxied = env.HTTPS_PROXY ?? env.https_proxy;
  return new Promise((done) => {
    let lastLines = '';
    const finish = (ended: number | string): void => {
      clearInterval(progress);
      rmSync(folder, { recursive: true, force: true });
      done({ ended, lastLines });
    };
    const child = spawn(process.execPath, ['--import', tellCause, installer], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: downloadTimeoutMs,
      env: {
        ...env,
        TMPDIR: folder,
        TEMP: folder,
        TMP: folder,
        ...(proxied ? { ELECTRON_GET_USE_PROXY: 'true' } : {}),
      },
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      lastLines = (lastLines + text).slice(-8000);
    });
    child.on('error', (error) => finish(error.message));
    child.on('close', (code, signal) => finish(code ?? signal ?? 1));
  });
}

function bytesIn(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
      (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  } catch {
    return 0;
  }
}
