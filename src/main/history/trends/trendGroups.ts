import type { Database } from 'better-sqlite3';
import type { TrendGroups } from '#shared/analysis/trends/trend.ts';
import type { TrendGrouping, TrendPlace } from '#shared/analysis/trends/trendModel.ts';
import type { AnswerFacts } from './answerFacts.ts';

/** The lines a trend is drawn in, and which of them an answer belongs to. */
export function createTrendGroups(db: Database) {
  const textOf = db.prepare<{ id: number }, { text: string }>('SELECT text FROM questions WHERE id = @id');
  const keyBy = (by: TrendGrouping): ((place: TrendPlace) => string) | null => {
    if (by === 'market') return (place) => place.market;
    if (by === 'engine') return (place) => place.engine;
    if (by === 'question') return (place) => textOf.get({ id: place.question })?.text ?? '';
    return null;
  };
  /** By the number of a place: there are far fewer places than answers. */
  const keysOf = (by: TrendGrouping, facts: AnswerFacts): readonly string[] | null => {
    const key = keyBy(by);
    return key === null ? null : facts.places.map(key);
  };

  return {
    /** Those with most answers first; at most `most` of them. */
    groups(
      by: TrendGrouping,
      facts: AnswerFacts,
      answers: Int32Array,
      most: number,
    ): { readonly groups: TrendGroups; readonly leftOut: number } {
      const keys = keysOf(by, facts);
      if (keys === null) return { groups: { names: [], of: () => -1 }, leftOut: 0 };
      const counts = new Map<string, number>();
      for (const answer of answers) {
        const key = keys[facts.place[answer] ?? 0] ?? '';
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      const ranked = [...counts].sort((one, two) => two[1] - one[1] || (one[0] < two[0] ? -1 : 1));
      const index = new Map(ranked.slice(0, most).map(([key], at) => [key, at]));
      const byPlace = keys.map((key) => index.get(key) ?? -1);
      return {
        groups: {
          names: [...index.keys()].map((key) => ({ key, label: key === '*' ? 'any' : key })),
          of: (answer) => byPlace[facts.place[answer] ?? 0] ?? -1,
        },
        leftOut: Math.max(0, ranked.length - most),
      };
    },
    /** Whether an answer belongs to one line. */
    inLine(by: TrendGrouping, line: string, facts: AnswerFacts): (answer: number) => boolean {
      const keys = line === '' ? null : keysOf(by, facts);
      if (keys === null) return () => true;
      return (answer) => keys[facts.place[answer] ?? 0] === line;
    },
  };
}
