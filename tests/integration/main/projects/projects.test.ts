import { describe, expect, it } from 'vitest';
import type { Core } from '#main/core.ts';
import { embeddedConnectionId } from '#shared/model/connection.ts';
import { ask, memorySettings, startCore } from '#tests/support/core/testCore.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { analysisEntry, historyEntry, serviceEntry } from '#tests/support/programs.ts';

const workers = {
  history: historyEntry,
  service: serviceEntry,
  analysis: analysisEntry,
};
const plan = {
  questions: [{ text: 'Which lock?', tags: ['locks'] }],
  engines: [{ engine: 'assistant-a' as const, options: {} }],
  markets: [{ country: 'DE' }],
};

async function planIn(core: Core, project: string): Promise<string> {
  await core.router.invoke('plans.save', { name: 'Weekly', plan, project });
  const connectionId = embeddedConnectionId;
  const { runId } = await core.router.invoke('plans.run', { plan: 'weekly', project, connectionId });
  await core.use.runs.ended(runId);
  return runId;
}

async function askThere(core: Core, question: string): Promise<string> {
  return (await ask(core, embeddedConnectionId, ['DE'], { question })).run.id;
}

describe('projects', () => {
  it('contain what is asked, planned and imported while they are in use, and lists show their runs', async () => {
    const same = { paths: { data: temporaryFolder() }, settings: memorySettings() };
    const core = await startCore({ ...same, workers });
    const { projects, currentId } = await core.router.invoke('projects.list', {});
    expect(projects).toMatchObject([{ id: currentId, first: true }]);
    const before = await askThere(core, 'Which pump?');
    const acme = await core.router.invoke('projects.create', { name: 'Acme' });
    expect((await core.router.invoke('projects.use', { project: 'ACME' })).id).toBe(acme.id);
    const after = await askThere(core, 'Which lock?');
    const planned = await planIn(core, 'Acme');

    const runs = async (project?: string) =>
      (await core.router.invoke('runs.list', { project })).runs.map(({ id, projectName }) => [
        id,
        projectName,
      ]);
    expect(await runs()).toEqual([
      [planned, 'Acme'],
      [after, 'Acme'],
    ]);
    expect(await runs('first project')).toEqual([[before, 'First project']]);
    expect(await runs('all')).toHaveLength(3);
    // The plan's tags are the questions' tags, in this project only.
    const questions = async (project: string) =>
      (await core.router.invoke('projects.questions', { project })).questions.map(({ text, tags }) => [
        text,
        tags,
      ]);
    expect(await questions('Acme')).toEqual([['Which lock?', ['locks']]]);
    expect(await questions(currentId)).toEqual([['Which pump?', []]]);
    // A plan of the same name in another project is another plan.
    expect((await core.router.invoke('plans.list', { project: currentId })).plans).toEqual([]);
    await planIn(core, currentId);
    expect((await core.router.invoke('plans.list', {})).plans).toHaveLength(1);
    await core.stop();

    const again = await startCore(same);
    expect((await again.router.invoke('projects.list', {})).currentId).toBe(acme.id);
    // Removing the one in use goes back to the first.
    await again.router.invoke('projects.remove', { project: acme.id, moveTo: currentId });
    expect((await again.router.invoke('projects.list', {})).currentId).toBe(currentId);
    expect((await again.router.invoke('runs.list', {})).runs).toHaveLength(4);
  });

  it('have unique names: none is empty or means all projects', async () => {
    const core = await startCore();
    const create = (name: string) =>
      core.call('projects.create', { name }, { callId: 'c', signal: new AbortController().signal });
    expect(await create(' ')).toMatchObject({ error: { code: 'INVALID_INPUT' } });
    expect(await create('All')).toMatchObject({ error: { code: 'INVALID_INPUT' } });
    expect(await create('Acme')).toMatchObject({ ok: true });
    expect(await create('acme')).toMatchObject({ error: { code: 'CONFLICT' } });
  });
});
