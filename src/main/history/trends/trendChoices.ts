import type { Database } from 'better-sqlite3';
import { surfacesOf } from '#shared/figures/trends/trend.ts';
import { surfaceKey, surfaceLabel } from '#shared/interface/surface.ts';
import type { TrendChoices } from '#shared/model/trend.ts';
import type { TrendPlace } from '#shared/model/trendLines.ts';
import { type AnswerFacts, answerCounts } from './answerFacts.ts';
import type { SourceFacts } from './sourceFacts.ts';
import type { TrendRules } from './trendRules.ts';

/** Longer lists are searched instead of read. */
const maxListed = 500;

/** The possible subjects and filters of a trend, with the number of answers for each. */
export function createTrendChoices(db: Database) {
  const monitors = db.prepare<[], { uid: string; name: string }>(
    `SELECT uid, name FROM monitors m
     WHERE EXISTS (SELECT 1 FROM monitor_times t WHERE t.monitor_id = m.id AND t.run_id IS NOT NULL)
     ORDER BY name COLLATE NOCASE`,
  );
  const tags = db
    .prepare<{ project: number }, string>(
      'SELECT DISTINCT tag FROM question_tags WHERE project_id = @project ORDER BY tag',
    )
    .pluck();
  const textOf = db.prepare<{ question: number }, { text: string }>(
    'SELECT text FROM questions WHERE id = @question',
  );

  return (
    project: number,
    facts: AnswerFacts,
    answers: Int32Array,
    sources: SourceFacts | null,
    rules: TrendRules,
  ): TrendChoices => {
    const perPlace = new Int32Array(facts.places.length);
    for (let at = 0; at < answers.length; at++) {
      const place = facts.place[answers[at] ?? 0] ?? 0;
      perPlace[place] = (perPlace[place] ?? 0) + 1;
    }
    const counted = <K extends PlaceKey>(key: K) =>
      [...countBy(facts.places, perPlace, key)].sort((one, two) => two[1] - one[1]).slice(0, maxListed);
    return {
      answers: answerCounts(facts, answers).answers,
      brands: rules.brands.map(({ id, name, kind }) => ({ id, name, kind })),
      domains: sources === null ? [] : mostCited(sources, answers),
      engines: counted('engine').map(([value, count]) => ({ value, label: value, count })),
      surfaces: surfacesOf(facts, [answers]).map(({ surface, answers: count }) => {
        const value = surfaceKey(surface);
        return { value, label: surfaceLabel(value), count };
      }),
      markets: counted('market').map(([value, count]) => ({
        value,
        label: value === '*' ? 'any' : value,
        count,
      })),
      questions: counted('question').map(([question, count]) => {
        const text = textOf.get({ question })?.text ?? '';
        return { value: text, label: text, count };
      }),
      monitors: monitors.all().map(({ uid, name }) => ({ id: uid, name })),
      tags: tags.all({ project }),
    };
  };
}

type PlaceKey = 'engine' | 'market' | 'question';

/** Sums counts of places by one of their keys; without those of which there are none. */
export function countBy<K extends PlaceKey>(
  places: AnswerFacts['places'],
  counts: ArrayLike<number>,
  key: K,
): ReadonlyMap<TrendPlace[K], number> {
  const sums = new Map<TrendPlace[K], number>();
  for (const [at, place] of places.entries()) {
    const count = counts[at] ?? 0;
    if (count > 0) sums.set(place[key], (sums.get(place[key]) ?? 0) + count);
  }
  return sums;
}

function mostCited(sources: SourceFacts, answers: Int32Array): TrendChoices['domains'] {
  const counts = new Int32Array(sources.domains.length);
  for (let turn = 0; turn < answers.length; turn++) {
    const answer = answers[turn] ?? 0;
    const end = sources.from[answer + 1] ?? 0;
    for (let at = sources.from[answer] ?? 0; at < end; at++) {
      const domain = sources.domainOfUrl[sources.url[at] ?? 0] ?? 0;
      counts[domain] = (counts[domain] ?? 0) + 1;
    }
  }
  return mostFrequent(sources.domains, counts, maxListed);
}

export type Counted = { readonly value: string; readonly label: string; readonly count: number };

/** Names with their counts, the most frequent first. */
export function mostFrequent(names: readonly string[], counts: ArrayLike<number>, most: number): Counted[] {
  const found: Counted[] = [];
  for (const [at, name] of names.entries()) found.push({ value: name, label: name, count: counts[at] ?? 0 });
  return found.sort(byCount).slice(0, most);
}

export const byCount = (one: Counted, two: Counted): number =>
  two.count - one.count || (one.value < two.value ? -1 : 1);
