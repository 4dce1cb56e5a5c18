import type { AnswerFound } from './answeringDriver.ts';
import type { AskedQuestion } from './askedQuestion.ts';
import type { FailedOutcome } from './providerErrors.ts';

/** Added to a question that was answered from memory although the interface promises a search. */
export const searchUrge = 'Search the web before you answer, and cite the pages the answer rests on.';

/**
 * Asks once more, urging a search, where one was promised and none ran. What comes then is the answer, searched or
 * not: the result says which. A second attempt that fails does not cost the first answer.
 */
export async function insistOnSearch(
  asked: AskedQuestion,
  ask: (urged: boolean) => Promise<AnswerFound | FailedOutcome>,
): Promise<AnswerFound | FailedOutcome> {
  const first = await ask(false);
  if (first.kind !== 'found' || first.found.searched || !asked.mustSearch) return first;
  const second = await ask(true);
  return second.kind === 'found' ? second : first;
}

/** The instructions that go with a question: the lines that are there, or none at all. */
export function instructionsOf(...lines: readonly (string | undefined)[]): string | undefined {
  const given = lines.filter((line) => line !== undefined && line !== '');
  return given.length === 0 ? undefined : given.join(' ');
}
