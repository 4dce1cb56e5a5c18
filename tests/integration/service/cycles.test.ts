import { expect, it } from 'vitest';
import type { ServiceOperationOutput } from '#shared/interface/operator/operations.ts';
import { handClock } from '#tests/support/service/handClock.ts';
import { keyOf, spendDownTo, type TestService, testService } from '#tests/support/service/runningService.ts';

const month = 31 * 86_400_000;

/** A service on a free plan whose clock is turned by hand. */
async function atTheEndOfACycle(spent = 5) {
  const clock = handClock(Date.now());
  const service = await testService({ plan: 'free', ports: { clock } });
  if (spent === 5) await service.ask('before');
  else await spendDownTo(service, 'default', 500 - spent);
  return { clock, service };
}

async function ledgerOf(service: TestService): Promise<readonly (readonly [string, number])[]> {
  const page = await service.operator.call('ledger.page', {});
  if (!page.ok) throw new Error(page.message);
  const rows = page.output as ServiceOperationOutput<'ledger.page'>;
  return rows.map(({ kind, delta }) => [kind, delta] as const).toReversed();
}

it('a call after the end of a cycle is charged to the new one, with or without an access in between', async () => {
  const { clock, service } = await atTheEndOfACycle();
  await clock.advance(month);
  const answer = await service.ask('after');
  expect(answer.headers.get('x-credits-remaining')).toBe('495');
  const { body } = await service.call('GET', '/v1/credits');
  expect(body).toMatchObject({ remaining: 495, perCycle: 500 });
  expect(Date.parse(body.cycleResetsAt)).toBeGreaterThan(clock.now());
  expect(await ledgerOf(service)).toEqual([
    ['cycle', 500],
    ['charge', -5],
    ['expiry', -495],
    ['cycle', 500],
    ['charge', -5],
  ]);
});

it('a job that runs when the cycle ends is charged to the new one, as a call and as a task', async () => {
  const clock = handClock(Date.now());
  let running = 0;
  const watch = {
    started: (): void => {
      running += 1;
      if (running === 2) void clock.advance(month);
    },
  };
  const service = await testService({ plan: 'lite', ports: { clock }, watch });
  const { body } = await service.call('POST', '/v1/async/task', {
    taskType: 'ASSISTANT_A',
    payload: { prompt: 'long [[sandbox latency=300]]', country: 'US' },
  });
  const answer = await service.ask('long [[sandbox latency=300]]');
  expect(answer.headers.get('x-credits-charged')).toBe('5');
  await service.ended(body.task.id);
  expect((await service.call('GET', '/v1/credits')).body.remaining).toBe(37_490);
});

it('an account without credits is accepted from the beginning of the new cycle', async () => {
  const { clock, service } = await atTheEndOfACycle(500);
  expect((await service.ask('too early')).status).toBe(403);
  const task = { taskType: 'ASSISTANT_B', payload: { prompt: 'queued', country: 'US' } };
  expect((await service.call('POST', '/v1/async/task', task)).status).toBe(403);
  await clock.advance(month);
  const { status, body } = await service.call('POST', '/v1/async/task', task);
  expect(status).toBe(200);
  expect((await service.ended(body.task.id)).body.task.status).toBe('COMPLETED');
  expect((await service.ask('in time')).status).toBe(200);
});

it('a larger plan adds its credits to the new cycle, and the operator never sees an old balance', async () => {
  const { clock, service } = await atTheEndOfACycle();
  await keyOf(service, 'other', 'free');
  await clock.advance(month);
  const listed = await service.operator.call('accounts.list', {});
  if (!listed.ok) throw new Error(listed.message);
  const balances = (listed.output as ServiceOperationOutput<'accounts.list'>).map(({ balance }) => balance);
  expect(balances).toEqual([500, 500]);
  await service.ask('after');
  await clock.advance(month);
  const changed = await service.operator.call('plan.set', { plan: 'lite' });
  expect(changed).toMatchObject({ ok: true, output: { balance: 37_500 } });
});
