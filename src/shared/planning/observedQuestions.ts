import type { CompareSample } from '../model/comparison/samples.ts';
import { distinctQuestions, type QuestionCandidate } from './keywordFile.ts';

/** Fan-out queries and related questions of one answer. */
export type Observed = Pick<CompareSample, 'searchQueries' | 'questions' | 'relatedQueries'>;

/**
 * Fan-out queries, People also ask and related searches of stored answers, each with the number of answers,
 * most frequent first.
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
