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

/** Files of conformance that wait nearly all the time, for limits of up to 20 s. */
const waiting = ['errors', 'slots'];

/**
 * Order of test files: as Vitest sorts them, by size as long as it knows no durations, but slow files first. A slow
 * file that starts last leaves a processor without work.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const nameOf = ({ moduleId }: TestSpecification): string => basename(moduleId).replace('.test.ts', '');
    const rank = (file: TestSpecification): number => {
      const at = slow.indexOf(nameOf(file));
      return at === -1 ? slow.length : at;
    };
    const group = (file: TestSpecification): number =>
      file.project.name === 'conformance' && waiting.includes(nameOf(file))
        ? -1
        : projects.indexOf(file.project);
    return sorted.toSorted((one, two) => group(one) - group(two) || rank(one) - rank(two));
  }
}
