import type { Database } from './database.ts';

/** The database's clock as this process knows it. */
export type StoreClock = {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Runs a statement whose rows have the database's time as `storeMs`, and follows it. */
  readonly follow: <Row extends { readonly storeMs: number }>(
    ask: () => Promise<readonly Row[]>,
  ) => Promise<readonly Row[]>;
};

/** A column with the time at which the database carries the statement out. */
export const storeMs = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "storeMs"`;

const timeNow = { name: 'store_time', text: `SELECT ${storeMs}` };

/**
 * Follows the database's clock between statements by a monotonic one, so that times of a task that changes nodes
 * are of one clock, and a change of a machine's clock changes nothing. A read time is somewhere between sending
 * and receiving: the clock is corrected only as far as that leaves no doubt.
 * @param monotonic milliseconds
 */
export function createStoreClock(monotonic: () => number): StoreClock {
  let ahead: number | null = null;
  const heard = (time: number, sent: number, received: number): void => {
    const [least, most] = [time - received, time - sent + 1];
    ahead = ahead === null ? (least + most) / 2 : Math.min(most, Math.max(least, ahead));
  };
  return {
    now: () => Math.floor(monotonic() + (ahead ?? 0)),
    follow: async (ask) => {
      const sent = monotonic();
      const rows = await ask();
      const [row] = rows;
      if (row !== undefined) heard(row.storeMs, sent, monotonic());
      return rows;
    },
  };
}

/** The clock of a database, asked once. */
export async function readStoreClock(db: Database): Promise<StoreClock> {
  const clock = createStoreClock(() => performance.now());
  await clock.follow(() => db.query<{ storeMs: number }>(timeNow));
  return clock;
}
