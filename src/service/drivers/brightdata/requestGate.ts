/**
 * Prevents Bright Data from blocking our address, which it does after refusing 25 requests within five minutes.
 * Any request in flight may be refused, so requests in flight plus refusals of the last five minutes never
 * exceed the limit. It is low enough for three starts of the program within those minutes.
 */
export type RequestGate = {
  /** Milliseconds to wait before a request may be sent; 0 takes a place, which `done` releases. */
  readonly enter: (nowMs: number) => number;
  readonly done: (refused: boolean, nowMs: number) => void;
  /** Resolves when a request has returned, for one waiter each, or after the wait that `enter` returned. */
  readonly room: (waitMs: number) => Promise<void>;
};

const windowMs = 5 * 60_000;
export const maxAtRisk = 8;
/** After a refusal nothing is sent for a while, twice as long after each further one. */
const firstRestMs = 5_000;
const crowdedMs = 1_000;

export function createRequestGate(): RequestGate {
  const refusals: number[] = [];
  const waiters: (() => void)[] = [];
  let underWay = 0;
  let restUntil = 0;

  const recent = (nowMs: number): number => {
    while (refusals[0] !== undefined && refusals[0] <= nowMs - windowMs) refusals.shift();
    return refusals.length;
  };

  return {
    enter: (nowMs) => {
      const refused = recent(nowMs);
      if (nowMs < restUntil) return restUntil - nowMs;
      if (refused + underWay >= maxAtRisk) {
        const oldest = refusals[0];
        return underWay > 0 || oldest === undefined ? crowdedMs : oldest + windowMs - nowMs;
      }
      underWay += 1;
      return 0;
    },
    done: (refused, nowMs) => {
      underWay -= 1;
      waiters.shift()?.();
      if (!refused) return;
      refusals.push(nowMs);
      restUntil = Math.max(restUntil, nowMs + firstRestMs * 2 ** (recent(nowMs) - 1));
    },
    room: (waitMs) =>
      new Promise((resolve) => {
        const enough = setTimeout(go, Math.min(waitMs, crowdedMs));
        function go(): void {
          clearTimeout(enough);
          const at = waiters.indexOf(go);
          if (at >= 0) waiters.splice(at, 1);
          resolve();
        }
        waiters.push(go);
      }),
  };
}
