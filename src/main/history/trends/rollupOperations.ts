import type { Database } from 'better-sqlite3';
import { createBoard, roundedPool } from '#shared/figures/trends/pooling.ts';
import {
  type LeagueBrand,
  leagueOf,
  type MatrixAxis,
  matrixOf,
  pooledOf,
} from '#shared/figures/trends/rollup.ts';
import type { Engine } from '#shared/interface/engines.ts';
import { comparisonRuleVersion } from '#shared/model/comparison/comparison.ts';
import type { BrandRule } from '#shared/model/comparison/samples.ts';
import type { RequestCounts } from '#shared/model/league.ts';
import type {
  LeagueView,
  MatrixQuery,
  RollupCoverage,
  RollupMatrix,
  RollupScope,
} from '#shared/model/rollup.ts';
import type { FigureAnswers } from '#shared/model/trend.ts';
import { HistoryFailure, mustHave, noRun } from '../store/failures.ts';
import { type MarketRow, marketColumns, marketOf } from '../store/operations/marketRows.ts';
import { analysisReads } from '../store/operations/operation.ts';
import { createChangeStamp } from '../store/timeOrder.ts';
import { type AnswerFacts, answerCounts, createAnswerFacts } from './answerFacts.ts';
import { createBrandColumns } from './brandColumns.ts';
import { createSourceFacts } from './sourceFacts.ts';
import { createTrendRules, type TrendRules } from './trendRules.ts';
import { countedIn, knownMetric, nameOf, subjectOf, subjectValues } from './trendSubject.ts';

/** Answers read per batch. */
const batchSize = 10_000;

/** Maximum ids of answers behind a figure: as many as can be compared. */
const maxIds = 60;

/** The planned requests of one question, engine and market. */
type Segment = RequestCounts & {
  readonly question: number;
  readonly engine: string;
  readonly market: string;
};

type RollupLine = {
  readonly id: string;
  readonly label: string;
  readonly kind: BrandRule['kind'] | null;
  /** Row of the question; -1 of a brand. */
  readonly question: number;
};

/** By row of the question. */
type Tags = ReadonlyMap<number, readonly { readonly tag: string }[]>;

const namesOf = (tags: readonly { readonly tag: string }[] = []): string[] => tags.map(({ tag }) => tag);

/** A run as planned: its questions, engines and markets in order, and the outcome of each request. */
type Layout = {
  readonly run: number;
  readonly project: number;
  readonly questions: readonly { readonly id: number; readonly text: string }[];
  readonly engines: readonly string[];
  readonly markets: readonly (MarketRow & { readonly market: string })[];
  readonly segments: readonly Segment[];
};

/**
 * Caches the columns of one run's answers, as trends do for all answers: the columns of a million answers take
 * seconds to read and a tenth of a second to clear, however small the run.
 */
const createRunData = (db: Database, run: number) => ({
  run,
  answerFacts: createAnswerFacts(db, run),
  sourceFacts: createSourceFacts(db),
  brandColumns: createBrandColumns(db),
});

/** The answers of a run, from the columns of the last run that was requested. */
export function createRollupOperations(db: Database) {
  const trendRules = createTrendRules(db);
  const runRow = db.prepare<{ uid: string }, { id: number; project: number }>(
    'SELECT id, project_id AS project FROM runs WHERE uid = @uid',
  );
  const planned = db.prepare<{ run: number }, Segment & MarketRow & { readonly text: string }>(
    `SELECT c.*, q.text, ${marketColumns}, m.key AS market
     FROM (SELECT question_id AS question, engine, market_id, min(ordinal) AS first, count(*) AS planned,
         sum(state = 'failed') AS failed, sum(state = 'unknown') AS unknown, sum(state = 'cancelled') AS cancelled,
         sum(state IN ('planned', 'running')) AS open
       FROM cells WHERE run_id = @run GROUP BY question_id, engine, market_id) c
       JOIN questions q ON q.id = c.question JOIN markets m ON m.id = c.market_id
     ORDER BY c.first`,
  );
  const tagged = db.prepare<{ project: number }, { question: number; tag: string }>(
    'SELECT question_id AS question, tag FROM question_tags WHERE project_id = @project ORDER BY tag',
  );
  const uidOf = db.prepare<{ id: number }, { uid: string }>('SELECT uid FROM observations WHERE id = @id');

  const stamp = createChangeStamp(db);
  let known: { readonly of: string; readonly layout: Layout } | null = null;
  /**
   * Counting the requests of a large run takes longer than pooling its answers, so it is cached until something
   * is written.
   */
  const layoutOf = (uid: string): Layout => {
    const of = `${uid} ${stamp()}`;
    if (known?.of !== of) known = { of, layout: layoutNow(uid) };
    return known.layout;
  };
  const layoutNow = (uid: string): Layout => {
    const row = mustHave(runRow.get({ uid }), noRun(uid));
    const segments = planned.all({ run: row.id });
    return {
      run: row.id,
      project: row.project,
      questions: [...new Map(segments.map(({ question: id, text }) => [id, { id, text }])).values()],
      engines: [...new Set(segments.map(({ engine }) => engine))],
      markets: [...new Map(segments.map((segment) => [segment.market, segment])).values()],
      segments,
    };
  };
  let data: ReturnType<typeof createRunData> | null = null;
  /** The run as currently stored; `sources` with its citations. */
  const loaded = (uid: string, sources: boolean) => {
    const layout = layoutOf(uid);
    if (data?.run !== layout.run) data = createRunData(db, layout.run);
    const { answerFacts, sourceFacts, brandColumns } = data;
    while (!answerFacts.refresh(batchSize));
    const facts = answerFacts.get();
    while (sources && !sourceFacts.refresh(facts, batchSize));
    const tags = Map.groupBy(tagged.all({ project: layout.project }), ({ question }) => question);
    return { layout, facts, sourceFacts, brandColumns, tags, rules: trendRules.get(layout.project).current };
  };
  type Loaded = ReturnType<typeof loaded>;

  const answersOf = ({ facts, tags }: Loaded, scope: RollupScope): Int32Array => {
    const wanted = facts.places.map(inScope(scope, tags));
    return facts.byTime.filter((answer) => wanted[facts.place[answer] ?? 0] === true);
  };
  const coverageOf = (
    { layout, facts, rules, brandColumns }: Loaded,
    segments: readonly Segment[],
    answers: Int32Array,
  ): RollupCoverage => ({
    ...countsOf(segments),
    ...answerCounts(facts, answers),
    unsearched: brandColumns.unsearched(rules.version, facts, answers),
    rulesVersion: rules.version === 0 ? null : rules.version,
    ruleVersion: comparisonRuleVersion,
    pending: trendRules.newest(layout.project).version > rules.version,
  });
  const columnsOf = ({ brandColumns, facts, rules }: Loaded, brand: BrandRule) =>
    brandColumns.get(
      rules.version,
      brand.id,
      rules.brands.map(({ id }) => id),
      facts,
      true,
    );

  const prepared = (query: MatrixQuery) => {
    const metric = knownMetric(query.metric);
    const run = loaded(query.runId, metric.of !== 'brand');
    const { layout, facts, rules, sourceFacts, brandColumns } = run;
    const answers = answersOf(run, query);
    if (query.rows === 'brand' && metric.of !== 'brand')
      throw new HistoryFailure('NOT_FOUND', 'Rows of brands need a figure of a brand, such as visibility.');
    const valuesOf = (brand: string | undefined) => {
      // A brand requested by id always exists; if none is given but one is needed, the first is used.
      const subject = subjectOf(metric, { ...trendOf(query), brand }, rules);
      const parts = { facts, sources: sourceFacts.get, brandColumns, rules, answers };
      return { subject, values: subjectValues(metric, subject, parts) };
    };
    return {
      run,
      layout,
      facts,
      metric,
      answers,
      ...axesOf(layout, facts, query, rules, run.tags),
      valuesOf,
    };
  };

  return {
    'rollups.league': analysisReads((scope: RollupScope): LeagueView => {
      const run = loaded(scope.runId, false);
      const { layout, facts, rules, tags } = run;
      const answers = answersOf(run, scope);
      const segments = layout.segments.filter(inScope(scope, tags));
      const markets = new Set(segments.map(({ market }) => market));
      const brands = rules.brands.map(
        (brand): LeagueBrand => ({
          id: brand.id,
          name: brand.name,
          kind: brand.kind,
          columns: columnsOf(run, brand),
        }),
      );
      return {
        ...coverageOf(run, segments, answers),
        league: leagueOf(
          brands,
          facts,
          answers,
          layout.markets
            .filter(({ market }) => markets.has(market))
            .map((row) => ({ id: row.market, market: marketOf(row) })),
          facts,
        ),
        silent: layout.engines.flatMap((engine) => {
          const own = segments.filter((segment) => segment.engine === engine);
          const found = answers.filter((answer) => engineOf(facts, answer) === engine);
          const { answers: counted, textless } = answerCounts(facts, found);
          return own.length === 0 || counted > 0
            ? []
            : [{ engine: engine as Engine, ...countsOf(own), textless }];
        }),
        choices: {
          engines: layout.engines as Engine[],
          markets: layout.markets.map(({ market }) => market),
          tags: [...new Set(layout.questions.flatMap(({ id }) => namesOf(tags.get(id))))].sort(),
        },
      };
    }),
    'rollups.matrix': analysisReads((query: MatrixQuery): RollupMatrix => {
      const { run, layout, facts, metric, answers, rows, row, columns, column, plan, valuesOf } =
        prepared(query);
      const segments = layout.segments.filter(inScope(query, run.tags));
      const across = { size: columns.length, of: column };
      const brands = query.rows === 'brand';
      // One brand per row: every row is a separate matrix over the same answers.
      const one: MatrixAxis = { size: 1, of: () => 0 };
      const found = brands
        ? rows.map(({ id }) => matrixOf(metric, facts, answers, one, across, valuesOf(id).values))
        : [
            matrixOf(
              metric,
              facts,
              answers,
              { size: rows.length, of: row },
              across,
              valuesOf(query.brand).values,
            ),
          ];
      const lines = found.flatMap((matrix) =>
        matrix.cells.map((cells, at) => ({ cells, total: matrix.rows[at] })),
      );
      const own = brands
        ? Math.max(
            0,
            rows.findIndex(({ kind }) => kind === 'own'),
          )
        : 0;
      const nothing = roundedPool(pooledOf(metric, createBoard(facts), emptyValues, []));
      return {
        ...coverageOf(run, segments, answers),
        metric: metric.id,
        subject:
          rows.length === 0 && brands ? null : nameOf(valuesOf(brands ? rows[own]?.id : query.brand).subject),
        rows: rows.map(({ question, ...line }, at) => ({
          ...line,
          tags: namesOf(run.tags.get(question)).filter((tag) => tag !== 'branded' && tag !== 'unbranded'),
          total: lines[at]?.total ?? nothing,
        })),
        columns: columns.map((key, at) => {
          const market = layout.markets.find((each) => query.columns === 'market' && each.market === key);
          const total = found[own]?.columns[at] ?? nothing;
          return { id: key, market: market === undefined ? null : marketOf(market), total };
        }),
        cells: rows.map((_, at) =>
          columns.map((_column, on) => {
            const planned = plan(at, on);
            return planned === null ? null : { ...(lines[at]?.cells[on] ?? nothing), ...planned };
          }),
        ),
        total: found[own]?.total ?? nothing,
      };
    }),
    'rollups.answers': analysisReads(
      ({
        row: wantedRow,
        column: wantedColumn,
        named,
        ...query
      }: MatrixQuery & {
        readonly row: string;
        readonly column: string;
        readonly named: boolean;
      }): FigureAnswers => {
        const { facts, answers, rows, row, columns, column, valuesOf } = prepared(query);
        const ofBrand = query.rows === 'brand';
        const { subject, values } = valuesOf(ofBrand ? wantedRow : query.brand);
        // All brands are in the same answers.
        const line = ofBrand || wantedRow === '' ? -1 : rows.findIndex(({ id }) => id === wantedRow);
        const on = columns.indexOf(wantedColumn);
        const inCell = answers.filter(
          (answer) =>
            (ofBrand || wantedRow === '' || row(answer) === line) &&
            (wantedColumn === '' || column(answer) === on),
        );
        const behind = countedIn(values, inCell, named);
        const ids = [...behind.reverse().subarray(0, maxIds)].flatMap(
          (answer) => uidOf.get({ id: facts.id[answer] ?? 0 })?.uid ?? [],
        );
        return { ids, total: behind.length, subject: nameOf(subject) };
      },
    ),
  };
}

const emptyValues = { numerator: new Float64Array(0), denominator: new Float64Array(0), rules: 0 };

/** What identifies a subject. */
const trendOf = ({ metric, domain, type }: MatrixQuery) => ({ metric, domain, type, by: 'none' as const });

function axesOf(layout: Layout, facts: AnswerFacts, query: MatrixQuery, rules: TrendRules, tags: Tags) {
  const segments = layout.segments.filter(inScope(query, tags));
  const wanted = {
    question: new Set(segments.map(({ question }) => question)),
    column: new Set(segments.map((segment) => segment[query.columns])),
  };
  const columns = (
    query.columns === 'market' ? layout.markets.map(({ market }) => market) : layout.engines
  ).filter((key) => wanted.column.has(key));
  const rows: readonly RollupLine[] =
    query.rows === 'brand'
      ? rules.brands.map(({ id, name, kind }) => ({ id, label: name, kind, question: -1 }))
      : layout.questions.flatMap(({ id, text }, at) =>
          wanted.question.has(id) ? [{ id: String(at), label: text, kind: null, question: id }] : [],
        );
  const rowOf = new Map(rows.map(({ question }, at) => [question, at]));
  const columnOf = new Map(columns.map((key, at) => [key, at]));
  const rowOfPlace = facts.places.map(({ question }) => rowOf.get(question) ?? -1);
  const columnOfPlace = facts.places.map((place) => columnOf.get(place[query.columns]) ?? -1);
  const counts = new Map<string, RequestCounts>();
  for (const segment of segments) {
    const key = `${query.rows === 'brand' ? 0 : rowOf.get(segment.question)} ${columnOf.get(segment[query.columns])}`;
    counts.set(key, countsOf([segment, counts.get(key) ?? countsOf([])]));
  }
  return {
    rows,
    columns,
    row: (answer: number): number => rowOfPlace[facts.place[answer] ?? 0] ?? -1,
    column: (answer: number): number => columnOfPlace[facts.place[answer] ?? 0] ?? -1,
    /** Planned requests by row and column; rows of brands share those of the run. */
    plan: (row: number, column: number): RequestCounts | null =>
      counts.get(`${query.rows === 'brand' ? 0 : row} ${column}`) ?? null,
  };
}

const inScope =
  ({ engines, markets, tags: wanted }: RollupScope, tags: Tags) =>
  (segment: { readonly engine: string; readonly market: string; readonly question: number }): boolean =>
    (engines.length === 0 || engines.some((engine) => engine === segment.engine)) &&
    (markets.length === 0 ||
      markets.some((key) => key === segment.market || key === countryOf(segment.market))) &&
    (wanted.length === 0 || namesOf(tags.get(segment.question)).some((tag) => wanted.includes(tag)));

const engineOf = ({ places, place }: AnswerFacts, answer: number): string | undefined =>
  places[place[answer] ?? 0]?.engine;

/** `US` of `US:CA~es`. */
const countryOf = (market: string): string => /^[A-Z]{2}/.exec(market)?.[0] ?? '';

function countsOf(segments: readonly RequestCounts[]): RequestCounts {
  const sum = (of: keyof RequestCounts): number => segments.reduce((all, each) => all + each[of], 0);
  return {
    planned: sum('planned'),
    failed: sum('failed'),
    unknown: sum('unknown'),
    cancelled: sum('cancelled'),
    open: sum('open'),
  };
}
