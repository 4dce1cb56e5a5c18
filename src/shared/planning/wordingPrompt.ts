import { nameOfKey, type Wordings } from '../model/wordingTexts.ts';
import { readWordings } from './wordingTable.ts';

/** Maximum wordings in one request. */
export const maxSuggested = 30;

/** The prompt for suggested wordings; its answer is a table that `readSuggestion` parses. */
export function suggestionPrompt(question: string, keys: readonly string[]): string {
  return [
    'Below is a question that people ask answer engines. Write it as a person would ask it for each of the languages and countries listed.',
    'Keep names of brands and products, numbers, and words in braces exactly as they are. Do not answer the question.',
    'Reply with a list of one line for each of them and nothing else: a hyphen, its code, a colon, the question.',
    '',
    ...keys.map((key) => `${key}: ${nameOfKey(key)}`),
    '',
    `Question: ${question}`,
  ].join('\n');
}

export type Suggestion = {
  readonly wordings: Wordings;
  /** Requested codes that are not in the answer. */
  readonly missing: readonly string[];
};

/** The wordings in an answer: only requested ones, whatever else it contains. */
export function readSuggestion(answer: string, keys: readonly string[]): Suggestion {
  const lines = answer.split('\n').map((line) => line.replace(/^[\s>*`|•-]+/, '').replace(/[\s`|]+$/, ''));
  const wordings = new Map<string, string>();
  for (const line of lines) {
    const [code = ''] = /^[A-Za-z-]+/.exec(line) ?? [];
    if (!keys.includes(code) || wordings.has(code)) continue;
    const rest = line.slice(code.length).replace(/^\s*[*`]*\s*(?:[\t:|–—=]|-\s|\s)\s*[*`]*/u, '\t');
    const read = readWordings(`${code}${rest}`);
    const wording = read.wordings[code];
    if (wording !== undefined) wordings.set(code, withoutQuotes(wording));
  }
  return { wordings: Object.fromEntries(wordings), missing: keys.filter((key) => !wordings.has(key)) };
}

/** A question that stands between quotation marks as a whole. */
const withoutQuotes = (text: string): string => /^["“„«「](.+)["”“»」]$/u.exec(text)?.[1]?.trim() ?? text;
