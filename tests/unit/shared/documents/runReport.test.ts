import { expect, it } from 'vitest';
import type { ReportTable } from '#shared/documents/reportDocument.ts';
import { runReport } from '#shared/documents/runReport.ts';
import { compareObservations } from '#shared/figures/comparison/compare.ts';
import {
  type BrandKind,
  type CompareColumn,
  defaultOptions,
  noContent,
} from '#shared/model/comparison/samples.ts';
import { reportSettingsSchema } from '#shared/model/report.ts';

const rivals = [
  'Abus',
  'Bosk',
  'Cyklo',
  'Dorro',
  'Elvek',
  'Fahrn',
  'Gorilo',
  'Hexlo',
  'Ilmar',
  'Jasko',
  'Kryto',
];
const question = 'Which locks are best?';

const column = (country: string, text: string): CompareColumn => ({
  id: country,
  label: country,
  market: { country },
  engine: 'assistant-a',
  prompt: question,
  samples: [
    {
      ...noContent,
      text,
      observationId: `o-${country}`,
      status: 'completed',
      servedShape: 'default',
      driver: 'sandbox',
      surface: null,
      language: null,
      creditsCharged: 7,
      latencyMs: 1234,
      at: '2026-11-21T08:00:00.000Z',
      error: null,
    },
  ],
});

const rule = (name: string, kind: BrandKind) => ({
  id: name,
  name,
  kind,
  aliases: [{ text: name }],
  domains: [],
});

it('names your brand in the table of brands by market, however many are named more often, under headings like those of the window', () => {
  const all = `Good are ${rivals.join(', ')}.`;
  const comparison = compareObservations(
    [column('DE', all), column('US', `${all} Oakhelm is another.`), column('JP', all)],
    {
      ...defaultOptions,
      proposeBrands: false,
      brands: {
        version: '1',
        brands: [...rivals.map((name) => rule(name, 'competitor')), rule('Oakhelm', 'own')],
        decisions: [],
      },
    },
  );
  const report = runReport(
    {
      name: question,
      askedAt: '2026-11-21T08:00:00.000Z',
      writtenAt: '2026-11-21T09:00:00.000Z',
      runId: 'run-1',
      program: 'Parallax',
      slices: [{ question, engine: 'assistant-a', comparison }],
    },
    reportSettingsSchema.parse({}),
  );
  const heads = report.sections
    .flatMap(({ blocks, aside }) => [...blocks, ...aside])
    .flatMap((block) => (block.kind === 'table' ? block.head : []));
  expect(heads.length).toBeGreaterThan(20);
  expect(heads.filter((head) => /^\p{Ll}/u.test(head))).toEqual([]);
  const table = report.sections
    .flatMap(({ blocks }) => blocks)
    .find(
      (block): block is ReportTable => 'title' in block && block.title === 'Visibility by brand and market',
    );
  expect(table?.rows.map(([name]) => name)).toEqual([...rivals.slice(0, 10), 'Oakhelm']);
  expect(table?.note).toContain('The 10 named most often of 12, and Oakhelm.');
});
