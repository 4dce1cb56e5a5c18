import type { CompareSample } from '../analysis/model.ts';
import { distinctQuestions, type QuestionCandidate } from './keywordFile.ts';

/** What was searched for on the way to one answer, and is asked beside it. */
export type Observed = Pick<CompareSample, 'searchQueries' | 'questions' | 'relatedQueries'>;

/**
 * What engines searched for on the way to their answers (fan-out), what the search page says people also ask, and
 * related searches; each with the number of answers it was seen in, the most frequent first.
 */
export function observedQuestions(samples: readonly Observed[]): readonly QuestionCandidate[] {
  const seen = new Map<string, { text: string; tag: string; answers: number }>();
  for (const { searchQueries, questions, relatedQueries } of samples) {
    const found = new Set<string>();
    const note = (text: string, tag: string): void => {
      const key = `${tag} ${text.toLowerCase()}`;
      if (found.has(key)) return;
      found.add(key);
      const before = seen.get(key) ?? { text, tag, answers: 0 };
      before.answers += 1;
      seen.set(key, before);
    };
    for (const text of searchQueries ?? []) note(text, 'fan-out');
    for (const { question } of questions ?? []) note(question, 'people-also-ask');
    for (const text of relatedQueries ?? []) note(text, 'related');
  }
  const candidates = [...seen.values()].map(({ text, tag, answers }) => ({
    text,
    volume: answers,
    tags: [tag],
  }));
  return [...distinctQuestions(candidates, [])].sort((one, two) => (two.volume ?? 0) - (one.volume ?? 0));
}
