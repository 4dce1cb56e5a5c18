/** Limits the total memory of large request bodies. */
export type BodyBudget = {
  /** Resolves to a release function once there is room. Rejects if the caller disconnects first. */
  readonly enter: (accountId: number, bytes: number, left: AbortSignal) => Promise<() => void>;
};

type Waiting = { readonly accountId: number; readonly bytes: number; readonly admit: () => void };

/**
 * First come, first served, but no account may use more than half of the budget, so that a slow sender with
 * many connections does not block others.
 */
export function createBodyBudget(totalBytes: number): BodyBudget {
  const byAccount = new Map<number, number>();
  const waiting: Waiting[] = [];
  let used = 0;

  const fits = ({ accountId, bytes }: Pick<Waiting, 'accountId' | 'bytes'>): boolean => {
    const own = byAccount.get(accountId) ?? 0;
    return used + bytes <= totalBytes && (own === 0 || own + bytes <= totalBytes / 2);
  };
  const change = (accountId: number, bytes: number): void => {
    used += bytes;
    const own = (byAccount.get(accountId) ?? 0) + bytes;
    if (own === 0) byAccount.delete(accountId);
    else byAccount.set(accountId, own);
  };
  const admitWaiting = (): void => {
    for (let index = 0; index < waiting.length; ) {
      const next = waiting[index];
      if (next !== undefined && fits(next)) {
        waiting.splice(index, 1);
        next.admit();
      } else index += 1;
    }
  };

  return {
    enter: (accountId, bytes, left) =>
      new Promise((resolve, reject) => {
        const entry: Waiting = {
          accountId,
          bytes,
          admit: () => {
            change(accountId, bytes);
            let released = false;
            resolve(() => {
              if (released) return;
              released = true;
              change(accountId, -bytes);
              admitWaiting();
            });
          },
        };
        if (fits(entry)) {
          entry.admit();
          return;
        }
        waiting.push(entry);
        left.addEventListener('abort', () => {
          const index = waiting.indexOf(entry);
          if (index === -1) return;
          waiting.splice(index, 1);
          reject(new Error('the caller left'));
        });
      }),
  };
}
