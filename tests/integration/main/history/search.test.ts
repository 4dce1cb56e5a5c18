import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { History } from '#main/history/threads/historyClient.ts';
import type { SearchResult } from '#shared/model/search.ts';
import { storeAnswers } from '#tests/support/history/storedAnswers.ts';
import {
  createRun,
  openSession,
  temporaryFolder,
  temporaryHistory,
} from '#tests/support/history/temporaryHistory.ts';

const now = 1_790_000_000_000;
const day = 86_400_000;

type Given = {
  readonly country: string;
  readonly question?: string;
  readonly text?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly atMs?: number;
};

/** Stores these answers, each in a run of its own, and puts them into the index. */
const store = (history: History, given: readonly Given[]): Promise<readonly string[]> =>
  storeAnswers(
    history,
    given.map(({ text, extra = {}, atMs = now, ...where }) => ({
      ...where,
      atMs,
      result: { searchQueries: [], ...(text === undefined ? {} : { text }), ...extra },
    })),
  );

function search(history: History, text: string, limit = 40): Promise<SearchResult> {
  return history.call('search.run', { text, limit, after: null });
}

async function countriesOf(history: History, text: string): Promise<readonly (string | null)[]> {
  return (await search(history, text)).hits.map((hit) => hit.market.country).toSorted();
}

function counts(result: SearchResult, name: string): Readonly<Record<string, number>> {
  const facet = result.facets.find((each) => each.name === name);
  return Object.fromEntries(facet?.values.map(({ value, count }) => [value, count]) ?? []);
}

describe('searching the history', () => {
  it('finds words of the question, the answer, its sources, queries, products and ads', async () => {
    const history = await temporaryHistory();
    await store(history, [
      { country: 'DE', question: 'Welches Faltschloss?', text: 'Das Schloss für Pendler hält.' },
      {
        country: 'FR',
        extra: {
          searchQueries: ['serrure pliable'],
          ads: [{ brand: { name: 'LockCo' }, cards: [{ title: 'City locks', body: 'Free shipping' }] }],
          shoppingCards: [{ products: [{ title: 'Foldmaster 90', merchant: 'Veloladen' }] }],
        },
      },
    ]);
    expect(await countriesOf(history, 'faltschloss')).toEqual(['DE']);
    expect(await countriesOf(history, 'fur pendler')).toEqual(['DE']);
    expect(await countriesOf(history, 'serrure')).toEqual(['FR']);
    expect(await countriesOf(history, 'lockco shipping')).toEqual(['FR']);
    expect(await countriesOf(history, 'veloladen')).toEqual(['FR']);
    expect(await countriesOf(history, 'thread')).toEqual(['DE', 'FR']);
    expect(await countriesOf(history, 'sha256')).toEqual([]);
  });

  it('filters by the surface of an answer, and counts surfaces', async () => {
    const history = await temporaryHistory();
    const from = (surface: string) => ({
      provenance: { driver: 'dataforseo', surface, country: { requested: 'DE', honoured: 'parameter' } },
    });
    await store(history, [
      { country: 'DE', extra: from('search-page') },
      { country: 'FR', extra: from('model-api') },
      { country: 'JP', extra: from('search-page') },
      { country: 'US' },
    ]);
    expect(await countriesOf(history, 'surface:search-page')).toEqual(['DE', 'JP']);
    expect(await countriesOf(history, '-surface:search-page surface:model-api')).toEqual(['FR']);
    expect(counts(await search(history, ''), 'surface')).toEqual({
      'search-page': 2,
      'model-api': 1,
      none: 1,
    });
  });

  it('supports prefixes, phrases and exclusions', async () => {
    const history = await temporaryHistory();
    await store(history, [
      { country: 'US', text: 'The best folding bike lock is heavy.' },
      { country: 'GB', text: 'Folding a bike: the lock must be the best.' },
      { country: 'AU', text: 'Bikes are locked with a chain.' },
    ]);
    expect(await countriesOf(history, 'fold*')).toEqual(['GB', 'US']);
    expect(await countriesOf(history, '"folding bike lock"')).toEqual(['US']);
    expect(await countriesOf(history, 'folding -heavy')).toEqual(['GB']);
    expect(await countriesOf(history, 'folding NOT heavy')).toEqual(['GB']);
    expect(await countriesOf(history, 'bike -"folding bike"')).toEqual(['GB']);
    expect(await countriesOf(history, '-folding country:AU')).toEqual(['AU']);
    expect((await search(history, '"folding bike lock"')).exact).toBe(true);
  });

  it('finds Japanese and Thai by any part', async () => {
    const history = await temporaryHistory();
    await store(history, [
      { country: 'JP', text: '人気の自転車の鍵はサイクルガードです。' },
      { country: 'TH', text: 'กุญแจจักรยานที่ดีที่สุด' },
    ]);
    expect(await countriesOf(history, '自転車')).toEqual(['JP']);
    expect(await countriesOf(history, '転車の鍵')).toEqual(['JP']);
    expect(await countriesOf(history, '鍵')).toEqual(['JP']);
    expect(await countriesOf(history, '自鍵')).toEqual([]);
    expect(await countriesOf(history, 'จักรยาน')).toEqual(['TH']);
    const [hit] = (await search(history, '転車の')).hits;
    expect(hit?.snippet?.marks.map(([start, end]) => hit.snippet?.text.slice(start, end))).toEqual([
      '転車の',
    ]);
  });

  it('shows where it was found, newest first, and pages without losing or repeating any', async () => {
    const history = await temporaryHistory();
    const given = Array.from({ length: 7 }, (_, at) => ({ country: 'DE', atMs: now + (at % 4) * day }));
    await store(history, given);
    const seen: number[] = [];
    const ids = new Set<string | null>();
    let after: SearchResult['next'] = null;
    do {
      const page: SearchResult = await history.call('search.run', { text: 'foldmaster', limit: 3, after });
      expect(page.total).toBe(7);
      for (const hit of page.hits) {
        seen.push(hit.atMs);
        ids.add(hit.observationId);
        expect(hit.snippet).toMatchObject({ field: 'answer' });
      }
      after = page.next;
    } while (after !== null);
    expect(ids.size).toBe(7);
    expect(seen).toEqual(seen.toSorted((left, right) => right - left));
  });

  it('counts facets live and keeps the alternatives to the selected value', async () => {
    const history = await temporaryHistory();
    await store(history, [
      { country: 'DE' },
      { country: 'FR', atMs: now + 40 * day },
      { country: 'FR', text: 'Rien de tel ici, et pourtant on en parle beaucoup dans les magasins.' },
    ]);
    const all = await search(history, '');
    expect(all.total).toBe(3);
    expect(counts(all, 'country')).toEqual({ FR: 2, DE: 1 });
    expect(counts(all, 'domain')).toEqual({
      'forum.example': 3,
      'locks-fr.example': 2,
      'locks-de.example': 1,
    });
    expect(Object.values(counts(all, 'date')).toSorted()).toEqual([1, 2]);
    const german = await search(history, 'foldmaster country:DE');
    expect(german.total).toBe(1);
    expect(counts(german, 'country')).toEqual({ DE: 1, FR: 1 });
    expect(counts(german, 'domain')).toEqual({ 'forum.example': 1, 'locks-de.example': 1 });
    expect((await search(history, 'domain:locks-fr.example')).total).toBe(2);
    expect((await search(history, '-domain:locks-fr.example')).total).toBe(1);
    expect((await search(history, 'engine:assistant-b')).total).toBe(0);
    expect((await search(history, 'after:2026-10')).total).toBe(1);
  });

  it('lists failed requests by question and reason, whichever program stored them', async () => {
    const file = join(temporaryFolder(), 'history.db');
    const history = await temporaryHistory({ file });
    const other = await temporaryHistory({ file });
    await store(history, [{ country: 'DE' }]);
    const fail = async (by: History, country: string): Promise<void> => {
      const runId = await createRun(by, await openSession(by), [country]);
      const [cell] = await by.call('cells.take', { runId, limit: 1, nowMs: now });
      const failure = {
        code: 'RATE_LIMITED',
        message: 'Too many',
        status: 429,
        requestId: null,
        body: null,
      };
      await by.call('cells.settle', {
        cellId: cell?.id ?? '',
        outcome: { kind: 'failed', failure },
        nowMs: now,
      });
    };
    await fail(history, 'BR');
    const found = await search(history, 'lock status:failed');
    expect(found.hits).toMatchObject([
      { status: 'failed', market: { country: 'BR' }, error: { code: 'RATE_LIMITED' } },
    ]);
    expect(counts(found, 'status')).toEqual({ completed: 1, failed: 1 });
    expect((await search(history, 'lock')).hits).toHaveLength(1);
    await fail(history, 'PT');
    expect(await countriesOf(history, 'lock status:failed')).toEqual(['BR', 'PT']);
    await fail(other, 'ES');
    expect(await countriesOf(history, 'lock status:failed')).toEqual(['BR', 'ES', 'PT']);
  });

  it('omits a removed run and finds what is stored after it', async () => {
    const history = await temporaryHistory();
    await store(history, [{ country: 'DE' }, { country: 'FR', text: 'Serrure' }]);
    const [hit] = (await search(history, 'serrure')).hits;
    await history.call('trash.add', { runId: hit?.runId ?? '', nowMs: 0 });
    expect(await countriesOf(history, 'serrure')).toEqual([]);
    await store(history, [{ country: 'US', text: 'Serrure again' }]);
    expect(await countriesOf(history, 'serrure')).toEqual(['US']);
    expect((await search(history, '')).total).toBe(2);
  });

  it('is indexed gradually, and then finds everything, also what was stored since', async () => {
    const history = await temporaryHistory();
    await store(history, [{ country: 'DE' }, { country: 'FR' }, { country: 'JP' }]);
    const steps: boolean[] = [];
    for (let done = false; !done; steps.push(done))
      ({ done } = await history.call('search.load', { most: 1 }));
    expect(steps).toEqual([false, false, false, true]);
    await store(history, [{ country: 'BR' }]);
    expect(await countriesOf(history, 'foldmaster')).toEqual(['BR', 'DE', 'FR', 'JP']);
  });

  it('reports what of a query it does not understand, and where', async () => {
    const history = await temporaryHistory();
    await store(history, [{ country: 'DE' }]);
    const { problems } = await search(history, 'foldmaster colour:red "open');
    expect(problems).toMatchObject([
      { part: 'colour:red', at: 12 },
      { part: '"open', at: 23 },
    ]);
  });

  it('stores searches under a name', async () => {
    const history = await temporaryHistory();
    const first = await history.call('searches.save', { name: 'Locks', text: 'lock*', nowMs: now });
    const again = await history.call('searches.save', { name: 'All locks', text: 'lock*', nowMs: now });
    expect(again.id).toBe(first.id);
    expect(await history.call('searches.list', {})).toEqual({
      searches: [{ id: first.id, name: 'All locks', text: 'lock*' }],
    });
    expect(await history.call('searches.remove', { id: first.id })).toEqual({ removed: true });
  });
});
