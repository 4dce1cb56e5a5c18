import type { ProjectImportFacts } from '../model/project.ts';
import { counted } from './figureLabels.ts';

/** What came of the import of a project's file, in one sentence without its full stop. */
export function projectImportLabel(facts: ProjectImportFacts): string {
  const added = `“${facts.name}”: ${counted(facts.runsAdded, 'run')} and ${counted(facts.answersAdded, 'answer')} added`;
  if (facts.runsKnown === 0) return added;
  const since =
    facts.runsCompleted === 0
      ? ''
      : `; ${counted(facts.runsCompleted, 'run')} of these completed with newer answers`;
  return `${added}; ${counted(facts.runsKnown, 'run')} already present, with ${counted(facts.answersKnown, 'answer')}${since}`;
}
