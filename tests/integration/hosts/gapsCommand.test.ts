import { expect, it } from 'vitest';
import type { Overview } from '#shared/figures/comparison/overview.ts';
import type { Comparison } from '#shared/model/comparison/comparison.ts';
import type { GapAnswer } from '#shared/model/gap.ts';
import { gapOutcome } from '#shared/tables/gapTables.ts';
import { jsonLines, runParallax } from '#tests/support/cli/parallax.ts';
import { storeStory, storyQuestion } from '#tests/support/history/overviewStories.ts';
import { storeRun } from '#tests/support/history/storedRun.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';

async function storedStory() {
  const dataFolder = temporaryFolder();
  const runId = await storeStory(dataFolder, 'missingInBrazil');
  const parallax = (...args: readonly string[]) => runParallax(args, { dataFolder });
  const json = async <T>(...args: readonly string[]): Promise<T> =>
    jsonLines((await parallax(...args, '--format', 'json')).stdout)[0] as T;
  await parallax('brands', 'add', 'Acme', '--as', 'own', '--domain', 'acme.example');
  for (const name of ['Rival', 'Thule']) await parallax('brands', 'add', name, '--as', 'competitor');
  await parallax('recompute');
  return { dataFolder, runId, parallax, json };
}

it('lists the gaps of a run with the figures of its comparison and its overview', async () => {
  const { runId, json } = await storedStory();
  const { gaps, counts } = await json<GapAnswer>('gaps', '--run', runId);
  const compared = await json<Comparison>('compare', runId);
  const overview = await json<Overview>('overview', runId);
  const brazil = compared.columns.findIndex(({ id }) => id === 'BR');
  const mentions = gaps.filter(({ key }) => key.kind === 'mention');
  expect(mentions.map(({ key, brand }) => [key.market, brand?.name]).sort()).toEqual([
    ['BR', 'Rival'],
    ['BR', 'Thule'],
  ]);
  for (const { brand, count, of, low, high } of mentions) {
    const cell = compared.brands.rows.find(({ name }) => name === brand?.name)?.cells[brazil];
    expect({ numerator: count, denominator: of, low, high }).toEqual({
      numerator: cell?.visibility.numerator,
      denominator: cell?.visibility.denominator,
      low: cell?.visibility.low,
      high: cell?.visibility.high,
    });
  }
  const pages = gaps.filter(({ key }) => key.kind === 'citation');
  for (const { key, count, of, url } of pages) {
    const cell = compared.sources.rows.find(({ domain }) => domain === key.domain)?.cells[brazil];
    expect([count, of]).toEqual([cell?.rate.numerator, cell?.rate.denominator]);
    expect(url).toBe(`https://www.${key.domain}/locks`);
  }
  expect(overview.own?.missing).toEqual([brazil]);
  const page = overview.steps.find(({ kind }) => kind === 'win-page');
  expect(pages.map(({ key }) => key.domain)).toContain(
    page?.kind === 'win-page' ? page.pages[0]?.domain : '',
  );
  expect(mentions[0]?.quote).toMatchObject({ text: expect.stringMatching(/^People trust the \w+ most\.$/) });
  expect(counts).toEqual({ open: 4, done: 0, ignored: 0, closed: 0, all: 4 });

  const { causes } = await json<GapAnswer>('gaps', '--run', runId, '--grouped');
  const rivals = causes.filter(({ kind }) => kind === 'mention');
  expect(rivals).toHaveLength(mentions.length);
  for (const { brand, count, of } of mentions)
    expect(rivals.find(({ value }) => value === brand?.id)).toMatchObject({
      ...{ label: brand?.name, gaps: 1, answers: count, of, questions: 1, markets: ['BR'] },
    });
  expect(causes.reduce((sum, cause) => sum + cause.gaps, 0)).toBe(counts.open);
});

it('keeps the status of a gap, recognizes it in later runs, and states when it closed', async () => {
  const { dataFolder, parallax, json } = await storedStory();
  const { gaps } = await json<GapAnswer>('gaps', '--kind', 'mention', '--brand', 'Rival');
  const [rival] = gaps;
  if (rival === undefined) throw new Error('No gap');
  await parallax('gaps', '--mark', rival.id, '--status', 'done', '--note', 'Pitched to tests.example');
  const done = await json<GapAnswer>('gaps', '--list', 'done');
  expect(done.gaps).toMatchObject([{ id: rival.id, status: 'done', note: 'Pitched to tests.example' }]);
  expect(done.gaps.map((gap) => gapOutcome(gap))).toEqual([
    expect.stringMatching(/^Done .*, not asked since$/),
  ]);

  const tomorrow = Date.now() + 86_400_000;
  await storeStory(dataFolder, 'missingInBrazil', tomorrow);
  await parallax('recompute');
  const again = await json<GapAnswer>('gaps', '--list', 'done');
  expect(again.gaps).toMatchObject([{ id: rival.id, count: 6, of: 6, runs: 2, ofRuns: 2, closedAtMs: null }]);
  expect(again.gaps.map((gap) => gapOutcome(gap))).toEqual([expect.stringMatching(/^Still a gap on /)]);

  await storeStory(dataFolder, 'namedInBrazil', tomorrow + 86_400_000);
  await parallax('recompute');
  const closed = await json<GapAnswer>('gaps', '--list', 'closed');
  expect(closed.gaps.find(({ id }) => id === rival.id)).toMatchObject({ status: 'done', count: 6, of: 6 });
  expect(closed.counts).toMatchObject({ open: 0, closed: 4 });
  const csv = await parallax('gaps', '--list', 'closed', '--format', 'csv');
  expect(csv.stdout.split('\r\n')[0]).toContain('id,kind,question,engine,market,brand,domain');
  expect(csv.stdout).toContain(storyQuestion);
});

it('states what is missing before there can be gaps, and refuses unknown ones', async () => {
  const dataFolder = temporaryFolder();
  const parallax = (...args: readonly string[]) => runParallax(args, { dataFolder });
  await storeStory(dataFolder, 'missingInBrazil');
  expect((await parallax('gaps')).stdout).toContain('Your brand is not set');
  await parallax('brands', 'add', 'Quillon', '--as', 'own');
  expect((await parallax('gaps')).stdout).toContain('No competitors are listed');
  await parallax('brands', 'add', 'Cascadyne', '--as', 'competitor');
  // Its answers are searched for them first.
  const { stdout, stderr } = await parallax('gaps');
  expect(stdout + stderr).toMatch(/^0 open gaps; [\s\S]*Your brand has no domains/);
  expect(stdout + stderr).not.toContain('parallax recompute');
  for (const wrong of [
    ['--run', 'none'],
    ['--mark', 'none', '--status', 'done'],
    ['--status', 'done'],
  ])
    expect(await parallax('gaps', ...wrong)).toMatchObject({ code: 2 });
});

it('offers no page of a rival to win, listed or only detected', async () => {
  const dataFolder = temporaryFolder();
  const listing = (brands: readonly string[], domains: readonly string[]) => {
    const text = brands.map((name, at) => `${at + 1}. **${name}** – made for bicycles`).join('\n');
    const sources = domains.map((domain, at) => ({
      ...{ position: at + 1, label: domain, url: `https://www.${domain}/locks`, description: null },
    }));
    return { text, markdown: text, sources };
  };
  const runId = await storeRun(dataFolder, {
    ...{ question: storyQuestion, engine: 'assistant-a', options: {}, samples: 1 },
    cells: [
      { country: 'DE', sample: 1, result: listing(['Acme', 'Rival'], ['acme.example']) },
      ...['BR', 'FR', 'JP'].map((country) => ({
        ...{ country, sample: 1 },
        result: listing(
          ['Rival', 'QuillonPro', 'TestLab'],
          ['rival.example', 'quillonpro.example', 'testlab.example', 'cadeados.example'],
        ),
      })),
    ],
  });
  const parallax = (...args: readonly string[]) => runParallax(args, { dataFolder });
  await parallax('brands', 'add', 'Acme', '--as', 'own', '--domain', 'acme.example');
  await parallax('brands', 'add', 'Rival', '--as', 'competitor');
  await parallax('recompute');
  for (const of of [[], ['--run', runId]]) {
    const { stdout } = await parallax('gaps', ...of, '--grouped', '--format', 'json');
    const [{ causes, gaps }] = jsonLines(stdout) as [GapAnswer];
    const pages = causes.filter(({ kind }) => kind === 'citation').map(({ value }) => value);
    // An answer presents a publisher as it does a brand; its pages can be won.
    expect(pages.toSorted()).toEqual(['cadeados.example', 'testlab.example']);
    expect(gaps.map(({ key }) => key.domain)).not.toContain('quillonpro.example');
  }
  const { stdout } = await parallax('overview', runId, '--format', 'json');
  const [{ steps }] = jsonLines(stdout) as [Overview];
  const page = steps.find(({ kind }) => kind === 'win-page');
  expect(page?.kind === 'win-page' ? page.pages.map(({ domain }) => domain) : []).not.toContain(
    'quillonpro.example',
  );
});
