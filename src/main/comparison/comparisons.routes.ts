import type { Handlers } from '../bridge/router.ts';
import type { AnswersComparison } from './answersComparison.ts';
import type { RunComparison } from './runComparison.ts';

export function comparisonHandlers(comparison: RunComparison, answers: AnswersComparison) {
  return {
    'comparisons.get': (input, { signal }) => comparison.compare(input, signal),
    'comparisons.parts': (input, { signal }) => comparison.parts(input, signal),
    'comparisons.ofAnswers': (input, { signal }) => answers.parts(input, signal),
  } satisfies Partial<Handlers>;
}
