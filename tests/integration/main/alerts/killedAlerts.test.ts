import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { mintSecret } from '#main/alerts/webhook.ts';
import { startCore } from '#tests/support/core/testCore.ts';
import { realClock } from '#tests/support/faults/clocks.ts';
import { startFaultyService } from '#tests/support/faults/faultyService.ts';
import { storeSeries } from '#tests/support/history/storedSeries.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

const program = fileURLToPath(new URL('../../../support/core/alertingProgram.ts', import.meta.url));

it.each([
  ['raised', 0],
  ['sending', 1],
] as const)(
  'an alert whose program is killed when it is %s is sent again with the same id',
  async (dies, least) => {
    const data = temporaryFolder();
    await storeSeries(data, {
      countries: ['DE'],
      samples: 1,
      rules: [
        { kind: 'cost', credits: 1 },
        { kind: 'cost', credits: 2 },
      ],
      lastMs: Date.now(),
    });
    let answering = false;
    const receiver = await startFaultyService(() => (answering ? { status: 204 } : 'hang'));
    const webhook = `${receiver.baseUrl}/alerts`;
    const secret = mintSecret();
    const child = fork(program, [JSON.stringify({ data, webhook, secret, dies })], { execArgv: [] });
    const gone = once(child, 'exit');
    if (dies === 'sending') {
      await receiver.reached(1);
      child.kill('SIGKILL');
    }
    expect(await gone).toEqual([null, 'SIGKILL']);
    const attempts = receiver.received.length;
    expect(attempts).toBeGreaterThanOrEqual(least);
    expect(attempts).toBeLessThanOrEqual(least * 2);

    answering = true;
    // Past the lease of an attempt that nobody finished.
    const clock = { ...realClock, now: () => Date.now() + 61_000 };
    const core = await startCore({ paths: { data }, clock });
    await core.router.invoke('alerts.setSecret', { secret });
    await core.router.invoke('alerts.setChannels', { webhook, allowPrivate: true, system: false });
    for (let look = 0; look < 3; look += 1) await core.router.invoke('alerts.settle', {});
    const { alerts } = await core.router.invoke('alerts.list', {});
    // Each rule has one alert, whoever stored it.
    const ids = alerts.map(({ id }) => id).sort();
    expect(ids).toHaveLength(2);
    const taken = receiver.received.slice(attempts).map(({ headers }) => String(headers['webhook-id']));
    expect(taken.sort()).toEqual(ids);
    expect(ids).toEqual(
      expect.arrayContaining(receiver.received.map(({ headers }) => headers['webhook-id'])),
    );
    expect(alerts.map(({ deliveries }) => deliveries)).toMatchObject([
      [{ state: 'delivered' }],
      [{ state: 'delivered' }],
    ]);
  },
);
