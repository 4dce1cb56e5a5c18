/** Concurrency slots of every account, shared by synchronous calls and tasks. */
export type SlotTable = {
  /** Sets the account's limit; running jobs above a lowered limit finish, none starts. */
  readonly setLimit: (accountId: number, limit: number) => void;
  /** Acquires a slot; false if all are in use. */
  readonly tryAcquire: (accountId: number) => boolean;
  readonly release: (accountId: number) => void;
  readonly limit: (accountId: number) => number;
  readonly used: (accountId: number) => number;
  /** Never negative, even if the limit was lowered below current use. */
  readonly free: (accountId: number) => number;
};

export function createSlotTable(): SlotTable {
  const table = new Map<number, { limit: number; used: number }>();
  const row = (accountId: number): { limit: number; used: number } => {
    let slots = table.get(accountId);
    if (slots === undefined) {
      slots = { limit: 0, used: 0 };
      table.set(accountId, slots);
    }
    return slots;
  };
  return {
    setLimit: (accountId, limit) => {
      row(accountId).limit = limit;
    },
    tryAcquire: (accountId) => {
      const slots = row(accountId);
      if (slots.used >= slots.limit) return false;
      slots.used += 1;
      return true;
    },
    release: (accountId) => {
      const slots = row(accountId);
      if (slots.used === 0) throw new Error('A slot was released that was not taken');
      slots.used -= 1;
    },
    limit: (accountId) => row(accountId).limit,
    used: (accountId) => row(accountId).used,
    free: (accountId) => Math.max(0, row(accountId).limit - row(accountId).used),
  };
}
