import type { AccountUse, CallHold, Capacity, HoldOutcome } from '../capacity.ts';
import { callLanes, inLanes } from './batches.ts';
import { bigints, uuids } from './columns.ts';
import { briefly, type Database } from './database.ts';
import type { Node } from './nodes.ts';

/**
 * Slots and credits for calls, acquired by one statement for all waiting requests. The node's row is read under
 * a lock that declaring the node dead has to wait for, so everything held belongs to a node that can be
 * declared dead.
 * Its commit does not wait for the disk: the charge does, which frees what it finds of the hold. A crash of the
 * database may thus forget slots of the last half second's calls, whose answers are still charged once.
 */
const hold = {
  name: 'calls_hold',
  text: `WITH alive AS MATERIALIZED (
      SELECT id, set_config('synchronous_commit', 'off', true) FROM nodes WHERE id = $2 FOR KEY SHARE),
  asked AS MATERIALIZED (
    SELECT * FROM unnest($3::uuid[], $4::bigint[], $5::bigint[]) WITH ORDINALITY AS asked (id, account_id, credits, nth)),
  locked AS MATERIALIZED (
    SELECT accounts.id, slots, slots_used, balance, balance - credits_held AS available FROM accounts, alive
    WHERE accounts.id IN (SELECT account_id FROM asked) AND cycle_ends_at > $1
    ORDER BY accounts.id FOR NO KEY UPDATE OF accounts),
  judged AS MATERIALIZED (
    SELECT asked.*, slots, slots_used, balance,
      sum(credits) OVER same <= available AS enough, slots_used + row_number() OVER same <= slots AS room
    FROM asked JOIN locked ON locked.id = asked.account_id
    WINDOW same AS (PARTITION BY asked.account_id ORDER BY nth)),
  held AS (
    INSERT INTO running_calls (id, node_id, account_id, credits)
    SELECT id, $2, account_id, credits FROM judged WHERE enough AND room),
  counted AS (
    UPDATE accounts SET slots_used = accounts.slots_used + totals.slots, credits_held = credits_held + totals.credits
    FROM (SELECT account_id, count(*) AS slots, sum(credits) AS credits FROM judged WHERE enough AND room GROUP BY account_id)
      AS totals
    WHERE accounts.id = totals.account_id)
  SELECT nth::integer AS nth, enough, room, slots, balance,
    slots_used + (count(*) FILTER (WHERE enough AND room) OVER same)::integer AS used
  FROM judged WINDOW same AS (PARTITION BY account_id ORDER BY nth)`,
};
const release = {
  name: 'calls_release',
  text: `WITH locked AS MATERIALIZED (
      SELECT id FROM accounts WHERE id = ANY ($2::bigint[]) ORDER BY id FOR NO KEY UPDATE),
    freed AS (
      DELETE FROM running_calls USING locked WHERE running_calls.id = ANY ($1::uuid[]) AND account_id = locked.id
      RETURNING account_id, credits)
    UPDATE accounts SET slots_used = slots_used - totals.slots, credits_held = credits_held - totals.credits
    FROM (SELECT account_id, count(*) AS slots, sum(credits) AS credits FROM freed GROUP BY account_id) AS totals
    WHERE accounts.id = totals.account_id`,
};
const accountUse = {
  name: 'account_standing',
  text: `SELECT balance, slots_used AS "slotsUsed", slots AS "slotLimit" FROM accounts WHERE id = $1`,
};

const slotsOfAll = {
  name: 'slots_of_all',
  text: 'SELECT coalesce(sum(slots_used), 0)::bigint AS busy, coalesce(sum(slots), 0)::bigint AS "limit" FROM accounts',
};

type HeldRow = {
  readonly nth: number;
  readonly enough: boolean;
  readonly room: boolean;
  readonly slots: number;
  readonly used: number;
  readonly balance: number;
};

type Admission = Pick<Capacity, 'holdForCall' | 'releaseCall' | 'accountUse' | 'slotsOfAll'>;

export function createAdmission(
  db: Database,
  node: Node,
  ports: { readonly now: () => number; readonly renewCycles: (now: number) => Promise<unknown> },
): Admission {
  const holdAll = async (calls: readonly CallHold[]): Promise<readonly HoldOutcome[]> => {
    const now = ports.now();
    const send = () =>
      db.once<HeldRow>(
        hold,
        [
          now,
          node.id,
          uuids(calls.map(({ id }) => id)),
          bigints(calls.map(({ accountId }) => accountId)),
          bigints(calls.map(({ credits }) => credits)),
        ],
        briefly,
      );
    let rows = await send();
    if (rows.length < calls.length) {
      await ports.renewCycles(now);
      const missing = calls.filter((_, index) => !rows.some(({ nth }) => nth === index + 1));
      if (rows.length > 0) {
        const later = await holdAll(missing);
        return calls.map((call, index) => {
          const row = rows.find(({ nth }) => nth === index + 1);
          return row === undefined ? (later[missing.indexOf(call)] as HoldOutcome) : outcomeOf(row);
        });
      }
      rows = await send();
      if (rows.length === 0) throw new Error('This node has just been taken for dead');
    }
    const sorted = rows.toSorted((a, b) => a.nth - b.nth);
    const outcomes: HoldOutcome[] = [];
    for (const [index, row] of sorted.entries()) {
      // Refused together with a more expensive one, it may fit by itself.
      const again =
        !(row.enough && row.room) &&
        sorted
          .slice(0, index)
          .some(
            (earlier, at) =>
              !earlier.enough &&
              calls[at]?.accountId === calls[index]?.accountId &&
              ((calls[at]?.credits ?? 0) > (calls[index]?.credits ?? 0) || row.enough),
          );
      outcomes.push(again ? ((await holdAll([calls[index] as CallHold]))[0] as HoldOutcome) : outcomeOf(row));
    }
    return outcomes;
  };
  const holdTogether = inLanes(callLanes, holdAll);
  const releaseTogether = inLanes(callLanes, async (calls: readonly CallHold[]) => {
    await db.query(release, [
      calls.map(({ id }) => id),
      [...new Set(calls.map(({ accountId }) => accountId))],
    ]);
    return calls.map(() => undefined);
  });

  return {
    holdForCall: async (call) => {
      // Registered before the request, so that it is not considered unknown.
      node.calls.add(call.id);
      try {
        const outcome = await holdTogether(call);
        if (outcome.kind !== 'held') node.calls.delete(call.id);
        return outcome;
      } catch (error) {
        node.calls.delete(call.id);
        node.doubt();
        throw error;
      }
    },
    releaseCall: async (call) => {
      if (!node.calls.delete(call.id)) return;
      await releaseTogether(call).catch((error: unknown) => {
        node.doubt();
        throw error;
      });
    },
    accountUse: async (accountId) => {
      const [row] = await db.query<AccountUse>(accountUse, [accountId], briefly);
      if (row === undefined) throw new Error(`There is no account ${accountId}`);
      return row;
    },
    slotsOfAll: async () =>
      (await db.query<{ busy: number; limit: number }>(slotsOfAll))[0] ?? { busy: 0, limit: 0 },
  };
}

function outcomeOf({ enough, room, slots, used, balance }: HeldRow): HoldOutcome {
  return {
    kind: !enough ? 'insufficient' : room ? 'held' : 'full',
    slotsUsed: used,
    slotLimit: slots,
    balance,
  };
}
