/** Rows of one statement on the database that the nodes share. */
export type Ask = (statement: string) => Promise<readonly Record<string, unknown>[]>;

/** What callers have seen of a service, to be held against what its database says. */
export type Observed = {
  /** Tasks that an answer said were accepted. */
  readonly accepted: number;
  /** Tasks that an answer said were cleared. */
  readonly cleared: number;
  /** Credits that the answers to finished tasks say were charged, all together. */
  readonly chargedForTasks: number;
  /** Every synchronous call: what `X-Credits-Charged` said, null when no answer came. */
  readonly calls: ReadonlyMap<string, number | null>;
  /** Most slots an account had in use at once beyond its plan, in all samples; negative when it never used all. */
  readonly maxOverPlan: number;
};

const laws = {
  'every task has ended': "SELECT count(*)::int AS wrong FROM tasks WHERE state IN ('QUEUED', 'PROCESSING')",
  'nothing is held': `SELECT count(*)::int AS wrong FROM accounts
    WHERE slots_used <> 0 OR credits_held <> 0 OR queued <> 0 OR EXISTS (SELECT 1 FROM running_calls)`,
  'no job is charged twice':
    "SELECT (count(*) - count(DISTINCT job_id))::int AS wrong FROM ledger WHERE kind = 'charge'",
  'each job is charged what its record says': `SELECT count(*)::int AS wrong FROM (
      SELECT id, credits_charged FROM tasks WHERE credits_charged > 0
      UNION ALL SELECT id, credits_charged FROM calls WHERE credits_charged > 0) AS jobs
    FULL JOIN (SELECT job_id, -delta AS delta FROM ledger WHERE kind = 'charge') AS charges ON charges.job_id = jobs.id
    WHERE credits_charged IS DISTINCT FROM delta`,
  'each ledger row follows from the one before': `SELECT count(*)::int AS wrong FROM (
      SELECT sequence - lag(sequence, 1, 0::bigint) OVER same AS step,
        balance_after - lag(balance_after, 1, 0::bigint) OVER same - delta AS off
      FROM ledger WINDOW same AS (PARTITION BY account_id ORDER BY sequence)) AS rows WHERE step <> 1 OR off <> 0`,
  'each balance is that of the last row': `SELECT count(*)::int AS wrong FROM accounts
    WHERE balance <> (SELECT sum(delta) FROM ledger WHERE account_id = accounts.id)`,
} as const;

/** What is wrong, one sentence each; nothing when the books balance. */
export async function balanceSheet(ask: Ask, observed: Observed): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [law, statement] of Object.entries(laws)) {
    const [row] = await ask(statement);
    if (row?.wrong !== 0) wrong.push(`not so: ${law} (${String(row?.wrong)})`);
  }
  const [ended] = await ask(
    "SELECT count(*)::int AS tasks FROM tasks WHERE state IN ('COMPLETED', 'FAILED')",
  );
  if (observed.accepted !== Number(ended?.tasks) + observed.cleared) {
    wrong.push(`${observed.accepted} accepted, ${String(ended?.tasks)} ended, ${observed.cleared} cleared`);
  }
  const calls = await ask(
    'SELECT request_id, sum(credits_charged)::int AS charged FROM calls GROUP BY request_id',
  );
  const recorded = new Map(calls.map((row) => [String(row.request_id), Number(row.charged)]));
  let unheard = 0;
  for (const [requestId, said] of observed.calls) {
    const charged = recorded.get(requestId) ?? 0;
    if (said === null) unheard += charged;
    else if (said !== charged)
      wrong.push(`call ${requestId}: the answer said ${said}, its record ${charged}`);
  }
  const heard = [...observed.calls.values()].reduce<number>((sum, said) => sum + (said ?? 0), 0);
  const [ledger] = await ask(
    "SELECT coalesce(-sum(delta), 0)::int AS charged FROM ledger WHERE kind = 'charge'",
  );
  const told = observed.chargedForTasks + heard + unheard;
  if (Number(ledger?.charged) !== told)
    wrong.push(`the ledger has ${String(ledger?.charged)}, the answers ${told}`);
  if (observed.maxOverPlan > 0) wrong.push(`${observed.maxOverPlan} slots more than the plan were in use`);
  return wrong;
}
