import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chromiumMissing } from '#tests/support/browser/chromium.ts';
import { runParallax } from '#tests/support/cli/parallax.ts';
import { startCore } from '#tests/support/core/testCore.ts';
import { openArchive } from '#tests/support/exports/openArchive.ts';
import { temporaryFolder } from '#tests/support/history/temporaryHistory.ts';
import { requirement } from '#tests/support/keyring/requirement.ts';

const { skip, note } = requirement(chromiumMissing());
const sections = 6;

async function sixMarkets(question: string) {
  const dataFolder = temporaryFolder();
  const asked = ['ask', `${question} [[sandbox latency=1]]`, '--countries', 'US,DE,JP,BR,FR,SA'];
  await runParallax([...asked, '--repeats', '3', '--include', 'markdown'], { dataFolder });
  await runParallax(['brands', 'add', 'Oakhelm', '--as', 'own'], { dataFolder });
  const core = await startCore({ paths: { data: dataFolder } });
  const { runs } = await core.router.invoke('runs.list', {});
  const project = runs[0]?.projectId ?? '';
  const known = await core.router.invoke('reports.settings', { project });
  const settings = { ...known, colour: '#aa3300', comments: { brands: 'Our <own> view' } };
  await core.router.invoke('reports.setSettings', { project, settings });
  await core.stop();
  return {
    file: (name: string) => join(dataFolder, name),
    report: (out: string, ...args: readonly string[]) =>
      runParallax(['report', runs[0]?.id ?? '', '--out', join(dataFolder, out), ...args], { dataFolder }),
  };
}

it('contains the same on pages and slides, with the project’s settings', async () => {
  const { report, file } = await sixMarkets('best folding bike lock');
  expect(await report('a.html')).toMatchObject({ code: 0 });
  const html = await readFile(file('a.html'), 'utf8');
  const verdict = /<p class="lead"[^>]*>([^<]+)</.exec(html)?.[1] ?? '';
  expect(verdict).toMatch(/^Oakhelm is named in (?:all|none of|[1-5] of) 6 countries: \d+ of 18 answers/);
  expect(html.match(/<h2 /g)).toHaveLength(sections);
  expect(html).toContain('Our &lt;own&gt; view');
  expect(html).toContain('--colour:#aa3300');
  expect(html).toContain('18 answers of 18 requests; 0 failed.');
  expect(html).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);

  expect(await report('a.pptx')).toMatchObject({ code: 0 });
  const slides = openArchive(await readFile(file('a.pptx')));
  const texts = [...slides]
    .filter(([name]) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
    .map(([, xml]) => xml);
  expect(texts.join('')).toContain(verdict);
  expect(texts.join('')).toContain('Our &lt;own&gt; view');
  // A slide without anything below its heading would be one that nobody wanted.
  for (const xml of texts.slice(1)) expect(xml.match(/<a:t>|<a:tbl>|c:chart/g)?.length).toBeGreaterThan(1);
  expect([...slides.keys()].some((name) => name.startsWith('ppt/charts/chart'))).toBe(true);
});

it('omits unselected sections, and refuses an unknown format or run', async () => {
  const { report, file } = await sixMarkets('best folding bike lock');
  expect(await report('b.html', '--sections', 'summary,method', '--title', 'Locks')).toMatchObject({
    code: 0,
  });
  const html = await readFile(file('b.html'), 'utf8');
  expect(html.match(/<h2 /g)).toHaveLength(2);
  expect(html).toContain('<h1 dir="auto">Locks</h1>');
  expect(await report('b.docx')).toMatchObject({ code: 2, stderr: expect.stringContaining('--format') });
  expect(await report('b.html')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('already exists'),
  });
});

it.skipIf(skip)(`prints a page for each section of six markets, on A4 and on Letter${note}`, async () => {
  const { report, file } = await sixMarkets('Which lock?');
  const sizes = { A4: [842, 595], Letter: [792, 612] } as const;
  for (const [paper, size] of Object.entries(sizes)) {
    expect(await report(`${paper}.pdf`, '--paper', paper)).toMatchObject({ code: 0 });
    const pdf = await readFile(file(`${paper}.pdf`), 'latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(sections);
    const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    expect([Number(width), Number(height)].map(Math.round)).toEqual(size);
  }
});
