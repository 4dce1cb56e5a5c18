// What a trend over a year costs:
//   npm run bench:trends [-- --count 50000]
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { createGaps } from '#main/gaps/gaps.ts';
import { openHistory } from '#main/history/threads/historyClient.ts';
import { createTrends } from '#main/trends/trends.ts';
import { systemClock } from '#platform/clock.ts';
import { gapQuerySchema } from '#shared/model/gap.ts';
import { matrixQuerySchema, rollupScopeSchema } from '#shared/model/rollup.ts';
import { type TrendQueryInput, trendQuerySchema } from '#shared/model/trend.ts';
import { silent } from '#tests/support/history/temporaryHistory.ts';
import { historyEntry } from '#tests/support/programs.ts';
import { byForm, endWith } from './form.ts';
import { timesOf } from './history/searching.ts';
import { atMost, type Row, whole } from './service/row.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: String(byForm({ full: 200_000, quick: 20_000, smoke: 500 })) },
    quick: { type: 'boolean' },
    smoke: { type: 'boolean' },
  },
});
const count = Number(values.count);
if (!Number.isInteger(count) || count < 500) throw new Error('--count is a whole number from 500 on');

/** Of a trend over the year, with a million answers twice as long. */
const aimMs = count > 200_000 ? 400 : 200;
/** Answers of the run of a plan that is rolled up: the newest ones. */
const planAnswers = Math.min(10_000, count);
/** What a figure costs where other programs take turns with it. */
const processorTime = '    processor time of the whole program, ms';
const markets = ['US', 'GB', 'AU', 'IN', 'DE', 'AT', 'FR', 'CA', 'BR', 'PT', 'JP'];
const rules = JSON.stringify({
  brands: ['own', 'two', 'three', 'four'].map((id, at) => ({
    id,
    name: `Brand ${id}`,
    kind: at === 0 ? 'own' : 'competitor',
    aliases: [],
    domains: [],
  })),
  decisions: [],
});

/**
 * Only what a trend reads, written straight into the tables: 40 questions in eleven markets through a year, eight of
 * 4,000 addresses an answer, four brands of which each is named in a third of the answers.
 */
function fill(file: string): void {
  const db = new Database(file);
  db.pragma('foreign_keys = OFF');
  db.pragma('synchronous = OFF');
  db.transaction(() => {
    const market = db.prepare('INSERT INTO markets (id, key, country) VALUES (?, ?, ?)');
    for (const [at, key] of markets.entries()) market.run(at + 1, key, key);
    const numbers = (most: number): string =>
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${most - 1})`;
    db.exec(`
      ${numbers(40)} INSERT INTO questions (id, text) SELECT i + 1, 'Question ' || i FROM n;
      ${numbers(500)} INSERT INTO domains (id, name) SELECT i + 1, 'site' || i || '.example' FROM n;
      ${numbers(4000)} INSERT INTO urls (id, url, domain_id)
        SELECT i + 1, 'https://site' || (i % 500) || '.example/' || i, i % 500 + 1 FROM n;
      INSERT INTO runs (id, uid, question_id, engine, connection_id, created_at_ms) VALUES (1, 'r', 1, 'assistant-a', 1, 0);
      ${numbers(count)} INSERT INTO observations (id, uid, cell_id, run_id, question_id, engine, market_id, sample,
          received_at_ms, round_trip_ms, payload_id, sent_request_id, text_chars, driver, served_shape, rule_version)
        SELECT i + 1, 'o' || i, i, 1, i % 40 + 1, 'assistant-a', i % 11 + 1, 1,
          1760000000000 + CAST(i * 31536000000.0 / ${count} AS INTEGER), 1, 1, 1, 900, 'sandbox', 'default', 2 FROM n;
      ${numbers(count)}, k (j) AS (SELECT 0 UNION ALL SELECT j + 1 FROM k WHERE j < 7)
        INSERT INTO sources (observation_id, ordinal, kind, position, url_id, label, rule_version)
        SELECT i + 1, j, 'cited', j + 1, (i * 7919 + j * 104729) % 4000 + 1, '', 2 FROM n, k;
      INSERT INTO runs (id, uid, question_id, engine, connection_id, created_at_ms) VALUES (2, 'plan', 1, 'assistant-a', 1, 0);
      UPDATE observations SET run_id = 2 WHERE id > ${count - planAnswers};
      INSERT INTO cells (id, run_id, ordinal, question_id, engine, market_id, sample, state, idempotency_key)
        SELECT id, 2, id, question_id, engine, market_id, 1, 'completed', 'k' || id FROM observations WHERE run_id = 2;
      INSERT INTO brand_keys (id, uid) VALUES (1, 'own'), (2, 'two'), (3, 'three'), (4, 'four');
      INSERT INTO brand_searches SELECT 1, id FROM observations;
      ${numbers(4)} INSERT INTO brand_mentions (rules_version, brand_key, observation_id, rank, depth, mentions)
        SELECT 1, i + 1, o.id, i + 1, 0.3, 1 FROM n, observations o WHERE (o.id * 31 + i * 17) % 100 < 33;
      INSERT INTO replays (rules_version, analysis_rules, state, through_id, started_at_ms)
        VALUES (1, 'bench', 'current', ${count}, 0)`);
    db.prepare('INSERT INTO brand_rule_versions (version, made_at_ms, rules) VALUES (1, 0, ?)').run(rules);
  })();
  db.close();
}

/** The whole overview of a run of a plan: brands in order, and a figure by question and market; after a start and again. */
async function rolledUp(): Promise<readonly Row[]> {
  const history = await open();
  const scope = rollupScopeSchema.parse({ runId: 'plan' });
  const matrix = matrixQuerySchema.parse({ runId: 'plan' });
  const wholly = async (): Promise<{ readonly wall: number; readonly cpu: number }> => {
    const before = process.cpuUsage();
    const started = performance.now();
    await history.call('rollups.league', scope);
    await history.call('rollups.matrix', { ...matrix, rows: 'brand' });
    await history.call('rollups.matrix', matrix);
    const wall = performance.now() - started;
    const { user, system } = process.cpuUsage(before);
    return { wall, cpu: (user + system) / 1000 };
  };
  const first = await wholly();
  const times: { readonly wall: number; readonly cpu: number }[] = [];
  for (let at = 0; at < 8; at++) times.push(await wholly());
  await history.close();
  return [
    atMost(`a plan run of ${whole(planAnswers)} answers rolled up after a start, ms`, first.wall, 2000, ''),
    { figure: processorTime, value: whole(first.cpu) },
    atMost('again, p95 ms', timesOf(times.map(({ wall }) => wall)).p95, 100, ''),
    { figure: processorTime, value: whole(timesOf(times.map(({ cpu }) => cpu)).p95) },
  ];
}

/** The first brand is in no answer of the run, and every answer has a text to quote from. */
function withoutYou(): void {
  const sentences = Array.from({ length: 40 }, (_, at) => `Sentence ${at} says little of anything.`);
  const text = `${sentences.join(' ')} People trust Brand two, Brand three and Brand four.`;
  const body = Buffer.from(JSON.stringify({ success: true, result: { text, markdown: text } }));
  const db = new Database(file);
  db.exec(
    'DELETE FROM brand_mentions WHERE brand_key = 1 AND observation_id IN (SELECT id FROM observations WHERE run_id = 2)',
  );
  db.prepare(
    `INSERT INTO payloads (id, sha256, encoding, raw_bytes, body, tight) VALUES (1, ?, 'identity', ?, ?, 1)`,
  ).run(hash('sha256', body, 'buffer'), body.length, body);
  db.close();
}

/** Gaps of the same run, with the quotes of the first hundred; after a start and again. */
async function gapsOfRun(): Promise<readonly Row[]> {
  withoutYou();
  const history = await open();
  const trends = createTrends({ history });
  // Without detected brands: what reading them adds to a list of gaps is not measured here.
  const detectedBrands = { names: async () => [] };
  const gaps = createGaps({ history, trends, detectedBrands, clock: systemClock, publish: () => {} });
  const query = gapQuerySchema.parse({ run: 'plan', branded: 'with' });
  const timed = async (): Promise<number> => {
    const started = performance.now();
    await gaps.list(query, { signal });
    return performance.now() - started;
  };
  const first = await timed();
  const times: number[] = [];
  for (let at = 0; at < 8; at++) times.push(await timed());
  const { total } = await gaps.list(query, { signal });
  await history.close();
  return [
    { figure: 'gaps', value: whole(total) },
    // With the sources of all answers, which are read once.
    { figure: `gaps of ${whole(planAnswers)} answers after a start, ms`, value: whole(first) },
    atMost('again, p95 ms', timesOf(times).p95, 2000, ''),
  ];
}

const folder = mkdtempSync(join(tmpdir(), 'parallax-bench-'));
const file = join(folder, 'history.db');
const open = () => openHistory({ entry: historyEntry, log: silent, file });
const rows: Row[] = [{ figure: 'answers through a year', value: whole(count) }];
const { signal } = new AbortController();
try {
  await (await open()).close();
  fill(file);
  const history = await open();
  const trends = createTrends({ history });
  const time = async (input: TrendQueryInput): Promise<{ readonly wall: number; readonly cpu: number }> => {
    const query = trendQuerySchema.parse(input);
    const before = process.cpuUsage();
    const started = performance.now();
    await trends.get(query, { signal });
    const wall = performance.now() - started;
    const { user, system } = process.cpuUsage(before);
    return { wall, cpu: (user + system) / 1000 };
  };
  const asked: readonly TrendQueryInput[] = [
    { metric: 'visibility', every: 'day' },
    { metric: 'visibility', every: 'day', by: 'market' },
    { metric: 'share-of-voice', every: 'week' },
    { metric: 'source-presence', domain: 'site7.example', every: 'day' },
    { metric: 'concentration', every: 'month' },
  ];
  rows.push({
    figure: 'the first trend of brands after a start, ms',
    value: whole((await time({ metric: 'visibility' })).wall),
  });
  rows.push({
    figure: 'the first trend of sources after a start, ms',
    value: whole((await time({ metric: 'concentration' })).wall),
  });
  for (const query of asked) {
    const times: { readonly wall: number; readonly cpu: number }[] = [];
    for (let at = 0; at < 8; at++) times.push(await time(query));
    const name = `${query.metric} by ${query.every}${query.by === undefined ? '' : ' and market'}`;
    rows.push(atMost(`${name}, p95 ms`, timesOf(times.map(({ wall }) => wall)).p95, aimMs, ''));
    rows.push({
      figure: processorTime,
      value: whole(timesOf(times.map(({ cpu }) => cpu)).p95),
    });
  }
  await history.close();
  rows.push(...(await rolledUp()), ...(await gapsOfRun()));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

for (const { figure, value, target, met } of rows) {
  const verdict = met === undefined ? '' : met ? 'met' : 'MISSED';
  console.log(`  ${figure.padEnd(62)} ${value.padStart(12)}  ${(target ?? '').padEnd(12)} ${verdict}`);
}
endWith(rows.every(({ met }) => met !== false));
