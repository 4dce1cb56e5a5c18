import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHistoryFirst } from '#main/hosts/cli/historyFirst.ts';
import { openTerminalCore } from '#main/hosts/cli/terminalCore.ts';
import { jsonLines, runParallax, unending } from '#tests/support/cli/parallax.ts';
import { silentTerminal } from '#tests/support/cli/terminals.ts';
import { commandEntry } from '#tests/support/programs.ts';

let dataFolder: string;
let asked: Record<string, unknown>;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'parallax-first-'));
  const question = 'Which folding bike? [[sandbox latency=1]]';
  const { stdout } = await runParallax(['ask', question, '--countries', 'US,DE', '--format', 'json'], {
    dataFolder,
  });
  asked = jsonLines(stdout)[0] ?? {};
});
afterAll(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 }));

const program = {
  program: commandEntry.href,
  terminal: silentTerminal,
  env: {},
  ...unending(),
};

/** Opens both ways to the same data and counts how often the quick one needed the other. */
async function open() {
  const opened = { cores: 0 };
  const first = await openHistoryFirst(program, dataFolder, () => {
    opened.cores += 1;
    return openTerminalCore(program, dataFolder, 'for-this-command');
  });
  return { opened, first };
}

it('lists and answers equal those of a core, without starting one', async () => {
  const { id, runId } = { id: String(asked.id), runId: String(asked.runId) };
  const core = await openTerminalCore(program, dataFolder, 'for-this-command');
  const { opened, first } = await open();
  const both = [first.context.call, core.context.call];
  try {
    const [project] = (await core.context.call('projects.list', {})).projects;
    for (const ask of [
      ...[{}, { limit: 1 }, { project: 'all' }, { project: project?.name }].map(
        (input) => (call: typeof core.context.call) => call('runs.list', input),
      ),
      (call: typeof core.context.call) => call('projects.list', {}),
      (call: typeof core.context.call) => call('runs.status', { runId }),
      (call: typeof core.context.call) => call('runs.get', { runId }),
      (call: typeof core.context.call) => call('observations.get', { id }),
      (call: typeof core.context.call) => call('observations.getMany', { ids: [id, 'none'] }),
    ]) {
      const [here, there] = await Promise.all(both.map<Promise<unknown>>(ask));
      expect(here).toEqual(there);
    }
    for (const call of both) {
      await expect(call('runs.status', { runId: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(call('runs.list', { project: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(opened.cores).toBe(0);
    await first.context.call('settings.get', {});
    expect(opened.cores).toBe(1);
  } finally {
    await first.close();
    await core.close();
  }
});

it('a core resolves a run of a killed program before it is shown', async () => {
  const db = new Database(join(dataFolder, 'history.db'));
  db.exec(`UPDATE runs SET state = 'running', session_id = NULL`);
  db.close();
  const { opened, first } = await open();
  try {
    const { state } = await first.context.call('runs.status', { runId: String(asked.runId) });
    expect(state).toBe('finished');
    expect(opened.cores).toBe(1);
  } finally {
    await first.close();
  }
});
