import { QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { onTestFinished } from 'vitest';
import { createBridgeClient } from '#renderer/bridge/client.ts';
import { createServerData, type ServerData } from '#renderer/bridge/serverData.ts';
import { createMemoryHost, type MemoryHostOptions } from './memoryHost.ts';

/** The window's data over a core in memory, without the window. */
export function openServerData(options: MemoryHostOptions = {}) {
  const host = createMemoryHost({ latencyMs: null, nowMs: () => Date.UTC(2026, 10, 21), ...options });
  const waiting: (() => void)[] = [];
  const bridge = createBridgeClient(host.bridge);
  const server = createServerData(bridge, (run) => waiting.push(run));
  onTestFinished(() => {
    server.close();
    server.queries.clear();
  });
  return {
    host,
    bridge,
    server,
    /** Lets the pauses end that reads are given between two events. */
    endPauses: () => {
      for (const run of waiting.splice(0)) run();
    },
    callsOf: (route: string) => host.calls.filter((call) => call.route === route),
  };
}

export type ShownQuery<Data> = {
  readonly data: () => Data;
  readonly error: () => unknown;
  /** Resolves once what is shown is as said. */
  readonly until: (reached: (data: Data | undefined) => boolean) => Promise<void>;
  readonly leave: () => void;
};

/** Shows a query as a component on the screen does. */
export function showQuery<Data>(
  { queries }: Pick<ServerData, 'queries'>,
  options: { readonly queryKey: readonly unknown[]; readonly queryFn: (context: never) => Promise<Data> },
): ShownQuery<Data> {
  const observer = new QueryObserver<Data>(queries, {
    retry: false,
    ...(options as unknown as QueryObserverOptions<Data>),
  });
  const leave = observer.subscribe(() => {});
  onTestFinished(leave);
  return {
    data: () => {
      const { data } = observer.getCurrentResult();
      if (data === undefined) throw new Error('Nothing is shown yet.');
      return data;
    },
    error: () => observer.getCurrentResult().error,
    until: (reached) =>
      new Promise((done) => {
        if (reached(observer.getCurrentResult().data)) return done();
        const stop = observer.subscribe(({ data }) => {
          if (!reached(data)) return;
          stop();
          done();
        });
      }),
    leave,
  };
}
