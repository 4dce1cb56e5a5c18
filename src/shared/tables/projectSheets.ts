import type { Annotation } from '../model/annotation.ts';
import type { BrandBookView, BrandView } from '../model/brand.ts';
import type { DataSize, RetentionPreview } from '../model/maintenance.ts';
import type { ProjectView } from '../model/project.ts';
import type { BrandShiftView } from '../model/recomputation.ts';
import { isoTime, listSheet, type Sheet } from './sheet.ts';

export function projectsSheet(projects: readonly ProjectView[], currentId: string): Sheet {
  return listSheet('projects', 'Projects', projects, {
    project: ({ id }) => id,
    name: ({ name }) => name,
    in_use: ({ id }) => (id === currentId ? 1 : 0),
    made_at: ({ createdAtMs }) => isoTime(createdAtMs),
    runs: ({ runs }) => runs,
    answers: ({ answers }) => answers,
    credits: ({ creditsCharged }) => creditsCharged,
    brands: ({ brands }) => brands,
    plans: ({ plans }) => plans,
  });
}

/** The brands after all decisions. */
export function brandsSheet(brands: readonly BrandView[], rulesVersion: number): Sheet {
  return listSheet('brands', 'Brands', brands, {
    brand: ({ id }) => id,
    name: ({ name }) => name,
    kind: ({ kind }) => kind,
    aliases: ({ aliases }) => aliases.map(({ text }) => text).join('\n'),
    domains: ({ domains }) => domains.map(({ domain }) => domain).join('\n'),
    rules_version: () => rulesVersion,
  });
}

/** Decisions about brands and domains, newest first. */
export function decisionsSheet(decisions: BrandBookView['decisions']): Sheet {
  return listSheet('decisions', 'Manual corrections', decisions, {
    decision: ({ id }) => id,
    made_at: ({ madeAtMs }) => isoTime(madeAtMs),
    kind: ({ decision }) => decision.kind,
    words: ({ words }) => words,
  });
}

/** Dated notes on the trends of a project. */
export function annotationsSheet(annotations: readonly Annotation[]): Sheet {
  return listSheet('annotations', 'Annotations', annotations, {
    annotation: ({ id }) => id,
    date: ({ day }) => day,
    text: ({ text }) => text,
  });
}

/** The effect of a rule change on the same answers, by brand and market. */
export function shiftsSheet(change: {
  readonly before: number;
  readonly after: number;
  readonly shifts: readonly BrandShiftView[];
}): Sheet {
  return listSheet('rule-changes', 'Effect of the rule change', change.shifts, {
    brand: ({ brand }) => brand,
    name: ({ name }) => name,
    market: ({ market }) => market,
    rules_before: () => change.before,
    answers_before: ({ before }) => before,
    of_before: ({ beforeOf }) => beforeOf,
    rules_after: () => change.after,
    answers_after: ({ after }) => after,
    of_after: ({ afterOf }) => afterOf,
  });
}

/** Bytes on the disk by kind, with what is unused. */
export function sizeSheet({
  kinds,
  freeBytes,
  journalBytes,
}: Pick<DataSize, 'freeBytes' | 'journalBytes'> & {
  readonly kinds: readonly DataSize['kinds'][number][];
}): Sheet {
  const rows: readonly { readonly kind: string; readonly bytes: number; readonly rows: number | null }[] = [
    ...kinds,
    { kind: 'unused', bytes: freeBytes, rows: null },
    { kind: 'journal', bytes: journalBytes, rows: null },
  ];
  return listSheet('size', 'Size of the history by kind', rows, {
    kind: ({ kind }) => kind,
    bytes: ({ bytes }) => bytes,
    rows: ({ rows: count }) => count,
  });
}

/** What a retention rule would delete now. */
export function retentionSheet({ runs, pages, keptRuns }: RetentionPreview): Sheet {
  const kept = { count: keptRuns, answers: null, bytes: null, oldestAtMs: null, newestAtMs: null };
  const rows = [
    { what: 'runs', ...runs },
    { what: 'pages', answers: null, ...pages },
    { what: 'kept runs', ...kept },
  ];
  return listSheet('retention', 'Data to delete', rows, {
    what: ({ what }) => what,
    count: ({ count }) => count,
    answers: ({ answers }) => answers,
    bytes: ({ bytes }) => bytes,
    oldest_at: ({ oldestAtMs }) => isoTime(oldestAtMs),
    newest_at: ({ newestAtMs }) => isoTime(newestAtMs),
  });
}
