import { describe, expect, it } from 'vitest';
import type { History } from '#main/history/threads/historyClient.ts';
import { hasFilter } from '#shared/search/editQuery.ts';
import { parseSearch } from '#shared/search/query.ts';
import { openSession, temporaryHistory } from '#tests/support/history/temporaryHistory.ts';
import {
  brand,
  finishWork,
  startWork,
  storeAnswers,
  writeRules,
} from '#tests/support/recomputation/recomputing.ts';

const now = 1_790_000_000_000;
const rules = [
  brand('fold', 'Foldmaster'),
  brand('kes', 'Kestrel', 'Kestrel Locks'),
  brand('nor', 'Norrland AB', 'Norrland'),
];

async function search(history: History, text: string) {
  while ((await history.call('history.index', { limit: 100 })).pending > 0);
  const { total, facets } = await history.call('search.run', { text, limit: 5, after: null });
  const values = facets.find(({ name }) => name === 'brand')?.values ?? [];
  return { total, brands: Object.fromEntries(values.map(({ value, count }) => [value, count])) };
}

/** Brands that the list beside the found answers marks as chosen. */
async function chosenBrands(history: History, text: string): Promise<readonly string[]> {
  const { facets } = await history.call('search.run', { text, limit: 5, after: null });
  const { filters } = parseSearch(text);
  const values = facets.find(({ name }) => name === 'brand')?.values ?? [];
  return values.filter((value) => hasFilter(filters, 'brand', value)).map(({ value }) => value);
}

/** How many of this many answers name each brand, as `storeAnswers` writes them. */
const naming = (answers: number) => {
  const at = Array.from({ length: answers }, (_, place) => place);
  return {
    Foldmaster: at.filter((place) => place % 2 === 0 || place % 5 === 0).length,
    Kestrel: at.filter((place) => place % 2 === 1).length,
    'Norrland AB': at.filter((place) => place % 5 === 0).length,
  };
};

describe('searching by brand', () => {
  it('counts the brands that answers name, keeps the alternatives, and combines words, brands and NOT', async () => {
    const history = await temporaryHistory();
    const sessionId = await openSession(history);
    await storeAnswers(history, 20);
    expect(await search(history, '')).toEqual({ total: 20, brands: {} });
    expect(await search(history, 'brand:Foldmaster')).toEqual({ total: 0, brands: {} });

    await writeRules(history, rules);
    await finishWork(startWork(history, sessionId));
    let steps = 1;
    while (!(await history.call('search.load', { most: 7 })).done) steps += 1;
    // Each brand in a step of its own.
    expect(steps).toBeGreaterThan(rules.length);
    expect(await search(history, '')).toEqual({ total: 20, brands: naming(20) });
    expect(await search(history, 'brand:foldmaster')).toEqual({ total: 12, brands: naming(20) });
    expect(await search(history, 'brand:"norrland ab" country:FR')).toMatchObject({ total: 2 });
    expect(await search(history, 'brand:Kestrel brand:"Norrland AB"')).toMatchObject({ total: 12 });
    expect(await search(history, '-brand:Foldmaster')).toMatchObject({ total: 8 });
    expect(await search(history, 'brand:Kestrel NOT brand:"Norrland AB"')).toMatchObject({ total: 8 });
    expect((await search(history, 'heavy country:DE')).brands).toEqual({
      Kestrel: 3,
      Foldmaster: 1,
      'Norrland AB': 1,
    });
  });

  it('finds a brand by every name and spelling, and reports an unknown brand', async () => {
    const history = await temporaryHistory();
    const sessionId = await openSession(history);
    await storeAnswers(history, 20);
    const problem = async (text: string, projectId?: string) => {
      const { total, problems } = await history.call('search.run', {
        text,
        limit: 5,
        after: null,
        projectId,
      });
      return { total, problems: problems.map(({ part, at, message }) => ({ part, at, message })) };
    };
    expect((await problem('brand:Kestrel')).problems[0]?.message).toContain('the list is empty');
    await writeRules(history, [...rules, brand('cafe', 'Café Schlösser', 'カフェ', 'مقهى')]);
    await finishWork(startWork(history, sessionId));

    const { Kestrel, 'Norrland AB': norrland } = naming(20);
    expect(await search(history, 'brand:"kestrel locks"')).toMatchObject({ total: Kestrel });
    expect(await search(history, 'brand:ＮＯＲＲＬＡＮＤ')).toMatchObject({ total: norrland });
    expect(await search(history, '-brand:norrland')).toMatchObject({ total: 20 - norrland });
    expect(await chosenBrands(history, 'brand:"kestrel locks"')).toEqual(['Kestrel']);
    expect(await chosenBrands(history, 'brand:ＮＯＲＲＬＡＮＤ -brand:kestrel')).toEqual(['Norrland AB']);
    for (const written of ['"cafe schloesser"', '"CAFE SCHLOSSER"', 'ｶﾌｪ', 'مقهى'])
      expect((await problem(`brand:${written}`)).problems).toHaveLength(written.includes('oe') ? 1 : 0);

    expect(await problem('heavy brand:Kestrl')).toEqual({
      total: 0,
      problems: [{ part: 'brand:Kestrl', at: 7, message: 'No brand "Kestrl". Did you mean "Kestrel"?' }],
    });
    expect((await problem('brand:Fold')).problems[0]?.message).toContain('Did you mean "Foldmaster"?');
    expect((await problem('brand:Zebra')).problems[0]?.message).toContain(
      'Listed brands: Foldmaster, Kestrel',
    );
    const { id } = await history.call('projects.create', { name: 'Acme', nowMs: now });
    expect((await problem('brand:Kestrel', id)).problems).toHaveLength(1);
    expect((await problem('brand:Kestrel project:default', id)).problems).toEqual([]);
  });

  it('includes new answers, removed runs, and changed rules', async () => {
    const history = await temporaryHistory();
    const sessionId = await openSession(history);
    const first = await storeAnswers(history, 20);
    await writeRules(history, rules);
    const work = startWork(history, sessionId);
    await finishWork(work);
    expect((await search(history, '')).brands).toEqual(naming(20));

    const second = await storeAnswers(history, 10);
    // Searchable, and not looked at for brands yet.
    expect((await search(history, '')).brands).toEqual(naming(20));
    await finishWork(work);
    const [of20, of10] = [naming(20), naming(10)];
    expect((await search(history, '')).brands).toEqual({
      Foldmaster: of20.Foldmaster + of10.Foldmaster,
      Kestrel: of20.Kestrel + of10.Kestrel,
      'Norrland AB': of20['Norrland AB'] + of10['Norrland AB'],
    });

    await history.call('runs.finish', { runId: first, nowMs: now });
    await history.call('trash.add', { runId: first, nowMs: 0 });
    expect((await search(history, '')).brands).toEqual(of10);

    const acme = await history.call('projects.create', { name: 'Acme', nowMs: now });
    await writeRules(history, [brand('fold', 'Foldmaster GmbH', 'Foldmaster')]);
    await finishWork(work);
    expect((await search(history, '')).brands).toEqual({ 'Foldmaster GmbH': of10.Foldmaster });
    await history.call('runs.finish', { runId: second, nowMs: now });
    await history.call('projects.moveRuns', { runIds: [second], into: acme.id, nowMs: now });
    // The project they went to has no rules.
    expect((await search(history, '')).brands).toEqual({});
  });
});
