import type { Database } from 'better-sqlite3';
import type { TrendChoices } from '#shared/bridge/routes/trends.ts';
import { countSurfaces, surfaceKey, surfaceLabel } from '#shared/provider/surface.ts';
import type { AnswerFacts } from './answerFacts.ts';
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
    for (const answer of answers) {
      const place = facts.place[answer] ?? 0;
      perPlace[place] = (perPlace[place] ?? 0) + 1;
    }
    const counted = <K extends string | number>(key: (place: AnswerFacts['places'][number]) => K) => {
      const counts = new Map<K, number>();
      facts.places.forEach((place, at) => {
        counts.set(key(place), (counts.get(key(place)) ?? 0) + (perPlace[at] ?? 0));
      });
      return [...counts]
        .filter(([, count]) => count > 0)
        .sort((one, two) => two[1] - one[1])
        .slice(0, maxListed);
    };
    return {
      answers: answers.length,
      brands: rules.brands.map(({ id, name, kind }) => ({ id, name, kind })),
      domains: sources === null ? [] : mostCited(sources, answers),
      engines: counted(({ engine }) => engine).map(([value, count]) => ({ value, label: value, count })),
      surfaces: countSurfaces(surfacesOf(facts, answers)).map(({ surface, answers: count }) => {
        const value = surfaceKey(surface);
        return { value, label: surfaceLabel(value), count };
      }),
      markets: counted(({ market }) => market).map(([value, count]) => ({
        value,
        label: value === '*' ? 'any' : value,
        count,
      })),
      questions: counted(({ question }) => question).map(([question, count]) => {
        const text = textOf.get({ question })?.text ?? '';
        return { value: text, label: text, count };
      }),
      monitors: monitors.all().map(({ uid, name }) => ({ id: uid, name })),
      tags: tags.all({ project }),
    };
  };
}

function* surfacesOf(facts: AnswerFacts, answers: Int32Array): Iterable<string | null> {
  for (const answer of answers) yield facts.contexts[facts.context[answer] ?? 0]?.surface ?? null;
}

function mostCited(sources: SourceFacts, answers: Int32Array): TrendChoices['domains'] {
  const counts = new Int32Array(sources.domains.length);
  for (const answer of answers) {
    const end = sources.from[answer + 1] ?? 0;
    for (let at = sources.from[answer] ?? 0; at < end; at++) {
      const domain = sources.domainOfUrl[sources.url[at] ?? 0] ?? 0;
      counts[domain] = (counts[domain] ?? 0) + 1;
    }
  }
  return [...counts]
    .map((count, domain) => ({
      value: sources.domains[domain] ?? '',
      label: sources.domains[domain] ?? '',
      count,
    }))
    .sort((one, two) => two.count - one.count || (one.value < two.value ? -1 : 1))
    .slice(0, maxListed);
}
