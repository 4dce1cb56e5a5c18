import type { Database } from 'better-sqlite3';
import { repeatsFor, type SampleDesign, smallestChange } from '#shared/figures/statistics/power.ts';
import { type Buckets, bucketsOf, fittingInterval } from '#shared/figures/trends/buckets.ts';
import { whyMoved } from '#shared/figures/trends/movement.ts';
import { pool, roundedPool, sumsOf } from '#shared/figures/trends/pooling.ts';
import {
  changesOf,
  controlledLines,
  seriesOf,
  type TrendGroups,
  trendOf,
} from '#shared/figures/trends/trend.ts';
import type { TrendMetric } from '#shared/figures/trends/trendMetrics.ts';
import { type Variation, variationOf } from '#shared/figures/trends/variation.ts';
import { zonedDays } from '#shared/figures/trends/zonedDays.ts';
import type { BrandRule } from '#shared/model/comparison/samples.ts';
import type { Pooled } from '#shared/model/league.ts';
import type { BrandList, BrandListQuery } from '#shared/model/projectLists.ts';
import type {
  FigureAnswers,
  MovementView,
  TrendAnswer,
  TrendChanges,
  TrendChoices,
  TrendPeriod,
  TrendQuery,
} from '#shared/model/trend.ts';
import type { TrendMarker, TrendSeries, TrendValues } from '#shared/model/trendLines.ts';
import { HistoryFailure } from '../store/failures.ts';
import { analysisReads } from '../store/operations/operation.ts';
import { createProjectFinder, createTimeZoneFinder } from '../store/operations/projectRows.ts';
import { createAnnotationMarkers } from './annotationOperations.ts';
import { answerCounts, createAnswerFacts } from './answerFacts.ts';
import { createBrandColumns } from './brandColumns.ts';
import { createSourceFacts, sitesIn } from './sourceFacts.ts';
import { createTrendChoices } from './trendChoices.ts';
import { type Chosen, createTrendFilter } from './trendFilter.ts';
import { createTrendGroups } from './trendGroups.ts';
import { createTrendRules, type TrendRules } from './trendRules.ts';
import {
  brandsInQuestion,
  countedIn,
  knownMetric,
  nameOf,
  type Subject,
  subjectOf,
  subjectValues,
  typeSubjects,
} from './trendSubject.ts';

/** Maximum ids of answers behind a point or component: as many as can be compared. */
const maxIds = 60;

type PowerQuestion = Pick<SampleDesign, 'test' | 'change' | 'perRepeat'> & {
  readonly query: TrendQuery;
  readonly power: number;
  /** Repeats of the current plan. */
  readonly samples: number;
};

const unmeasured = { brand: null, share: null, answers: 0, repeated: 0, spread: 1 } as const;

type DrawnLine = { readonly query: TrendQuery; readonly line: string };

/** Caches of stored answers for trends and roll-ups. */
export function createTrendData(db: Database) {
  const answerFacts = createAnswerFacts(db);
  const sourceFacts = createSourceFacts(db);
  return {
    answerFacts,
    sourceFacts,
    brandColumns: createBrandColumns(db),
    trendRules: createTrendRules(db),
    /**
     * Loads what is stored and not in memory yet.
     * @param wanted with `sources`, their citations too; at most so many answers
     * @returns whether everything is loaded
     */
    load({ sources, most }: { readonly sources: boolean; readonly most: number }): boolean {
      if (!answerFacts.refresh(most)) return false;
      return !sources || sourceFacts.refresh(answerFacts.get(), most);
    },
  };
}
export type TrendData = ReturnType<typeof createTrendData>;

/** Metrics over time, computed where their columns are in memory. */
export function createTrendOperations(db: Database, data: TrendData) {
  const { answerFacts, sourceFacts, brandColumns, trendRules } = data;
  const trendGroups = createTrendGroups(db);
  const filter = createTrendFilter(db);
  const choices = createTrendChoices(db);
  const annotationMarkers = createAnnotationMarkers(db);
  const projectOf = createProjectFinder(db);
  const timeZoneOf = createTimeZoneFinder(db);
  const uidOf = db.prepare<{ id: number }, { uid: string }>('SELECT uid FROM observations WHERE id = @id');

  const uidsOf = (answers: readonly number[]): string[] => {
    const { id } = answerFacts.get();
    return answers.slice(0, maxIds).flatMap((answer) => uidOf.get({ id: id[answer] ?? 0 })?.uid ?? []);
  };

  /** The parts of a query that do not depend on the period. */
  const prepared = (query: TrendQuery) => {
    const metric = knownMetric(query.metric);
    const facts = answerFacts.get();
    const project = projectOf({ projectId: query.project });
    const rules = trendRules.get(project);
    const subject = subjectOf(metric, query, rules.current);
    const branded = trendRules.names(rules.current, brandsInQuestion(subject, rules.current));
    const choose = ({ fromMs, beforeMs }: Partial<TrendPeriod>): Chosen => {
      const chosen = filter.choose(project, facts, { ...query, fromMs, beforeMs }, branded);
      if (chosen === null) throw new HistoryFailure('NOT_FOUND', `No monitor “${query.series}”.`);
      return chosen;
    };
    // A comparison with the previous answer also needs the answers before the period.
    const scope = metric.compute.pooling === 'transitions' ? choose({}).answers : new Int32Array(0);
    const values = (of: Subject, by: TrendRules): TrendValues =>
      subjectValues(metric, of, { facts, sources: sourceFacts.get, brandColumns, rules: by, answers: scope });
    /** Rules for a period that ends then. */
    const rulesAt = (beforeMs: number): TrendRules =>
      query.rules === 'as-then' && rules.previous !== null && beforeMs <= rules.current.madeAtMs
        ? rules.previous
        : rules.current;
    const compared =
      query.compare === undefined
        ? null
        : { before: choose(query.compare).answers, now: choose(query).answers };
    return { metric, project, facts, rules, subject, choose, compared, values, rulesAt };
  };
  type Prepared = ReturnType<typeof prepared>;

  /** Values by bucket; computed once per version of the rules. */
  const valuesBy = ({ values, rulesAt }: Prepared, subject: Subject, { buckets }: Buckets) => {
    const byVersion = new Map<number, TrendValues>();
    return (bucket: number): TrendValues => {
      const rules = rulesAt(buckets[bucket]?.beforeMs ?? Number.POSITIVE_INFINITY);
      const known = byVersion.get(rules.version) ?? values(subject, rules);
      byVersion.set(rules.version, known);
      return known;
    };
  };
  /** Lines over the buckets, with their change from the compared period if there is one. */
  const changedLines = (
    { metric, facts, compared }: Prepared,
    buckets: Buckets,
    groups: TrendGroups,
    values: (bucket: number) => TrendValues,
  ): readonly TrendSeries[] => {
    const series = seriesOf(metric, facts, buckets, groups, values);
    if (compared === null) return series;
    const by = values(buckets.buckets.length - 1);
    const changes = changesOf(
      metric,
      facts,
      groups,
      { by, answers: compared.before },
      { by, answers: compared.now },
    );
    return series.map((line, at) => ({ ...line, delta: changes[at]?.delta ?? line.delta }));
  };
  const linesOf = (
    ready: Prepared,
    buckets: Buckets,
    groups: TrendGroups,
    values: (bucket: number) => TrendValues,
  ) => {
    const { subject } = ready;
    const lines = (by: TrendGroups, of = values): readonly TrendSeries[] =>
      changedLines(ready, buckets, by, of);
    const one = (key: string, label: string): TrendGroups => ({ names: [{ key, label }] });
    if (subject.kind === 'types')
      return controlledLines(
        typeSubjects
          .flatMap((each) => lines(one(each.type, each.type), valuesBy(ready, each, buckets)))
          .filter(({ points }) => points.some(({ numerator }) => numerator > 0)),
      );
    const all = lines(one('', 'All'));
    return groups.names.length === 0 ? all : [...all, ...controlledLines(lines(groups))];
  };
  /** A line for each listed brand, the selected one first. */
  const brandLines = (ready: Prepared, buckets: Buckets, most: number) => {
    const { rules, subject } = ready;
    const asked = subject.kind === 'brand' ? subject.brand : null;
    const { brands } = rules.current;
    const shown = [
      ...brands.filter((brand) => brand === asked),
      ...brands.filter((brand) => brand !== asked),
    ];
    return controlledLines(
      shown.slice(0, most).flatMap((brand) => {
        const one: TrendGroups = { names: [{ key: brand.id, label: brand.name }] };
        const values = valuesBy(ready, { kind: 'brand', brand }, buckets);
        return changedLines(ready, buckets, one, values);
      }),
    );
  };
  /**
   * The result of a query; null if there would be too many points to show.
   * @param ofBoth whether lines of the compared period only are among them
   */
  const readLines = (query: TrendQuery, ofBoth = false) => {
    const ready = prepared(query);
    const { facts, subject } = ready;
    const { answers, brandedLeftOut } = ready.choose(query);
    const { fromMs = null, beforeMs = null } = query;
    const timeZone = timeZoneOf(ready.project);
    const days = zonedDays(timeZone);
    const every = query.every === 'auto' ? fittingInterval(facts, answers, days) : query.every;
    const buckets = bucketsOf(every, facts, answers, { fromMs, beforeMs }, days);
    if (buckets === null) return null;
    const all = ofBoth ? joined(answers, ready.compared?.before) : answers;
    const { groups, leftOut } = trendGroups.groups(query.by, facts, all, query.most);
    const values = valuesBy(ready, subject, buckets);
    const series =
      query.by === 'brand' && subject.kind === 'brand'
        ? brandLines(ready, buckets, query.most)
        : linesOf(ready, buckets, groups, values);
    return { ready, answers, all, brandedLeftOut, every, timeZone, buckets, leftOut, values, series };
  };
  /** The subject of one line: a type in a type mix, a brand with several brands. */
  const subjectOfLine = ({ subject, rules }: Prepared, line: string): Subject => {
    const brand = subject.kind === 'brand' ? rules.current.brands.find(({ id }) => id === line) : undefined;
    if (brand !== undefined) return { kind: 'brand', brand };
    return lineOfTypes(subject, line);
  };
  const lineOfTypes = (subject: Subject, line: string): Subject =>
    subject.kind === 'types' ? (typeSubjects.find(({ type }) => type === line) ?? subject) : subject;
  const ruleMarkers = ({ metric, project }: Prepared, { buckets }: Buckets): readonly TrendMarker[] => {
    const [first] = buckets;
    if (!usesRules(metric) || first === undefined) return [];
    const changed = new Map<number, number[]>();
    for (const { version, atMs } of trendRules.changes(project)) {
      const bucket = buckets.findIndex(({ beforeMs }) => beforeMs > atMs);
      if (bucket !== -1 && atMs >= first.fromMs)
        changed.set(bucket, [...(changed.get(bucket) ?? []), version]);
    }
    return [...changed].map(([bucket, versions]) => {
      const least = Math.min(...versions);
      const words =
        versions.length > 1 ? `versions ${least} to ${Math.max(...versions)}` : `version ${least}`;
      return { bucket, kind: 'rules' as const, words: `brand list ${words}` };
    });
  };

  return {
    /** Loads data that is not in memory yet in batches, so that other calls get their turn. */
    'trends.load': analysisReads(
      (input: { readonly sources: boolean; readonly most: number }): { readonly done: boolean } => ({
        done: data.load(input),
      }),
    ),
    /** Null if there would be too many points to show. */
    'trends.get': analysisReads((query: TrendQuery): TrendAnswer | null => {
      const read = readLines(query);
      if (read === null) return null;
      const { ready, answers, brandedLeftOut, every, timeZone, buckets, leftOut, values, series } = read;
      const { metric, facts, rules, subject } = ready;
      const { version } = rules.current;
      const markers = [
        ...annotationMarkers(ready.project, buckets.buckets, zonedDays(timeZone)),
        ...ruleMarkers(ready, buckets),
      ];
      return {
        trend: trendOf(metric, facts, answers, buckets, series, markers, values),
        every,
        timeZone,
        subject: nameOf(subject),
        ...answerCounts(facts, answers),
        brandedLeftOut,
        linesLeftOut: leftOut,
        rulesVersion: version === 0 ? null : version,
        unsearched: subject.kind === 'brand' ? brandColumns.unsearched(version, facts, answers) : 0,
      };
    }),
    /** The same lines without their points. */
    'trends.changes': analysisReads((query: TrendQuery): TrendChanges | null => {
      const read = readLines(query, true);
      if (read === null) return null;
      const lines = read.series.map(({ key, label, delta }) => ({ key, label, delta }));
      return { answers: answerCounts(read.ready.facts, read.all).answers, lines };
    }),
    'trends.brands': analysisReads((query: BrandListQuery): BrandList => {
      const { current } = trendRules.get(projectOf({ projectId: query.project }));
      if (current.brands.length === 0) return { brands: [], answers: 0, brandedLeftOut: 0 };
      const by = (metric: string) => prepared({ ...query, ...ofEveryBrand, metric });
      const [seen, voice, position] = [by('visibility'), by('share-of-voice'), by('mean-rank')];
      const { facts, compared } = seen;
      const { answers, brandedLeftOut } = seen.choose(query);
      const pooled = ({ metric, values }: Prepared, brand: BrandRule) =>
        roundedPool(pool(metric, sumsOf(facts, values({ kind: 'brand', brand }, current), answers)));
      const changes = controlledLines(
        current.brands.flatMap((brand) => {
          if (compared === null) return [];
          const values = seen.values({ kind: 'brand', brand }, current);
          const one: TrendGroups = { names: [{ key: brand.id, label: brand.name }] };
          const [before, now] = [compared.before, compared.now].map((of) => ({ by: values, answers: of }));
          return before && now ? changesOf(seen.metric, facts, one, before, now) : [];
        }),
      );
      const brands = current.brands.map((brand) => ({
        ...{ id: brand.id, name: brand.name, kind: brand.kind },
        visibility: pooled(seen, brand),
        shareOfVoice: pooled(voice, brand),
        position: pooled(position, brand),
        change: changes.find(({ key }) => key === brand.id)?.delta ?? null,
      }));
      return {
        brands: brands.sort((one, two) => (two.visibility.value ?? -1) - (one.visibility.value ?? -1)),
        answers: answerCounts(facts, answers).answers,
        brandedLeftOut,
      };
    }),
    'trends.pooled': analysisReads((query: TrendQuery): Pooled => {
      const { metric, facts, rules, subject, choose, values } = prepared(query);
      return roundedPool(pool(metric, sumsOf(facts, values(subject, rules.current), choose(query).answers)));
    }),
    /** The variation of a brand between repeats, and the repeats needed to detect a change. */
    'trends.power': analysisReads(({ query, change, power, samples, ...design }: PowerQuestion) => {
      const { brands } = trendRules.get(projectOf({ projectId: query.project })).current;
      const measured = (): Variation & { readonly brand: TrendAnswer['subject'] } => {
        const { metric, facts, rules, subject, choose, values } = prepared(query);
        const { answers } = choose(query);
        return {
          ...variationOf(metric, facts, values(subject, rules.current), answers),
          brand: nameOf(subject),
        };
      };
      const found = query.brand === undefined && brands.length === 0 ? unmeasured : measured();
      const asked = { ...design, share: found.share, spread: found.spread };
      return {
        ...found,
        repeats: repeatsFor({ ...asked, change }, power),
        visible: smallestChange(asked, samples, power),
      };
    }),
    'trends.answers': analysisReads(
      ({
        query,
        line,
        period,
        named,
      }: DrawnLine & { readonly period?: TrendPeriod; readonly named: boolean }): FigureAnswers => {
        const ready = prepared(query);
        const subject = subjectOfLine(ready, line);
        const rules = period === undefined ? ready.rules.current : ready.rulesAt(period.beforeMs);
        const inLine = trendGroups.inLine(query.by, line, ready.facts, ready.choose(period ?? query).answers);
        const behind = countedIn(ready.values(subject, rules), inLine, named);
        return {
          ids: uidsOf([...behind.subarray(-maxIds)].reverse()),
          total: behind.length,
          subject: nameOf(subject),
        };
      },
    ),
    'trends.why': analysisReads(
      ({
        query,
        line,
        from,
        to,
      }: DrawnLine & { readonly from: TrendPeriod; readonly to: TrendPeriod }): MovementView => {
        const ready = prepared(query);
        const { metric, facts, choose, values, rulesAt } = ready;
        const subject = subjectOfLine(ready, line);
        const [earlier, later] = [rulesAt(from.beforeMs), rulesAt(to.beforeMs)];
        const byEarlier = values(subject, earlier);
        const byLater = earlier.version === later.version ? byEarlier : values(subject, later);
        const side = (period: TrendPeriod): Int32Array =>
          trendGroups.inLine(query.by, line, facts, choose(period).answers);
        const { parts, ...moved } = whyMoved(
          metric,
          facts,
          { answers: side(from), values: byEarlier },
          byLater,
          { answers: side(to), values: byLater },
        );
        return {
          ...moved,
          fromRules: byEarlier.rules,
          toRules: byLater.rules,
          parts: parts.map(({ before, now, ...part }) => ({
            ...part,
            beforeCount: before.length,
            nowCount: now.length,
            before: uidsOf(before),
            now: uidsOf(now),
          })),
        };
      },
    ),
    'trends.choices': analysisReads(
      (
        input: Pick<TrendQuery, 'project' | 'engines' | 'markets' | 'fromMs' | 'beforeMs'> & {
          readonly domains: boolean;
        },
      ): TrendChoices => {
        const project = projectOf({ projectId: input.project });
        const facts = answerFacts.get();
        const all = { ...input, series: 'all', branded: 'with', imported: true } as const;
        const answers = filter.choose(project, facts, all, () => false)?.answers ?? new Int32Array(0);
        const rules = trendRules.get(project).current;
        const sources = input.domains ? sitesIn(sourceFacts.get(), rules.sites) : null;
        return choices(project, facts, answers, sources, rules);
      },
    ),
  };
}

/** As a trend by brand, unless somebody chooses otherwise there. */
const ofEveryBrand = {
  series: 'all',
  branded: 'without',
  imported: true,
  rules: 'current',
  by: 'brand',
  every: 'month',
  most: 1000,
} as const;

/** The answers of either period, each once. */
function joined(answers: Int32Array, others: Int32Array | undefined): Int32Array {
  if (others === undefined) return answers;
  const known = new Set(answers);
  return Int32Array.from([...answers, ...others.filter((answer) => !known.has(answer))]);
}

/** Whether its figures depend on the brand rules. */
const usesRules = ({ of }: TrendMetric): boolean => of === 'brand' || of === 'type';
