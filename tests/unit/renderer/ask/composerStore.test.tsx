import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CostLine } from '#renderer/features/ask/CostLine.tsx';
import { withBalance } from '#renderer/features/ask/composerContext.ts';
import { keepDraft } from '#renderer/features/ask/composerDraft.ts';
import { canSend, createComposerStore, problemsByField } from '#renderer/features/ask/composerStore.ts';
import { blockedSentence } from '#renderer/features/ask/MarketField.tsx';
import { marketId } from '#shared/geo/marketInput.ts';
import type { RunPreview } from '#shared/model/run.ts';
import { MemoryHostFailure } from '#tests/support/windowHost/memoryHost.ts';
import { openServerData, showQuery } from '#tests/support/windowHost/shownQuery.tsx';

/** A clock whose timers run when the test says so. */
function handClock() {
  let pending: (() => void)[] = [];
  return {
    setTimeout: (run: () => void) => {
      pending.push(run);
      return run;
    },
    clearTimeout: (handle: () => void) => {
      pending = pending.filter((run) => run !== handle);
    },
    waiting: () => pending.length,
    run: () => {
      const due = pending;
      pending = [];
      for (const each of due) each();
    },
  };
}

function composer() {
  const { host, bridge, server, callsOf } = openServerData({ emptyHistory: true });
  const clock = handClock();
  const store = createComposerStore(bridge, {}, clock);
  /** What is shown once typing rested: the price of what stands there then. */
  const preview = async (): Promise<RunPreview> => {
    clock.run();
    const { rested } = store.getState();
    if (rested === null) throw new Error('Nothing was typed');
    const shown = showQuery(server, server.routeQuery('runs.preview', rested));
    await shown.until((answer) => answer !== undefined);
    return shown.data();
  };
  return { host, clock, store, preview, callsOf, ids: () => store.getState().markets.map(marketId) };
}

describe('the composer', () => {
  it('requests the cost when typing pauses, not at every key', async () => {
    const { callsOf, clock, store, preview } = composer();
    for (const text of ['W', 'Wh', 'Why']) store.getState().setQuestion(text);
    expect(clock.waiting()).toBe(1);
    await preview();
    expect(store.getState()).toMatchObject({ typing: false, rested: { question: 'Why' } });
    expect(callsOf('runs.preview')).toHaveLength(1);
  });

  it('shows cost and time of the current question', async () => {
    const { store, preview } = composer();
    store.getState().setQuestion('Which locks?');
    store.getState().setMarketText('G7');
    store.getState().commitMarketText();
    const known = await preview();
    expect(known).toMatchObject({ cells: 7, maximumCredits: 35, problems: [] });
    expect(canSend(store.getState(), known)).toBe(true);
  });

  it('accepts names, codes, groups and minus signs together, also for markets selected before', () => {
    const { store, ids } = composer();
    store.getState().setMarketText('germany, at, G7');
    store.getState().commitMarketText();
    store.getState().setMarketText('-us, US:CA');
    store.getState().commitMarketText();
    expect(ids()).toEqual(['DE', 'AT', 'CA', 'GB', 'FR', 'IT', 'JP', 'US:CA']);
  });

  it('keeps unknown words in the box and does not send', async () => {
    const { host, store, ids } = composer();
    store.getState().setQuestion('Which locks?');
    store.getState().setMarketText('de, frnace');
    expect(await store.getState().send()).toBeNull();
    expect(ids()).toEqual(['DE']);
    expect(store.getState().marketText).toBe('frnace');
    expect(store.getState().unknownMarkets[0]?.suggestion).toBe('France');
    expect(host.calls.some((call) => call.route === 'runs.start')).toBe(false);
  });

  it('includes the text still in the market box when it sends', async () => {
    const { host, store } = composer();
    store.getState().setQuestion('Which locks?');
    store.getState().setMarketText('de, jp');
    expect(await store.getState().send()).not.toBeNull();
    const sent = host.calls.find((call) => call.route === 'runs.start');
    expect(sent?.input).toMatchObject({ markets: [{ country: 'DE' }, { country: 'JP' }] });
  });

  it('reports empty fields only after an attempt to send', async () => {
    const { store } = composer();
    expect([...problemsByField(store.getState(), null).keys()]).toEqual([]);
    await store.getState().send();
    expect([...problemsByField(store.getState(), null).keys()]).toEqual(['question', 'markets']);
  });

  it('names unsupported countries of an engine next to the markets', async () => {
    const { store, preview } = composer();
    store.getState().setQuestion('Which locks?');
    store.getState().setMarkets([{ country: 'DE' }, { country: 'CN' }]);
    const known = await preview();
    expect(problemsByField(store.getState(), known).get('markets')).toContain('CN');
    expect(canSend(store.getState(), known)).toBe(false);
  });

  it('names all unsupported countries in one sentence', () => {
    expect(blockedSentence('assistant-a', [])).toBeUndefined();
    expect(blockedSentence('assistant-a', [{ country: 'CN' }, { country: 'RU' }])).toBe(
      'assistant-a is not available in CN, RU.',
    );
    const many = Array.from({ length: 14 }, () => ({ country: 'CN' }));
    expect(blockedSentence('search-ai', many)).toMatch(/CN and 2 more\.$/);
  });

  it('shows the current balance of its connection, not the one at the time of the estimate', async () => {
    const { store, preview } = composer();
    store.getState().setQuestion('Which locks?');
    const known = await preview();
    const credits = { remaining: 42, perCycle: null, cycleResetsAt: null };
    expect(withBalance(known, [{ id: 'embedded', credits }], 'embedded').balance).toBe(42);
    expect(withBalance(known, [{ id: 'other', credits }], 'embedded')).toBe(known);
  });

  it('keeps question and markets if sending fails, and shows the error', async () => {
    const { host, store, ids } = composer();
    host.answer('runs.start', () => {
      throw new MemoryHostFailure({
        code: 'INSUFFICIENT_CREDITS',
        message: 'Not enough credits.',
        retryable: false,
        requestId: 'req_1',
      });
    });
    store.getState().setQuestion('Which locks?');
    store.getState().setMarkets([{ country: 'DE' }]);
    expect(await store.getState().send()).toBeNull();
    expect(store.getState()).toMatchObject({
      question: 'Which locks?',
      sending: false,
      sendFailure: { code: 'INSUFFICIENT_CREDITS', requestId: 'req_1' },
    });
    expect(ids()).toEqual(['DE']);
  });

  it('sends only the extra data that the selected engine supports', async () => {
    const { host, store } = composer();
    store.getState().fill({ question: 'Which locks?', markets: [{ country: 'DE' }] });
    store.getState().toggleOption('include.shopping', true);
    store.getState().setEngine('assistant-b');
    await store.getState().send();
    const sent = host.calls.find((call) => call.route === 'runs.start');
    expect(sent?.input).toMatchObject({ engine: 'assistant-b', options: { include: { markdown: true } } });
  });

  it('never shows the cost of an earlier question after typing has paused', () => {
    const { clock, store } = composer();
    store.getState().setMarkets([{ country: 'DE' }]);
    clock.run();
    const earlier = store.getState().rested;
    store.getState().setMarkets([{ country: 'DE' }, { country: 'AT' }]);
    expect(store.getState()).toMatchObject({ typing: true, rested: earlier });
    clock.run();
    expect(store.getState()).toMatchObject({ typing: false, rested: { markets: [{}, { country: 'AT' }] } });
  });
});

describe('settings of the search engines', () => {
  it('device, language, location and pages are sent only to engines that support them', async () => {
    const { host, store } = composer();
    store.getState().fill({ question: 'bike locks', markets: [{ country: 'DE' }] });
    store
      .getState()
      .setAim({ device: 'android', language: 'de', location: 'Berlin,Berlin,Germany', pages: 3 });
    for (const engine of ['search', 'search/news', 'assistant-a'] as const) {
      store.getState().setEngine(engine);
      await store.getState().send();
    }
    const sent = host.calls.filter((call) => call.route === 'runs.start').map((call) => call.input);
    expect(sent[0]).toMatchObject({
      markets: [{ country: 'DE', device: 'android', language: 'de', location: 'Berlin,Berlin,Germany' }],
      options: { pages: 3 },
    });
    expect(sent[1]).toMatchObject({
      markets: [{ country: 'DE', device: 'android', language: 'de' }],
      options: { pages: 3 },
    });
    expect(sent[2]).toEqual(expect.objectContaining({ markets: [{ country: 'DE' }] }));
    expect(sent[2]).not.toHaveProperty('options.pages');
  });

  it('allows no country only for engines that support it', () => {
    const { store } = composer();
    store.getState().fill({ question: 'bike locks', engine: 'search-ai' });
    store.getState().setAim({ untargeted: true });
    expect(canSend(store.getState(), null)).toBe(true);
    store.getState().setEngine('search');
    expect(canSend(store.getState(), null)).toBe(false);
  });
});

describe('the draft of a page', () => {
  const pageStorage = (): Storage => {
    const kept = new Map<string, string>();
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    } as Storage;
  };

  it('is there after a reload, with its price', async () => {
    const storage = pageStorage();
    const first = composer();
    keepDraft(first.store, storage);
    first.store.getState().setQuestion('Which lock?');
    first.store.getState().setWordings({ DE: 'Welches Schloss?' });
    first.store.getState().addMarkets([{ country: 'DE' }, { country: 'US', state: 'CA' }]);
    first.store.getState().setSamples(3);
    const { store, preview, ids } = composer();
    keepDraft(store, storage);
    expect(store.getState()).toMatchObject({
      question: 'Which lock?',
      wordings: { DE: 'Welches Schloss?' },
      samples: 3,
    });
    expect(ids()).toEqual(['DE', 'US:CA']);
    expect(await preview()).toMatchObject({ cells: 6 });
  });

  it('is ignored if it cannot be read', () => {
    const storage = pageStorage();
    for (const text of ['{', '{"engine":"no-engine"}', 'null']) {
      storage.setItem('parallax.question.1', text);
      const { store } = composer();
      keepDraft(store, storage);
      expect(store.getState()).toMatchObject({ question: '', markets: [] });
    }
  });
});

it('says that an empty question costs nothing', () => {
  const preview = {
    cells: 8,
    maximumCredits: 40,
    balance: 100,
    estimatedSeconds: 3,
  } as unknown as RunPreview;
  const line = (blank: boolean): string =>
    renderToStaticMarkup(<CostLine preview={preview} stale={false} blank={blank} />);
  expect(line(true)).toContain('No question yet · 0 credits');
  expect(line(false)).toContain('8 answers · at most 40 credits of 100');
});
