/**
 * Random faults against the whole program: kills, signals, full disks (as a limit for the size of files), flipped
 * bits and wrong clocks, while it asks. After each fault the next start must find every answer that was charged, none
 * may be charged twice, and nothing may live five seconds after SIGTERM.
 *
 * npm run faults -- [--count 300] [--seconds 30] [--seed 7] [--kind clock]
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import builtCopy from '#tests/support/builtCopy.ts';
import { buildVariable } from '#tests/support/programs.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '3600' },
    kind: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const seed = Number(values.seed);
/** Mulberry32: the same seed gives the same faults. */
let state = seed >>> 0;
function random(): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const between = (low: number, high: number): number => Math.floor(low + random() * (high - low));

/** The program as it is installed: a start from its sources takes ten times the processor. */
const given = process.env[buildVariable];
await builtCopy({ name: 'e2e' });
const installed = process.env[buildVariable] ?? '';
const entry = join(installed, 'bin/parallax.js');
if (given === undefined) process.on('exit', () => rmSync(installed, { recursive: true, force: true }));
const hasFaketime = spawnSync('faketime', ['--version']).error === undefined;
const markets = ['US', 'DE', 'FR', 'JP', 'BR', 'IT', 'ES', 'GB', 'IN', 'CA'];
/** From SIGTERM to the end; what a process waits for the processor meanwhile is not its own time. */
const endMs = 5000;
/** No command takes longer, on a machine that does much else too. */
const patienceMs = 300_000;

/** How long the main thread of a process has waited for a processor, in milliseconds; 0 where the system does not say. */
function waitedMs(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

type Ended = {
  readonly code: number | null;
  readonly signal: string | null;
  /** It was asked to end before it did by itself. */
  readonly stopped: boolean;
  readonly said: string;
};

/** Runs a command; `disturb` is called with its process. */
function parallax(
  dataFolder: string,
  args: readonly string[],
  before: readonly string[] = [],
  disturb: (kill: (signal: NodeJS.Signals) => void) => void = () => undefined,
): Promise<Ended> {
  const [program = '', ...rest] = [...before, process.execPath, entry, ...args, '--data', dataFolder];
  const child = spawn(program, rest, { env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: '' } });
  running = child;
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += String(chunk);
    });
  let [alive, stopped] = [true, false];
  disturb((signal) => {
    if (!alive) return;
    stopped = true;
    child.kill(signal);
    if (signal !== 'SIGTERM') return;
    const [sentMs, before] = [performance.now(), waitedMs(child.pid)];
    const looking = setInterval(() => {
      if (!alive) return clearInterval(looking);
      const [tookMs, waited] = [performance.now() - sentMs, waitedMs(child.pid) - before];
      if (tookMs <= endMs + waited) return;
      clearInterval(looking);
      const what = `alive ${Math.round(tookMs)} ms after SIGTERM, ${Math.round(waited)} of them without the processor`;
      // This program may hear late of an end.
      setTimeout(() => alive && fail(what, said), 500).unref();
    }, 50);
    looking.unref();
  });
  const late = setTimeout(() => {
    const threads = ['-L', '-o', 'stat,wchan:24,time,comm', '-p', String(child.pid)];
    fail(
      `"${args.join(' ')}" never ended`,
      `${said}\n${spawnSync('ps', threads, { encoding: 'utf8' }).stdout}`,
    );
  }, patienceMs);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      alive = false;
      clearTimeout(late);
      resolve({ code, signal, stopped, said });
    });
  });
}

let current = '';
let running: ChildProcess | undefined;
function fail(what: string, said = ''): never {
  running?.kill('SIGKILL');
  console.error(`FAULT (seed ${seed}, ${current}): ${what}\n${said.slice(-2000)}`);
  process.exit(1);
}

const rows = <Row>(file: string, sql: string): readonly Row[] => {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare<[], Row>(sql).all();
  } finally {
    db.close();
  }
};

/** What an end may leave of the answers that were under way; `stop` is a signal that leaves time to end calls. */
type Left = 'nothing' | 'stop' | 'kill';
type Cell = { readonly request: string; readonly state: string; readonly why: string | null };
/** Whether a charged answer of this cell may be missing, because its call was ended with the program; the cell says so. */
const excused: Readonly<Record<Left, (cell: Cell) => boolean>> = {
  nothing: () => false,
  stop: ({ state, why }) => state === 'unknown' && why === 'CANCELLED',
  kill: ({ state, why }) => state === 'unknown' && (why === 'CANCELLED' || why === 'OUTCOME_UNKNOWN'),
};

/**
 * What is wrong between what the service charged and what the history has of it, cell by cell; null if nothing is. The
 * id of a request is made of its run, its cell and the attempt: `run-ordinal-generation.attempt`.
 * @param asked how many cells people asked for, where the history may have lost some of them
 */
function imbalance(dataFolder: string, left: Left, asked?: number): string | null {
  const charges = rows<{ request: string | null; credits: number }>(
    join(dataFolder, 'service', 'service.db'),
    `SELECT c.request_id AS request, -l.delta AS credits FROM ledger l LEFT JOIN calls c ON c.id = l.job_id
     WHERE l.kind = 'charge'`,
  );
  const charged = new Map<string, number>();
  for (const { request, credits } of charges) {
    const cell = /^(.+-\d+)-\d+\.\d+$/.exec(request ?? '')?.[1];
    if (cell === undefined) return `a charge belongs to the request ${request}, which no cell sent`;
    if (charged.has(cell)) return `the cell ${cell} was charged twice`;
    charged.set(cell, credits);
  }
  if (asked !== undefined) return charged.size > asked ? `${charged.size} charges for ${asked} cells` : null;
  const history = join(dataFolder, 'history.db');
  const cells = rows<Cell & { credits: number | null; stored: number }>(
    history,
    `SELECT r.uid || '-' || c.ordinal AS request, c.state, c.error_code AS why, c.credits_charged AS credits,
       (SELECT count(*) FROM observations o WHERE o.cell_id = c.id) AS stored
     FROM cells c JOIN runs r ON r.id = c.run_id`,
  );
  for (const cell of cells) {
    const { request, state, why, credits, stored } = cell;
    const what = `the cell ${request}, ${state}${why === null ? '' : ` (${why})`},`;
    const cost = charged.get(request);
    charged.delete(request);
    if (state === 'running') return `${what} is still running after the next start`;
    if (stored !== Number(state === 'completed')) return `${what} has ${stored} answers`;
    if (state === 'completed' && credits !== (cost ?? 0)) return `${what} cost ${cost}, not ${credits}`;
    if (state !== 'completed' && cost !== undefined && !excused[left](cell))
      return `${what} was charged, and its answer is lost`;
  }
  const [unknown] = charged.keys();
  return unknown === undefined ? null : `the cell ${unknown} was charged, and the history does not know it`;
}

const all = ['kill', 'term', 'full', 'flip', ...(hasFaketime ? ['clock'] : [])];
const kinds = all.filter((kind) => values.kind === undefined || kind === values.kind);

/** One fault in a data folder of its own; how the program that suffered it ended. */
async function suffer(kind: string, dataFolder: string): Promise<Ended> {
  const ask = ['ask', 'Which lock?', '--countries', markets.join(','), '--include', 'html,markdown'];
  const early = between(200, 4000);
  const endAfter = (ms: number, signal: NodeJS.Signals) => (kill: (signal: NodeJS.Signals) => void) =>
    void setTimeout(kill, ms, signal).unref();
  const limited = ['bash', '-c', `ulimit -f ${between(500, 900)}; exec "$@"`, 'bash'];
  if (kind === 'kill') return parallax(dataFolder, ask, [], endAfter(early, 'SIGKILL'));
  if (kind === 'term') return parallax(dataFolder, ask, [], endAfter(early, 'SIGTERM'));
  if (kind === 'full') return parallax(dataFolder, ask, limited, endAfter(8000, 'SIGTERM'));
  if (kind === 'clock') {
    const years = `${random() < 0.5 ? '-' : '+'}${between(1, 20)}y`;
    const ended = await parallax(dataFolder, ask, ['faketime', '-f', years]);
    const { said } = await parallax(dataFolder, ['credits']);
    const next = Date.parse(/next cycle ([\d-]+)/.exec(said)?.[1] ?? '');
    if (!(next < Date.now() + 40 * 86_400_000)) fail('the next cycle is in the far future', said);
    return ended;
  }
  const file = join(dataFolder, 'history.db');
  const bytes = readFileSync(file);
  const at = between(0, statSync(file).size);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << between(0, 8)), at);
  writeFileSync(file, bytes);
  const ended = await parallax(dataFolder, ['data', 'repair']);
  if (ended.code !== 0 && ended.code !== 1) fail(`repair ended with ${ended.code}`, ended.said);
  if (!/ 1 answer\./.test(ended.said) && ended.said.trim().split('\n').length === 1)
    fail('repair lost the answer and did not say so', ended.said);
  return ended;
}

const until = performance.now() + Number(values.seconds) * 1000;
console.log(
  `Random faults with seed ${seed}${hasFaketime ? '' : ', without clocks: faketime is not installed'}.`,
);
const counts = new Map<string, number>();
const first = mkdtempSync(join(tmpdir(), 'parallax-faults-'));
const { code: firstCode, said: firstSaid } = await parallax(first, ['ask', 'First?', '--countries', 'US']);
if (firstCode !== 0) fail(`the first question ended with ${firstCode}`, firstSaid);
for (let at = 0; at < Number(values.count) && performance.now() < until; at += 1) {
  const kind = kinds[between(0, kinds.length)] ?? 'kill';
  current = `fault ${at + 1}, ${kind}`;
  const dataFolder = mkdtempSync(join(tmpdir(), 'parallax-faults-'));
  try {
    cpSync(first, dataFolder, { recursive: true });
    const ended = await suffer(kind, dataFolder);
    // The next start stores what is kept in a file, and says nothing is wrong.
    const next = await parallax(dataFolder, ['ask', 'Next?', '--countries', 'US']);
    if (next.code !== 0) fail(`the next question ended with ${next.code}`, next.said);
    const left = ended.signal !== null ? 'kill' : ended.stopped ? 'stop' : 'nothing';
    const unbalanced = imbalance(dataFolder, left, kind === 'flip' ? 2 : undefined);
    if (unbalanced !== null)
      fail(unbalanced, `${ended.said}\nended with ${ended.code ?? ended.signal}\n${next.said}`);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
rmSync(first, { recursive: true, force: true });
console.log([...counts].map(([kind, count]) => `${kind} ${count}`).join(', '), 'survived.');
