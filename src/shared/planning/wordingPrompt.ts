import { z } from 'zod';
import { objectSchema } from '../lazySchema.ts';
import { nameOfKey, textProblem, type Wordings } from '../model/wordingTexts.ts';

/** Maximum wordings in one request. */
export const maxSuggested = 30;

export const suggestionSchema = objectSchema(() => ({
  wordings: z.array(z.object({ code: z.string(), question: z.string() })),
}));
export type SuggestedWordings = z.infer<typeof suggestionSchema>;

/** What the prompt `wordings` is asked about. */
export function suggestionText(question: string, keys: readonly string[]): string {
  return JSON.stringify({ question, targets: keys.map((code) => ({ code, name: nameOfKey(code) })) });
}

export type Suggestion = {
  readonly wordings: Wordings;
  /** Requested codes without a usable wording in the answer. */
  readonly missing: readonly string[];
};

/** The usable wordings of an answer: only requested ones, each once. */
export function readSuggestion(answer: SuggestedWordings, keys: readonly string[]): Suggestion {
  const wordings = new Map<string, string>();
  for (const { code, question } of answer.wordings) {
    const text = withoutQuotes(question.trim());
    if (!keys.includes(code) || wordings.has(code) || textProblem(text, nameOfKey(code)) !== null) continue;
    wordings.set(code, text);
  }
  return { wordings: Object.fromEntries(wordings), missing: keys.filter((key) => !wordings.has(key)) };
}

/** A question that stands between quotation marks as a whole. */
const withoutQuotes = (text: string): string => /^["“„«「](.+)["”“»」]$/u.exec(text)?.[1]?.trim() ?? text;
