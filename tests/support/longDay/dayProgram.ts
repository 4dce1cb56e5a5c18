import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createHttpBridge } from '#renderer/host/httpBridge.ts';
import type { BridgeEvent } from '#shared/bridge/events.ts';
import type { RouteInput, RouteName, RouteOutput } from '#shared/bridge/routeTable.ts';
import type { Asked, Held } from './protocol.ts';

/** A page on the program: calls over its bridge and hears its events, until it is closed. */
export type DayWindow = {
  readonly call: <N extends RouteName>(route: N, input: RouteInput<N>) => Promise<RouteOutput<N>>;
  readonly events: readonly BridgeEvent[];
  readonly close: () => void;
};

export type Balance = Omit<Held, 'statusText'> & {
  readonly residentBytes: number;
  readonly threads: number;
  /** Open handles by kind. */
  readonly handles: Readonly<Record<string, number>>;
};

export type DayProgram = {
  readonly pid: number;
  /** A fresh page, as a reload makes one. Every call's duration goes to `timed`. */
  readonly openWindow: (timed: (route: RouteName, ms: number) => void) => Promise<DayWindow>;
  readonly balance: () => Promise<Balance>;
  /** The machine sleeps for so long and wakes up. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly end: () => Promise<number | null>;
};

export async function startDayProgram(
  dataFolder: string,
  speed: number,
  keptComparisonBytes: number | undefined,
): Promise<DayProgram> {
  const file = new URL('program.ts', import.meta.url).pathname;
  const flags = ['--expose-gc', '--disable-warning=ExperimentalWarning'];
  const child = spawn(
    process.execPath,
    [...flags, file, dataFolder, String(speed), String(keptComparisonBytes ?? '')],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const pid = child.pid ?? 0;
  await said<'ready'>(child);
  const ask = async <T>(what: Asked): Promise<T> => {
    const answer = said<T>(child);
    child.send(what);
    return answer;
  };
  return {
    pid,
    openWindow: async (timed) => openWindow(await ask<string>('link'), timed),
    balance: async () => {
      const { statusText, ...held } = await ask<Held>('held');
      return {
        ...held,
        residentBytes: residentBytes(statusText),
        threads: tasks(pid),
        handles: handles(pid),
      };
    },
    sleep: async (ms) => {
      process.kill(pid, 'SIGSTOP');
      try {
        await delay(ms);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      child.send('wake' satisfies Asked);
    },
    end: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.send('end' satisfies Asked);
        await ended;
      }
      return child.exitCode;
    },
  };
}

async function said<T>(child: ChildProcess): Promise<T> {
  const gone = new AbortController();
  try {
    return await Promise.race([
      once(child, 'message', { signal: gone.signal }).then(([answer]) => answer as T),
      once(child, 'exit', { signal: gone.signal }).then(([code, signal]) => {
        throw new Error(`The program of the day ended with ${code ?? signal}.`);
      }),
    ]);
  } finally {
    gone.abort();
  }
}

export async function openWindow(
  link: string,
  timed: (route: RouteName, ms: number) => void,
): Promise<DayWindow> {
  const { origin, hash } = new URL(link);
  await (await fetch(origin)).text();
  const opened = await fetch(`${origin}/bridge/session`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: hash.replace('#open=', '') }),
  });
  const { key } = (await opened.json()) as { readonly key: string };
  const cookie = (opened.headers.getSetCookie()[0] ?? '').split(';', 1)[0] ?? '';
  const bridge = createHttpBridge({
    origin,
    pageKey: async () => key,
    fetch: (url, init) =>
      fetch(url, { ...init, headers: { ...init?.headers, Cookie: cookie, Origin: origin } }),
    pause: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
  });
  const events: BridgeEvent[] = [];
  const close = bridge.subscribe((event) => events.push(event));
  let calls = 0;
  return {
    events,
    close,
    call: async (route, input) => {
      const began = performance.now();
      const answer = await bridge.invoke(route, input, `${key.slice(0, 8)}-${++calls}`);
      timed(route, performance.now() - began);
      if (!answer.ok) throw new Error(`${route}: ${answer.error.code} ${answer.error.message}`);
      return answer.data as never;
    },
  };
}

export const residentBytes = (status: string): number =>
  Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
export const tasks = (pid: number): number => readdirSync(`/proc/${pid}/task`).length;

/** Processor time of all its threads, milliseconds; the system counts in hundredths of a second. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** `socket`, `pipe`, `anon_inode` or the file's name: what a program holds open. */
function handles(pid: number): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of readdirSync(`/proc/${pid}/fd`)) {
    let target: string;
    try {
      target = readlinkSync(`/proc/${pid}/fd/${name}`);
    } catch {
      continue;
    }
    const kind = target.startsWith('/') ? (target.split('/').at(-1) ?? '') : target.split(':', 1).join('');
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
