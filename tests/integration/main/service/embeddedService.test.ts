import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmbeddedService, type EmbeddedService } from '#main/service/embeddedService.ts';
import type { ServiceOptions } from '#shared/interface/operator/control.ts';
import type { PlanId } from '#shared/interface/plans.ts';
import { doubleServiceEntry } from '#tests/support/core/testCore.ts';
import { realClock } from '#tests/support/faults/clocks.ts';
import { silent, temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

function embedded(dataFolder = temporaryFolder(), plan: () => PlanId = () => 'business') {
  const problems: (string | null)[] = [];
  const service = createEmbeddedService({
    entry: doubleServiceEntry,
    options: async (): Promise<ServiceOptions> => ({ dataFolder, host: '127.0.0.1', port: 0, plan: plan() }),
    clock: realClock,
    log: silent,
    onChange: (problem) => problems.push(problem),
    drainMs: 100,
  });
  onTestFinished(() => service.stop());
  return { service, problems, dataFolder };
}

async function works(service: EmbeddedService): Promise<boolean> {
  const { baseUrl, apiKey } = await service.ready();
  const answer = await fetch(`${baseUrl}/v1/credits`, { headers: { Authorization: `Bearer ${apiKey}` } });
  return answer.status === 200;
}

describe('the service inside Parallax', () => {
  it('starts on first use, once for concurrent calls', async () => {
    const { service } = embedded();
    const [one, other] = await Promise.all([service.ready(), service.ready()]);
    expect(one).toEqual(other);
    expect(await works(service)).toBe(true);
  });

  it('restarts after it died, and reports that to the waiting calls', async () => {
    const { service } = embedded();
    const before = await service.ready();
    const waiting = service.call('wait' as never, {} as never);
    service.call('die' as never, {} as never).catch(() => {});
    await expect(waiting).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await works(service)).toBe(true);
    expect((await service.ready()).baseUrl).not.toBe(before.baseUrl);
  });

  it('reports why it cannot start, and starts once that is fixed', async () => {
    let plan: PlanId = 'free';
    const { service, problems } = embedded(temporaryFolder(), () => plan);
    await expect(service.ready()).rejects.toThrow('the disk is full');
    expect(service.problem()).toContain('the disk is full');
    plan = 'business';
    expect(await works(service)).toBe(true);
    expect(problems).toEqual([expect.stringContaining('the disk is full'), null]);
  });

  it('applies changed options at a restart', async () => {
    let plan: PlanId = 'business';
    const { service } = embedded(temporaryFolder(), () => plan);
    await service.ready();
    plan = 'growth';
    await service.restart();
    expect(await service.call('options' as never, {} as never)).toMatchObject({ plan: 'growth' });
  });

  it('refuses an unknown operation by name', async () => {
    const { service } = embedded();
    await expect(service.call('nonsense' as never, {} as never)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('can be stopped immediately while it is still starting', async () => {
    const { service, dataFolder } = embedded(temporaryFolder(), () => 'starter');
    const refused = expect(service.ready()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect.poll(() => existsSync(join(dataFolder, 'double.lock'))).toBe(true);
    await service.stop();
    await refused;
  });

  it('does not start again once stopped', async () => {
    const { service } = embedded();
    await service.ready();
    await service.stop();
    await expect(service.ready()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

describe('two programs on one data folder', () => {
  it('share one service; the second starts its own when the first ends', async () => {
    const folder = join(temporaryFolder(), 'service');
    mkdirSync(folder);
    const first = embedded(folder);
    const second = embedded(folder);
    const ready = await first.service.ready();
    expect(await second.service.ready()).toEqual(ready);
    expect(await works(second.service)).toBe(true);
    for (const name of readdirSync(folder).filter((each) => each !== 'handover.sock'))
      expect(readFileSync(join(folder, name), 'latin1')).not.toContain(ready.apiKey);
    await first.service.stop();
    expect(await works(second.service)).toBe(true);
    expect((await second.service.ready()).baseUrl).not.toBe(ready.baseUrl);
  });

  it('share one service also when both start at the same moment', async () => {
    const folder = join(temporaryFolder(), 'service');
    mkdirSync(folder);
    const programs = [1, 2, 3].map(() => embedded(folder, () => 'lite'));
    const ready = await Promise.all(programs.map(({ service }) => service.ready()));
    expect(new Set(ready.map(({ baseUrl }) => baseUrl)).size).toBe(1);
    expect(programs.map(({ service }) => service.problem())).toEqual([null, null, null]);
  });
});
