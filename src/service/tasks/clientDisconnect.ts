/**
 * Whether the caller of a request is still connected. An AbortSignal is created only on demand: most requests
 * never need one, and creating it costs more than everything else here.
 */
export type ClientDisconnect = {
  readonly hasLeft: () => boolean;
  /** Aborted when the caller disconnects. */
  readonly signal: () => AbortSignal;
  /** Calls back once when the caller disconnects. */
  readonly onLeave: (callback: () => void) => void;
};

/** A disconnect watcher and the function that triggers it. */
export function createClientDisconnect(alreadyLeft: boolean): {
  readonly clientDisconnect: ClientDisconnect;
  readonly leave: () => void;
} {
  let left = alreadyLeft;
  const callbacks: (() => void)[] = [];
  let controller: AbortController | null = null;
  return {
    leave: () => {
      if (left) return;
      left = true;
      controller?.abort();
      for (const callback of callbacks) callback();
    },
    clientDisconnect: {
      hasLeft: () => left,
      signal: () => {
        controller ??= new AbortController();
        if (left) controller.abort();
        return controller.signal;
      },
      onLeave: (callback) => {
        if (left) callback();
        else callbacks.push(callback);
      },
    },
  };
}
