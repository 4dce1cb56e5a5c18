import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openNodeSettings } from '#main/hosts/node/nodeSettings.ts';
import type { ModelVerdicts } from '#shared/model/comparison/modelVerdicts.ts';
import { startModelCore } from '#tests/support/analysisModel/modelServer.ts';
import { runParallax } from '#tests/support/cli/parallax.ts';
import { storeClaims } from '#tests/support/history/claimStory.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

type Asked = {
  readonly language: string;
  readonly rows: readonly {
    readonly row: number;
    readonly answers: readonly { readonly market: string; readonly text: string }[];
  }[];
};

/** One difference with words of both answers, one with invented words, and a sentence with an invented number. */
function judged(text: string) {
  const { rows } = JSON.parse(text) as Asked;
  const [first] = rows;
  const [one, two] = first?.answers ?? [];
  const difference = {
    ...{ row: first?.row ?? 0, market: one?.market ?? '', other: two?.market ?? '', kind: 'other' },
    ...{ here: one?.text.slice(0, 20) ?? '', there: two?.text.slice(0, 20) ?? '', says: 'other words' },
  };
  return {
    differences: [difference, { ...difference, there: 'Not in the answer at all.' }],
    markets: [
      { market: one?.market ?? '', sentence: 'Calls the service slow.' },
      { market: two?.market ?? '', sentence: 'Costs 98765 dollars.' },
      { market: 'Atlantis', sentence: 'Says nothing.' },
    ],
  };
}

it('asks the model about open sections once, keeps what cites both answers, and forgets it with an answer', async () => {
  const data = temporaryFolder();
  const runId = await storeClaims(data);
  const { core, server } = await startModelCore(({ text }) => judged(text), { paths: { data } });
  const { invoke } = core.router;
  const ruled = await invoke('comparisons.get', { runId, baseline: null });
  expect(await invoke('verdicts.get', { runId })).toEqual({ verdicts: null });
  const estimate = await invoke('verdicts.estimate', { runId });
  expect(estimate).toMatchObject({ requests: 1, amount: 0 });
  expect(estimate.rows).toBeGreaterThan(0);
  expect(server.asked().length).toBe(0);

  const { verdicts, amount } = await invoke('verdicts.ask', { runId });
  expect(amount).toBe(0);
  expect(server.asked()[0]).toMatchObject({ prompt: 'comparison' });
  expect((JSON.parse(server.asked()[0]?.text ?? '{}') as Asked).language).toBe('English');
  expect(verdicts).toMatchObject({ rater: 'openai-compatible, judge, comparison 1', to: 'en', discarded: 3 });
  expect(verdicts.statements.length).toBe(1);
  expect(verdicts.markets.map(({ sentence }) => sentence)).toEqual(['Calls the service slow.']);
  expect((await invoke('verdicts.get', { runId })).verdicts).toEqual(verdicts);
  // The rules' own verdicts are as before.
  expect((await invoke('comparisons.get', { runId, baseline: null })).answer).toEqual(ruled.answer);
  // Asked again, the answer comes from the cache.
  await invoke('verdicts.ask', { runId });
  expect(server.asked().length).toBe(1);

  await core.stop();
  const shown = await runParallax(['compare', runId, '--with', 'model', '--json'], { dataFolder: data });
  expect((JSON.parse(shown.stdout) as { model: ModelVerdicts }).model.statements).toEqual(
    verdicts.statements,
  );
  const text = await runParallax(['compare', runId, '--with', 'model', '--tab', 'answer'], {
    dataFolder: data,
  });
  expect(text.stdout).toContain('By openai-compatible, judge, comparison 1: 1 statement, 3 discarded.');
  expect(text.stdout).toContain(': Calls the service slow.');
});

it('asks from the command line only with --yes, shows price and progress, and rates claims the same way', async () => {
  const data = temporaryFolder();
  const runId = await storeClaims(data);
  const { core, server } = await startModelCore(
    ({ text, prompt }) => (prompt === 'claims' ? { claims: [] } : judged(text)),
    { paths: { data }, settings: await openNodeSettings(data) },
  );
  await core.router.invoke('brands.save', { name: 'Acme', kind: 'own', aliases: [], domains: [] });
  await core.stop();
  const run = (...args: readonly string[]) => runParallax(args, { dataFolder: data });

  const shown = await run('compare', runId, '--with', 'model', '--tab', 'answer');
  expect(shown).toMatchObject({ code: 0, stdout: '' });
  expect(shown.stderr).toMatch(/sections? (?:is|are) left open by the rules\..*Repeat with --yes/s);
  const unrated = await run('claims', runId, '--rate');
  expect(unrated.stderr).toMatch(/6 answers to rate\..*Repeat with --yes/s);
  expect(server.asked()).toEqual([]);

  const asked = await run(
    'compare',
    runId,
    '--with',
    'model',
    '--yes',
    '--cost-limit',
    '1',
    '--tab',
    'answer',
  );
  expect(asked.stdout).toContain(': Calls the service slow.');
  expect(asked.stderr).toMatch(/1 statement, 3 discarded/);
  expect(server.asked().length).toBe(1);
  await run('compare', runId, '--with', 'model', '--yes');
  expect(server.asked().length).toBe(1);
  const rated = await run('claims', runId, '--rate', '--yes');
  expect(rated.stderr).toContain('6 answers rated, 0 claims');
  expect(server.asked().length).toBe(7);
});

it('is forgotten with any of its answers, and says which setting is missing', async () => {
  const data = temporaryFolder();
  const runId = await storeClaims(data);
  const { core } = await startModelCore(({ text }) => judged(text), { paths: { data } });
  await core.router.invoke('verdicts.ask', { runId });
  await core.router.invoke('runs.remove', { runId });
  await core.router.invoke('trash.empty', {});
  await core.stop();
  const db = new SQLite(join(data, 'history.db'), { readonly: true });
  expect(db.prepare('SELECT count(*) FROM model_verdicts').pluck().get()).toBe(0);
  db.close();
  const again = await storeClaims(data);
  const refused = await runParallax(['compare', again, '--with', 'model'], { dataFolder: data });
  expect(refused.stderr).toContain('No analysis model is chosen.');
});
