import { describe, expect, it } from 'vitest';
import type { Core } from '#main/core.ts';
import { embeddedConnectionId } from '#shared/model/connection.ts';
import { nextEvent, startCore } from '#tests/support/core/testCore.ts';
import { historyEntry, serviceEntry } from '#tests/support/programs.ts';

const workers = { history: historyEntry, service: serviceEntry, analysis: historyEntry };
const countries = ['US', 'DE', 'FR', 'JP', 'BR', 'IN'];
const connectionId = embeddedConnectionId;

// Those that it names in every market.
const sandboxBrands = ['Veltrano', 'Norbrikt', 'Kestrelle', 'Oakhelm', 'Brivanto', 'Lumaforge', 'Sennaro'];

async function startIn(core: Core, mode: 'live' | 'queued'): Promise<string> {
  await core.router.invoke('plans.save', {
    name: 'Slow',
    plan: {
      questions: [60, 6_000].map((latency) => ({ text: `Which lock? [[sandbox latency=${latency}]]` })),
      engines: [{ engine: 'assistant-a' }],
      markets: countries.map((country) => ({ country })),
      samples: 2,
    },
  });
  const { runId } = await core.router.invoke('plans.run', {
    plan: 'Slow',
    connectionId,
    mode,
    ceiling: 1000,
  });
  return runId;
}

const found = async (core: Core, text: string, project: string): Promise<number> =>
  (await core.router.invoke('history.search', { text, project })).total;

const charged = async (core: Core) =>
  (await core.router.invoke('credits.get', { connectionId, period: 'all' })).charges.byProject.map(
    ({ name, answers, credits }) => ({ name, answers, credits }),
  );

describe('a run that is moved to another project while running', () => {
  it.each(['live', 'queued'] as const)(
    'continues there with its answers, new answers and their cost: %s',
    async (mode) => {
      const core = await startCore({ workers });
      const { currentId: first } = await core.router.invoke('projects.list', {});
      const acme = await core.router.invoke('projects.create', { name: 'Acme' });
      await core.router.invoke('brands.import', { text: sandboxBrands.join('\n'), project: acme.id });
      const runId = await startIn(core, mode);
      await nextEvent(core, 'run.changed', ({ run }) => run.counts.completed > 0);
      await core.router.invoke('projects.moveRuns', { runIds: [runId], into: acme.id });
      const moved = await core.router.invoke('runs.status', { runId });
      expect(moved).toMatchObject({ state: 'running', projectName: 'Acme', plan: { name: 'Slow' } });
      expect(moved.counts.completed).toBeLessThan(moved.counts.total);

      await core.use.runs.ended(runId);
      const after = await core.router.invoke('runs.status', { runId });
      expect(after).toMatchObject({ state: 'finished', counts: { total: 24, completed: 24 } });
      expect(core.seen.findLast(({ name }) => name === 'run.changed')?.payload).toMatchObject({
        run: { id: runId, projectName: 'Acme' },
      });
      const all = { name: 'Acme', answers: 24, credits: after.creditsCharged };
      expect(await charged(core)).toEqual([all]);
      while ((await core.router.invoke('history.index', { limit: 100 })).pending > 0);
      expect(await found(core, 'lock', first)).toBe(0);
      expect(await found(core, 'lock', acme.id)).toBe(24);
      await core.router.invoke('projects.use', { project: acme.id });
      const { current, next } = await core.router.invoke('recomputation.finish', {});
      expect({ current, next }).toMatchObject({ current: { answers: 24, of: 24 }, next: null });
      const { facets } = await core.router.invoke('history.search', { text: 'lock' });
      expect(facets.find(({ name }) => name === 'brand')?.values).not.toEqual([]);

      // What it cost stays where it was last.
      await core.router.invoke('runs.remove', { runId });
      expect(await charged(core)).toEqual([all]);
    },
  );
});
