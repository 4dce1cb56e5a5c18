import { expect, it } from 'vitest';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { rowsOf, startAssistant } from '#tests/support/mcp/assistant.ts';

/** The embedded service with its sandbox: 5 credits an answer. */
async function newFolder(): Promise<string> {
  const dataFolder = temporaryFolder();
  await runParallax(['project', 'create', 'Locks'], { dataFolder });
  return dataFolder;
}

const question = { question: 'Which folding bike locks do people trust?', countries: ['Germany', 'France'] };

it('cannot ask unless allowed, but can price a question', async () => {
  const { ask, tools } = await startAssistant(await newFolder());
  expect(tools.map(({ name }) => name)).not.toContain('ask');
  const price = await ask('price_plan', question);
  expect(price).toMatchObject({ requests: 2, maximumCredits: 10, quoteId: null, creditsLeft: null });
  await expect(ask('ask', { quoteId: 'x' })).rejects.toThrow(/ask/);
});

it('asks each market in its wording, which the quote shows first', async () => {
  const dataFolder = await newFolder();
  const { ask } = await startAssistant(dataFolder, {
    flags: ['--allow-spending', '25', '--project', 'Locks'],
  });
  const german = 'Welchen Fahrradschlössern vertraut man?';
  const worded = { ...question, wordings: { German: german } };
  const quote = await ask('price_plan', worded);
  expect(quote).toMatchObject({ maximumCredits: 10, wording: 'DE: German wording; FR: main text.' });
  await expect(ask('price_plan', { ...question, wordings: { Nowhere: 'x' } })).rejects.toThrow(
    'is not a country or language',
  );
  await expect(ask('price_plan', { plan: 'x', wordings: { DE: 'x' } })).rejects.toThrow('plan');

  const { runId } = await ask('ask', { quoteId: quote.quoteId });
  await ask('run_status', { runId, waitSeconds: 40 });
  const { stdout } = await runParallax(['--project', 'Locks', 'export', '--format', 'jsonl'], { dataFolder });
  const asked = jsonLines(stdout).map(({ wording = question.question }) => wording);
  expect(asked.sort()).toEqual([german, question.question]);
});

it('spends what was quoted, once and within the limit, also after a restart', async () => {
  const dataFolder = await newFolder();
  const start = () => startAssistant(dataFolder, { flags: ['--allow-spending', '25', '--project', 'Locks'] });
  const { ask, tools, client } = await start();
  expect(tools.find(({ name }) => name === 'ask')?.annotations).toMatchObject({ readOnlyHint: false });

  // Three quotes, each within the limit; together they are not.
  const quotes = [];
  for (const countries of [['Germany'], ['Japan', 'France'], ['US', 'GB', 'CA']])
    quotes.push((await ask('price_plan', { ...question, countries })).quoteId);
  const begun = await ask('ask', { quoteId: quotes[1] });
  expect(begun).toMatchObject({ maximumCredits: 10, creditsLeft: 15 });
  await expect(ask('ask', { quoteId: quotes[1] })).rejects.toThrow(/unknown, expired or used/);
  await expect(ask('ask', { quoteId: 'made-up' })).rejects.toThrow(/unknown, expired or used/);

  const { runs, requests } = await ask('run_status', { runId: begun.runId, waitSeconds: 40 });
  expect(rowsOf(runs)[0]).toMatchObject({ state: 'finished', answers: 2, credits: 10 });
  expect(rowsOf(requests).map(({ market }) => market)).toEqual(['JP', 'FR']);
  const { projects } = await ask('list_projects');
  expect(rowsOf(projects).find(({ project }) => project === 'Locks')).toMatchObject({ answers: 2 });

  expect(await ask('ask', { quoteId: quotes[2] })).toMatchObject({ creditsLeft: 0 });
  await expect(ask('ask', { quoteId: quotes[0] })).rejects.toThrow(
    'This can cost up to 5 credits, and 0 of the 25 that assistants may spend this month are left.',
  );
  await client.close();

  const later = await start();
  const refused = await later.ask('price_plan', { ...question, countries: ['Germany'] });
  expect(refused).toMatchObject({ quoteId: null, creditsLeft: 0 });
  await expect(later.ask('ask', { quoteId: quotes[0] })).rejects.toThrow(/unknown, expired or used/);
});
