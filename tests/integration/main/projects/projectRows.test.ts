import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openSession, temporaryHistory } from '#tests/support/history/temporaryHistory.ts';

const now = 1_790_000_000_000;
const question = 'Is the Foldmaster any good?';

type History = Awaited<ReturnType<typeof temporaryHistory>>;

async function ask(history: History, text: string, projectId?: string): Promise<string> {
  const { runId } = await history.call('runs.create', {
    sessionId: await openSession(history),
    projectId,
    question: text,
    engine: 'assistant-a',
    connectionId: 'embedded',
    options: {},
    samples: 1,
    cells: [{ market: { country: 'DE' }, sample: 1 }],
    nowMs: now,
  });
  await history.call('runs.cancel', { runId, nowMs: now });
  return runId;
}

function ownBrand(name: string, id: string) {
  return { id, name, kind: 'own' as const, aliases: [], domains: [`${name.toLowerCase()}.com`] };
}

describe('projects', () => {
  it('have separate brand rules; versions are numbered across all of them', async () => {
    const history = await temporaryHistory();
    const first = (await history.call('projects.list', {})).find((each) => each.first);
    const other = await history.call('projects.create', { name: 'Acme', nowMs: now });
    const write = (projectId: string | undefined, name: string, after: number) =>
      history.call('brands.write', {
        projectId,
        brands: [{ ...ownBrand(name, `id-${name}-${projectId}`), domains: ['shared.com'] }],
        decisions: [],
        after,
        nowMs: now,
      });
    expect(await write(first?.id, 'Foldmaster', 0)).toEqual({ version: 1 });
    // The same domain and name in another project is no clash, and its first version goes on counting.
    expect(await write(other.id, 'Foldmaster', 0)).toEqual({ version: 2 });
    expect(await write(undefined, 'Arc', 1)).toEqual({ version: 3 });
    await expect(write(other.id, 'Bow', 1)).rejects.toMatchObject({ code: 'CONFLICT' });
    const read = async (projectId: string | undefined) => {
      const { version, brands } = await history.call('brands.read', { projectId });
      return [version, brands.map(({ name }) => name)];
    };
    expect(await read(first?.id)).toEqual([3, ['Arc']]);
    expect(await read(other.id)).toEqual([2, ['Foldmaster']]);
  });

  it("find branded questions by their own brands, and respect the user's tags", async () => {
    const history = await temporaryHistory();
    const other = await history.call('projects.create', { name: 'Acme', nowMs: now });
    await ask(history, question);
    await ask(history, question, other.id);
    const write = (name: string, after: number) =>
      history.call('brands.write', {
        projectId: other.id,
        brands: [ownBrand(name, name)],
        decisions: [],
        after,
        nowMs: now,
      });
    const branded = async () =>
      (await history.call('questions.list', { projectId: other.id })).map((each) => each.branded);
    const first = (await history.call('projects.list', {})).find((each) => each.first);
    expect(await branded()).toEqual([null]);
    await write('Foldmaster', 0);
    await ask(history, 'Which lock?', other.id);
    expect(await branded()).toEqual([false, true]);
    const without = await history.call('questions.list', { projectId: first?.id ?? '' });
    expect(without.map((each) => each.branded)).toEqual([null]);
    const says = { projectId: other.id, question: 'Which lock?', tags: ['locks', 'branded'], branded: true };
    await history.call('questions.tag', says);
    await write('Bow', 2 - 1);
    expect(await history.call('questions.list', { projectId: other.id })).toMatchObject([
      { text: 'Which lock?', branded: true, brandedByRule: false, tags: ['locks'] },
      { text: question, branded: false, brandedByRule: true },
    ]);
    await history.call('questions.tag', { ...says, branded: null });
    expect(await branded()).toEqual([false, false]);
  });

  it('are removed if they are empty, or if another takes over their runs; the first one stays', async () => {
    const history = await temporaryHistory();
    const acme = await history.call('projects.create', { name: 'Acme', nowMs: now });
    await expect(history.call('projects.create', { name: 'aCME', nowMs: now })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    const [, first] = await history.call('projects.list', {});
    const run = await ask(history, question, acme.id);
    const remove = (project: string, moveTo?: string) =>
      history.call('projects.remove', { project, moveTo, nowMs: now });
    await expect(remove('acme')).rejects.toMatchObject({ message: expect.stringContaining('1 run') });
    await expect(remove(first?.id ?? '')).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(remove('acme', acme.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await remove('acme', first?.name)).toEqual({ moved: 1 });
    expect(await history.call('runs.status', { runId: run })).toMatchObject({ projectId: first?.id });
    expect(await history.call('projects.list', {})).toHaveLength(1);
    // The name is free again.
    await history.call('projects.create', { name: 'Acme', nowMs: now });
  });

  it('cannot lose the first one, whatever program writes to the file', async () => {
    const history = await temporaryHistory();
    await history.close();
    const db = new Database(history.file);
    expect(() => db.exec('DELETE FROM projects')).toThrow(/stays known/);
    expect(() => db.exec('UPDATE projects SET removed_at_ms = 1')).toThrow(/always there/);
    db.close();
  });
});
