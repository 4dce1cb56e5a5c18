import type { Database } from 'better-sqlite3';
import { type Market, marketKey } from '#shared/model/market.ts';
import type { RowIdCache } from './rowIdCache.ts';

type KnownUrl = { readonly id: number; readonly label: string | null };

export type Dimensions = ReturnType<typeof createDimensions>;

/** Row ids of repeated values: questions, markets, URLs. Each is inserted on first use. */
export function createDimensions(db: Database, rowIds: RowIdCache) {
  const findQuestion = db.prepare<{ text: string }, { id: number }>(
    'SELECT id FROM questions WHERE text = @text',
  );
  const addQuestion = db.prepare<{ text: string }>('INSERT INTO questions (text) VALUES (@text)');
  const findMarket = db.prepare<{ key: string }, { id: number }>('SELECT id FROM markets WHERE key = @key');
  const addMarket = db.prepare<{
    key: string;
    country: string | null;
    state: string | null;
    language: string | null;
    location: string | null;
    device: string | null;
  }>(
    'INSERT INTO markets (key, country, state, language, location, device) VALUES (@key, @country, @state, @language, @location, @device)',
  );
  const findUrl = db.prepare<{ url: string }, KnownUrl>('SELECT id, label FROM urls WHERE url = @url');
  const addUrl = db.prepare<{ url: string; domainId: number; label: string }>(
    'INSERT INTO urls (url, domain_id, label) VALUES (@url, @domainId, @label)',
  );
  const findDomain = db.prepare<{ name: string }, { id: number }>(
    'SELECT id FROM domains WHERE name = @name',
  );
  const addDomain = db.prepare<{ name: string }>('INSERT INTO domains (name) VALUES (@name)');

  const domain = (name: string): number =>
    findDomain.get({ name })?.id ?? Number(addDomain.run({ name }).lastInsertRowid);

  return {
    question: (text: string): number =>
      findQuestion.get({ text })?.id ?? Number(addQuestion.run({ text }).lastInsertRowid),
    market(market: Market): number {
      const key = marketKey(market);
      const known = findMarket.get({ key });
      if (known) return known.id;
      const added = addMarket.run({
        key,
        country: market.country,
        state: market.state ?? null,
        language: market.language ?? null,
        location: market.location ?? null,
        device: market.device ?? null,
      });
      return Number(added.lastInsertRowid);
    },
    domain,
    /** @param label its title, stored if the URL is new */
    url: rowIds.remembered(
      (url: string, domainName: string, label: string): KnownUrl =>
        findUrl.get({ url }) ?? {
          id: Number(addUrl.run({ url, domainId: domain(domainName), label }).lastInsertRowid),
          label,
        },
    ),
  };
}
