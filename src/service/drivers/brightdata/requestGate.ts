/**
 * Keeps an address from being blocked: Bright Data blocks one that it has had to refuse 25 times within five minutes.
 * Any request on its way may be refused, so requests on their way and refusals of the last five minutes together
 * never pass the limit. It is low enough for three starts of the program within those minutes.
 */
export type RequestGate = {
  /** Milliseconds to wait before a request may leave; 0 takes one of the places, to be given back by `done`. */
  readonly enter: (nowMs: number) => number;
  readonly done: (refused: boolean, nowMs: number) => void;
  /** Resolves when a request has come back, for one waiter each, or after the wait that `enter` names at most. */
  readonly room: (waitMs: number) => Promise<void>;
};

const windowMs = 5 * 60_000;
export const maxAtRisk = 8;
/** After a refusal nothing leaves for a while, twice as long after each further one. */
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
