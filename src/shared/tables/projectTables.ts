import type { Annotation } from '../model/annotation.ts';
import type { BrandBookView, BrandView, DetectedBrands } from '../model/brand.ts';
import type { DiagnosticCheck } from '../model/diagnostics.ts';
import type { DataSize, RetentionPreview } from '../model/maintenance.ts';
import type { ProjectView } from '../model/project.ts';
import type { BrandShiftView } from '../model/recomputation.ts';
import { percentLabel } from '../percent.ts';
import { brandKindLabel } from './brandLabels.ts';
import type { Sheet } from './sheet.ts';
import { column, sheetOf, tableOf } from './table.ts';

export const projectsTable = (currentId: string) =>
  tableOf<ProjectView>()({
    id: 'projects',
    title: 'Projects',
    columns: {
      project: column.text('ID', ({ id }) => id),
      name: column.text('Project', ({ name }) => name),
      in_use: column.flag('', ({ id }) => id === currentId, {
        text: ({ id }) => (id === currentId ? 'current' : ''),
      }),
      made_at: column.time('Created', ({ createdAtMs }) => createdAtMs),
      runs: column.number('Runs', ({ runs }) => runs),
      answers: column.number('Answers', ({ answers }) => answers),
      credits: column.number('Credits', ({ creditsCharged }) => creditsCharged),
      brands: column.number('Brands', ({ brands }) => brands),
      plans: column.number('Plans', ({ plans }) => plans),
    },
    terminal: ['in_use', 'name', 'runs', 'answers', 'credits', 'brands', 'plans', 'project'],
  });

export const projectsSheet = (projects: readonly ProjectView[], currentId: string): Sheet =>
  sheetOf(projectsTable(currentId), projects);

/** The brands after all decisions. */
export const brandsTable = (rulesVersion: number) =>
  tableOf<BrandView>()({
    id: 'brands',
    title: 'Brands',
    columns: {
      brand: ({ id }) => id,
      name: column.text('Brand', ({ name }) => name),
      kind: column.text('Kind', ({ kind }) => kind, { text: ({ kind }) => brandKindLabel[kind] }),
      aliases: column.text('Aliases', ({ aliases }) => aliases.map(({ text }) => text).join('\n'), {
        text: ({ aliases }) => aliases.map(aliasLabel).join(', '),
      }),
      domains: column.text('Domains', ({ domains }) => domains.map(({ domain }) => domain).join('\n'), {
        text: ({ domains }) => domains.map(({ domain }) => domain).join(', '),
      }),
      excluded_forms: ({ excludedForms }) => excludedForms?.join('\n') ?? '',
      rules_version: () => rulesVersion,
    },
    window: ['name', 'kind', 'aliases', 'domains'],
    terminal: ['name', 'kind', 'domains', 'aliases'],
  });

const aliasLabel = (alias: BrandView['aliases'][number]): string =>
  `${alias.text}${alias.caseSensitive === true ? ' (exact case)' : ''}${alias.merged ? ' (merged)' : ''}`;

export const brandsSheet = (brands: readonly BrandView[], rulesVersion: number): Sheet =>
  sheetOf(brandsTable(rulesVersion), brands);

/** Brands that answers name and that are not in the list. `of`: the answers that were searched. */
export const detectedBrandsTable = (of: number) =>
  tableOf<DetectedBrands['brands'][number]>()({
    id: 'detected-brands',
    title: 'Brands in the answers',
    columns: {
      name: column.text('Brand', ({ name }) => name),
      answers: column.number('Answers', ({ answers }) => answers),
      of: column.number('Of answers', () => of),
      markets: column.number('Markets', ({ markets }) => markets),
    },
  });

/** Decisions about brands and domains, newest first. */
export const decisionsTable = tableOf<BrandBookView['decisions'][number]>()({
  id: 'decisions',
  title: 'Manual corrections',
  columns: {
    decision: column.text('ID', ({ id }) => id),
    made_at: column.time('Created', ({ madeAtMs }) => madeAtMs),
    kind: ({ decision }) => decision.kind,
    words: column.text('Correction', ({ words }) => words),
  },
  terminal: ['decision', 'made_at', 'words'],
});

export const decisionsSheet = (decisions: BrandBookView['decisions']): Sheet =>
  sheetOf(decisionsTable, decisions);

/** Dated notes on the trends of a project. */
export const annotationsTable = tableOf<Annotation>()({
  id: 'annotations',
  title: 'Annotations',
  columns: {
    annotation: column.text('ID', ({ id }) => id),
    date: column.text('Date', ({ day }) => day),
    text: column.text('Text', ({ text }) => text),
  },
});

type RuleChange = {
  readonly before: number;
  readonly after: number;
  readonly shifts: readonly BrandShiftView[];
};

/** The effect of a rule change on the same answers, by brand and market. */
export const shiftsTable = ({ before, after }: Pick<RuleChange, 'before' | 'after'>) =>
  tableOf<BrandShiftView>()({
    id: 'rule-changes',
    title: 'Effect of the rule change',
    columns: {
      brand: ({ brand }) => brand,
      name: column.text('Brand', ({ name }) => name),
      market: column.text('Market', ({ market }) => market, {
        text: ({ market }) => (market === '*' ? 'any' : market),
      }),
      rules_before: () => before,
      answers_before: column.number(`Version ${before}`, (shift) => shift.before, {
        text: (shift) => shareOf(shift.before, shift.beforeOf),
      }),
      of_before: ({ beforeOf }) => beforeOf,
      rules_after: () => after,
      answers_after: column.number(`Version ${after}`, (shift) => shift.after, {
        text: (shift) => shareOf(shift.after, shift.afterOf),
      }),
      of_after: ({ afterOf }) => afterOf,
      change: column.number('Change', (shift) => shift.after - shift.before, {
        text: (shift) => signed(shift.after - shift.before),
        inFiles: false,
      }),
    },
    window: ['name', 'market', 'answers_before', 'answers_after', 'change'],
  });

/** A count with its total, because a share of ten answers is less reliable than one of ten thousand. */
function shareOf(count: number, of: number): string {
  const share = of === 0 ? '' : ` (${percentLabel(count / of)})`;
  return `${count.toLocaleString('en')} of ${of.toLocaleString('en')}${share}`;
}

const signed = (difference: number): string =>
  `${difference > 0 ? '+' : ''}${difference.toLocaleString('en').replace('-', '−')}`;

export const shiftsSheet = (change: RuleChange): Sheet => sheetOf(shiftsTable(change), change.shifts);

type SizeKind = DataSize['kinds'][number]['kind'];

export const sizeKindLabel: Readonly<Record<SizeKind | 'unused' | 'journal', string>> = {
  answers: 'Answers (compressed)',
  pages: 'Stored HTML pages',
  sources: 'Sources',
  search: 'Search index',
  brands: 'Brands in answers',
  runs: 'Runs and requests',
  other: 'Other',
  unused: 'Unused',
  journal: 'Write-ahead log',
};

export type SizeRow = {
  readonly kind: keyof typeof sizeKindLabel;
  readonly bytes: number;
  readonly rows: number | null;
};

/** @param total bytes of all rows, for their shares */
export const sizeTable = (total = 0) =>
  tableOf<SizeRow>()({
    id: 'size',
    title: 'Size of the history by kind',
    columns: {
      kind: column.text('Kind', ({ kind }) => kind, { text: ({ kind }) => sizeKindLabel[kind] }),
      bytes: column.number('Size', ({ bytes }) => bytes),
      share: column.number('Share', ({ bytes }) => (total === 0 ? 0 : bytes / total), {
        text: ({ bytes }) => percentLabel(total === 0 ? 0 : bytes / total),
        inFiles: false,
      }),
      rows: column.number('Entries', ({ rows }) => rows, {
        text: ({ rows }) => rows?.toLocaleString('en') || '',
      }),
    },
  });

/** Size of the history by kind of data, largest first, with unused space. */
export const sizeRows = ({ kinds, freeBytes }: Pick<DataSize, 'kinds' | 'freeBytes'>): readonly SizeRow[] =>
  [...kinds, { kind: 'unused' as const, bytes: freeBytes, rows: null }].toSorted(
    (one, other) => other.bytes - one.bytes,
  );

/** Bytes on the disk by kind, with what is unused. */
export const sizeSheet = ({
  kinds,
  freeBytes,
  journalBytes,
}: Pick<DataSize, 'freeBytes' | 'journalBytes'> & {
  readonly kinds: readonly DataSize['kinds'][number][];
}): Sheet =>
  sheetOf(sizeTable(), [
    ...kinds,
    { kind: 'unused', bytes: freeBytes, rows: null },
    { kind: 'journal', bytes: journalBytes, rows: null },
  ]);

type RetentionRow = {
  readonly what: string;
  readonly count: number;
  readonly answers: number | null;
  readonly bytes: number | null;
  readonly oldestAtMs: number | null;
  readonly newestAtMs: number | null;
};

const retentionTable = tableOf<RetentionRow>()({
  id: 'retention',
  title: 'Data to delete',
  columns: {
    what: ({ what }) => what,
    count: ({ count }) => count,
    answers: ({ answers }) => answers,
    bytes: ({ bytes }) => bytes,
    oldest_at: column.time('Oldest', ({ oldestAtMs }) => oldestAtMs),
    newest_at: column.time('Newest', ({ newestAtMs }) => newestAtMs),
  },
});

/** What a retention rule would delete now. */
export function retentionSheet({ runs, pages, keptRuns }: RetentionPreview): Sheet {
  const kept = { count: keptRuns, answers: null, bytes: null, oldestAtMs: null, newestAtMs: null };
  return sheetOf(retentionTable, [
    { what: 'runs', ...runs },
    { what: 'pages', answers: null, ...pages },
    { what: 'kept runs', ...kept },
  ]);
}

/** Checks of the installation; a terminal prints further details below. */
export const checksTable = tableOf<DiagnosticCheck>()({
  id: 'checks',
  title: 'Checks of this computer',
  columns: {
    check: column.text('Check', ({ check }) => check),
    result: column.text('Result', ({ result }) => result),
    details: column.text('Details', ({ details }) => details.join('. '), {
      text: ({ details }) => details[0] ?? '',
    }),
  },
});
