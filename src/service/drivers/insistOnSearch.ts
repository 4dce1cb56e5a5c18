import type { AnswerFound } from './answeringDriver.ts';
import type { AskedQuestion } from './askedQuestion.ts';
import type { FailedOutcome } from './providerErrors.ts';

/** Added to a question that was answered from memory although the interface promises a search. */
export const searchUrge = 'Search the web before you answer, and cite the pages the answer rests on.';

/**
 * Asks once more, urging a search, if one was promised but none ran. The second answer is used, with or without
 * a search; the result states which. If the second attempt fails, the first answer is used.
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

/** The instructions for a question: the given lines, or none. */
export function instructionsOf(...lines: readonly (string | undefined)[]): string | undefined {
  const given = lines.filter((line) => line !== undefined && line !== '');
  return given.length === 0 ? undefined : given.join(' ');
}
