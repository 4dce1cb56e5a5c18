/**
 * Whether the caller of a request is still there. An AbortSignal is made only when somebody asks for one: most
 * requests never do, and making one costs more than the rest of the watching.
 */
export type ClientDisconnect = {
  readonly hasLeft: () => boolean;
  /** Aborted when the caller leaves. */
  readonly signal: () => AbortSignal;
  /** Calls back once, if and when he leaves. */
  readonly onLeave: (callback: () => void) => void;
};

/** A departure and the function that brings it about. */
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
