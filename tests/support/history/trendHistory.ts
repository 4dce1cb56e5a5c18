import { join } from 'node:path';
import Database from 'better-sqlite3';
import { storeRuns } from './storedRun.ts';

export const trendDay = Date.UTC(2026, 8, 1);
const dayMs = 86_400_000;
const question = 'Which folding bike locks do people trust?';
const days = 8;
const countries = ['DE', 'FR', 'JP'];
/** Japan is asked from the fifth day on, France answers on no fourth day. */
const asked = (country: string, day: number): boolean => country !== 'JP' || day >= 4;
const failed = (country: string, day: number): boolean => country === 'FR' && day === 3;
/** Germany names the brand from the fifth day on, the others always. */
const names = (country: string, day: number): boolean => country !== 'DE' || day >= 4;

const answer = (country: string, day: number) => ({
  text: names(country, day) ? 'Most people trust the Foldmaster.' : 'Most people trust the CycleGuard.',
  markdown: '',
  model: null,
  sources: [
    { position: 1, url: `https://tests.example/${country}`, label: 'Tested' },
    ...(day >= 4
      ? [{ position: 2, url: 'https://shop.foldmaster.com/locks?utm_source=x', label: 'Shop' }]
      : []),
  ],
  searchQueries: [],
  entities: [],
  map: [],
  provenance: {
    driver: day < 6 ? 'sandbox' : 'openai',
    surface: day < 6 ? 'search-page' : 'model-api',
    model: 'm',
    country: { requested: country, honoured: 'parameter' },
    servedShape: 'default',
  },
});

/** Eight days of one question, two samples a market, in a data folder that no program has open. */
export async function storeTrendHistory(folder: string): Promise<void> {
  await storeRuns(
    folder,
    Array.from({ length: days }, (_, day) => ({
      question,
      engine: 'assistant-a' as const,
      options: {},
      samples: 2,
      atMs: trendDay + day * dayMs,
      cells: countries
        .filter((country) => asked(country, day))
        .flatMap((country) =>
          [1, 2].map((sample) => ({
            country,
            sample,
            result: failed(country, day) ? null : answer(country, day),
          })),
        ),
    })),
  );
}

/**
 * Foldmaster as own brand and CycleGuard as competitor, by rules version 2, found in every answer; by version 1
 * Foldmaster was found nowhere.
 */
export function storeTrendBrands(folder: string): void {
  const db = new Database(join(folder, 'history.db'));
  const rules = (version: number) =>
    JSON.stringify({
      brands: [
        { id: 'own', name: 'Foldmaster', kind: 'own', aliases: [], domains: ['foldmaster.com'] },
        { id: 'rival', name: 'CycleGuard', kind: 'competitor', aliases: [], domains: [] },
      ].slice(0, version),
      // A person said so: by its name it would be a site of reviews.
      decisions: [{ decision: { kind: 'source', domain: 'tests.example', as: 'reference' } }],
    });
  const changed = trendDay + 4 * dayMs;
  db.transaction(() => {
    for (const [version, state, at] of [
      [1, 'previous', trendDay - dayMs],
      [2, 'current', changed],
    ] as const) {
      db.prepare('INSERT INTO brand_rule_versions (version, made_at_ms, rules) VALUES (?, ?, ?)').run(
        version,
        at,
        rules(version),
      );
      db.prepare(
        `INSERT INTO replays (rules_version, analysis_rules, state, through_id, started_at_ms)
         VALUES (?, 'test', ?, (SELECT max(id) FROM observations), ?)`,
      ).run(version, state, at);
      db.prepare('INSERT INTO brand_searches SELECT ?, id FROM observations').run(version);
    }
    db.exec(`INSERT INTO brand_keys (id, uid) VALUES (1, 'own'), (2, 'rival')`);
    const rows = db
      .prepare<[], { id: number; country: string; at: number }>(
        `SELECT o.id, m.country, o.received_at_ms AS at FROM observations o JOIN markets m ON m.id = o.market_id`,
      )
      .all();
    const mention = db.prepare(
      `INSERT INTO brand_mentions (rules_version, brand_key, observation_id, rank, depth, mentions)
       VALUES (2, ?, ?, 1, 0.5, 1)`,
    );
    for (const { id, country, at } of rows)
      mention.run(names(country, Math.floor((at - trendDay) / dayMs)) ? 1 : 2, id);
  })();
  db.close();
}
