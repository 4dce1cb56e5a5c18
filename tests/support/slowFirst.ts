import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest of their project, longest first. */
const slow = [
  'installed',
  'cancelAndResume',
  'firstQuestion',
  'comparisonAccess',
  'desktopSystem',
  'desktop',
  'keyboard',
  'connections',
  'places',
];

/**
 * Order of test files: as Vitest sorts them, by size as long as it knows no durations, but slow files first. A slow
 * file that starts last leaves a processor without work.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = slow.indexOf(basename(moduleId).replace('.test.ts', ''));
      return at === -1 ? slow.length : at;
    };
    return sorted.toSorted(
      (one, two) => projects.indexOf(one.project) - projects.indexOf(two.project) || rank(one) - rank(two),
    );
  }
}
