import type { Database } from 'better-sqlite3';
import { firstFrom } from '#shared/figures/trends/buckets.ts';
import { surfaceKey } from '#shared/interface/surface.ts';
import type { TrendPeriod, TrendQuery } from '#shared/model/trend.ts';
import type { AnswerFacts } from './answerFacts.ts';

type Filter = Partial<Pick<TrendQuery, 'fromMs' | 'beforeMs' | 'surfaces' | 'questions' | 'tags'>> &
  Pick<TrendQuery, 'series' | 'branded' | 'imported'> & {
    readonly engines: readonly string[];
    readonly markets: readonly string[];
  };

/** Lists of questions and sources take answers of every kind, because each line is by itself. */
export const everyAnswer = { series: 'all', branded: 'with', imported: true } as const;

export type Chosen = {
  /** Indexes into the facts, ascending in time. */
  readonly answers: Int32Array;
  /** Answers excluded only by the setting for branded questions. */
  readonly brandedLeftOut: number;
};

/** The answers of a trend. */
export function createTrendFilter(db: Database) {
  const elsewhere = db.prepare<{ project: number }, { id: number }>(
    `SELECT id FROM (SELECT id FROM runs WHERE project_id < @project LIMIT 1)
     UNION ALL SELECT id FROM (SELECT id FROM runs WHERE project_id > @project LIMIT 1)`,
  );
  const projectRuns = db
    .prepare<{ project: number }, number>('SELECT id FROM runs WHERE project_id = @project')
    .pluck();
  const tagged = db
    .prepare<{ project: number; tags: string }, number>(
      'SELECT question_id FROM question_tags WHERE project_id = @project AND tag IN (SELECT value FROM json_each(@tags))',
    )
    .pluck();
  const said = db.prepare<{ project: number }, { question: number; tag: string }>(
    `SELECT question_id AS question, tag FROM question_tags
     WHERE project_id = @project AND by_rule = 0 AND tag IN ('branded', 'unbranded')`,
  );
  const questionIds = db
    .prepare<{ texts: string }, number>(
      'SELECT id FROM questions WHERE text IN (SELECT value FROM json_each(@texts))',
    )
    .pluck();
  const monitorRuns = db
    .prepare<{ series: string }, number>(
      `SELECT t.run_id FROM monitor_times t JOIN monitors m ON m.id = t.monitor_id
       WHERE t.run_id IS NOT NULL AND (m.uid = @series OR m.name = @series COLLATE NOCASE)`,
    )
    .pluck();
  const everyMonitorRun = db
    .prepare<[], number>('SELECT run_id FROM monitor_times WHERE run_id IS NOT NULL')
    .pluck();
  const monitorId = db.prepare<{ series: string }, { id: number }>(
    'SELECT id FROM monitors WHERE uid = @series OR name = @series COLLATE NOCASE',
  );

  /** Runs of a series, and whether to include these or all others; null for an unknown monitor. */
  const runsOf = (
    series: string,
  ): { readonly runs: ReadonlySet<number>; readonly wanted: boolean } | null => {
    if (series === 'all') return { runs: new Set(), wanted: false };
    if (series === 'ad-hoc') return { runs: new Set(everyMonitorRun.all()), wanted: false };
    if (monitorId.get({ series }) === undefined) return null;
    return { runs: new Set(monitorRuns.all({ series })), wanted: true };
  };

  /** Rows of the questions that pass a filter; null for all. */
  const questionsOf = (
    project: number,
    { questions = [], tags = [] }: Pick<Filter, 'questions' | 'tags'>,
  ): ReadonlySet<number> | null => {
    const named =
      questions.length === 0 ? null : new Set(questionIds.all({ texts: JSON.stringify(questions) }));
    if (tags.length === 0) return named;
    const withTag = new Set(tagged.all({ project, tags: JSON.stringify(tags) }));
    return named === null ? withTag : new Set([...named].filter((question) => withTag.has(question)));
  };

  return {
    questionsOf,
    /**
     * @param project row of the project
     * @param names whether a question names the brand; the user's tag overrides it
     * @returns null if the series is of an unknown monitor
     */
    choose(
      project: number,
      facts: AnswerFacts,
      filter: Filter,
      names: (question: number) => boolean,
    ): Chosen | null {
      const series = runsOf(filter.series);
      if (series === null) return null;
      const own = elsewhere.get({ project }) === undefined ? null : new Set(projectRuns.all({ project }));
      const byPerson = new Map(said.all({ project }).map((row) => [row.question, row.tag === 'branded']));
      const places = decidePlaces(facts.places, {
        asked: questionsOf(project, filter),
        engines: new Set(filter.engines),
        markets: new Set(filter.markets),
        branded: filter.branded,
        byPerson,
        names,
      });
      const { surfaces = [] } = filter;
      const onSurface = facts.contexts.map(
        ({ surface }) => surfaces.length === 0 || surfaces.some((each) => each === surfaceKey(surface)),
      );
      const { fromMs = Number.NEGATIVE_INFINITY, beforeMs = Number.POSITIVE_INFINITY, imported } = filter;
      const runs = { own, runs: series.runs, wanted: series.wanted };
      return chosenFrom(facts, { fromMs, beforeMs, imported, places, onSurface, runs });
    },
  };
}

/** Runs of the project (null for all of them), and the runs of a series to include or to exclude. */
type WantedRuns = {
  readonly own: ReadonlySet<number> | null;
  readonly runs: ReadonlySet<number>;
  readonly wanted: boolean;
};

const isWantedRun = ({ own, runs, wanted }: WantedRuns, run: number): boolean =>
  (own === null || own.has(run)) && runs.has(run) === wanted;

type WantedPlaces = {
  /** Rows of questions; null for any. */
  readonly asked: ReadonlySet<number> | null;
  /** Empty for any. */
  readonly engines: ReadonlySet<string>;
  readonly markets: ReadonlySet<string>;
  readonly branded: Filter['branded'];
  /** Questions that the user tagged as branded or as not branded. */
  readonly byPerson: ReadonlyMap<number, boolean>;
  readonly names: (question: number) => boolean;
};

/** `branded`: excluded only by the setting for branded questions. */
const decisions = { out: 0, in: 1, branded: 2 } as const;

/** Decided once per place: there are far fewer of them than answers. */
function decidePlaces(places: AnswerFacts['places'], wanted: WantedPlaces): Uint8Array {
  const { asked, engines, markets, branded, byPerson, names } = wanted;
  const decided = new Uint8Array(places.length);
  for (const [at, place] of places.entries()) {
    if (asked !== null && !asked.has(place.question)) continue;
    if (engines.size > 0 && !engines.has(place.engine)) continue;
    if (markets.size > 0 && !markets.has(place.market) && !markets.has(place.country)) continue;
    const fits =
      branded === 'with' || (byPerson.get(place.question) ?? names(place.question)) === (branded === 'only');
    decided[at] = fits ? decisions.in : decisions.branded;
  }
  return decided;
}

type Wanted = TrendPeriod & {
  readonly imported: boolean;
  /** Decisions by place number. */
  readonly places: Uint8Array;
  /** By context number. */
  readonly onSurface: readonly boolean[];
  readonly runs: WantedRuns;
};

function chosenFrom(
  facts: AnswerFacts,
  { fromMs, beforeMs, imported, places, onSurface, runs }: Wanted,
): Chosen {
  const first = firstFrom(fromMs, facts, facts.byTime);
  const end = firstFrom(beforeMs, facts, facts.byTime);
  const answers = new Int32Array(Math.max(0, end - first));
  let found = 0;
  let brandedLeftOut = 0;
  // Answers of a run are mostly consecutive.
  let lastRun = -1;
  let wantedRun = false;
  for (let turn = first; turn < end; turn++) {
    const answer = facts.byTime[turn] ?? 0;
    const run = facts.run[answer] ?? 0;
    if (run !== lastRun) {
      lastRun = run;
      wantedRun = isWantedRun(runs, run);
    }
    if (!wantedRun) continue;
    if (!imported && facts.imported[answer] === 1) continue;
    if (!onSurface[facts.context[answer] ?? 0]) continue;
    const place = places[facts.place[answer] ?? 0];
    if (place === decisions.in) answers[found++] = answer;
    else if (place === decisions.branded) brandedLeftOut += 1;
  }
  return { answers: answers.subarray(0, found), brandedLeftOut };
}
