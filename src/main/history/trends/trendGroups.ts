import type { Database } from 'better-sqlite3';
import type { TrendGroups } from '#shared/figures/trends/trend.ts';
import { surfaceKey, surfaceLabel } from '#shared/interface/surface.ts';
import type { TrendGrouping, TrendPlace } from '#shared/model/trendLines.ts';
import type { AnswerFacts } from './answerFacts.ts';

/** The key of an answer is that of its number in `at`. */
type Keys = { readonly keys: readonly string[]; readonly at: Int32Array };

/** The lines of a trend, and the line of each answer. */
export function createTrendGroups(db: Database) {
  const textOf = db.prepare<{ id: number }, { text: string }>('SELECT text FROM questions WHERE id = @id');
  const keyBy = (by: TrendGrouping): ((place: TrendPlace) => string) | null => {
    if (by === 'market') return (place) => place.market;
    if (by === 'engine') return (place) => place.engine;
    if (by === 'question') return (place) => textOf.get({ id: place.question })?.text ?? '';
    return null;
  };
  /** By place or context number: there are far fewer of both than answers. */
  const keysOf = (by: TrendGrouping, facts: AnswerFacts): Keys | null => {
    if (by === 'surface')
      return { keys: facts.contexts.map(({ surface }) => surfaceKey(surface)), at: facts.context };
    const key = keyBy(by);
    return key === null ? null : { keys: facts.places.map(key), at: facts.place };
  };

  return {
    /** Those with most answers first; at most `most` of them. */
    groups(
      by: TrendGrouping,
      facts: AnswerFacts,
      answers: Int32Array,
      most: number,
    ): { readonly groups: TrendGroups; readonly leftOut: number } {
      const found = keysOf(by, facts);
      if (found === null) return { groups: { names: [], of: () => -1 }, leftOut: 0 };
      const { keys, at } = found;
      const counts = new Map<string, number>();
      for (const answer of answers) {
        const key = keys[at[answer] ?? 0] ?? '';
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      const ranked = [...counts].sort((one, two) => two[1] - one[1] || (one[0] < two[0] ? -1 : 1));
      const index = new Map(ranked.slice(0, most).map(([key], place) => [key, place]));
      const byNumber = keys.map((key) => index.get(key) ?? -1);
      return {
        groups: {
          names: [...index.keys()].map((key) => ({ key, label: labelOf(by, key) })),
          of: (answer) => byNumber[at[answer] ?? 0] ?? -1,
        },
        leftOut: Math.max(0, ranked.length - most),
      };
    },
    /** The answers of one line. */
    inLine(by: TrendGrouping, line: string, facts: AnswerFacts, answers: Int32Array): Int32Array {
      const found = line === '' ? null : keysOf(by, facts);
      return found === null ? answers : withKey(answers, found, line);
    },
  };
}

function withKey(answers: Int32Array, { keys, at }: Keys, key: string): Int32Array {
  const found = new Int32Array(answers.length);
  let count = 0;
  for (let turn = 0; turn < answers.length; turn++) {
    const answer = answers[turn] ?? 0;
    if (keys[at[answer] ?? 0] === key) found[count++] = answer;
  }
  return found.subarray(0, count);
}

function labelOf(by: TrendGrouping, key: string): string {
  if (by === 'surface') return surfaceLabel(key);
  return key === '*' ? 'any' : key;
}
