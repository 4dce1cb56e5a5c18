import { notifyManager, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, onTestFinished } from 'vitest';
import { changedInPlace, type Effect, eventTable, followed, polled } from '#renderer/bridge/eventTable.ts';
import type { BridgeEventName, BridgeEvents } from '#shared/bridge/events.ts';
import { defaultSettings } from '#shared/model/defaultSettings.ts';
import type { RunSummary } from '#shared/model/run.ts';
import { MemoryHostFailure } from '#tests/support/windowHost/memoryHost.ts';
import { openServerData, showQuery } from '#tests/support/windowHost/shownQuery.tsx';

const question = {
  question: 'Which locks?',
  engine: 'assistant-a' as const,
  markets: [{ country: 'DE' }, { country: 'JP' }],
  connectionId: 'embedded',
};

async function running() {
  const opened = openServerData({ emptyHistory: true });
  const { runId } = await opened.bridge.call('runs.start', question);
  const { cells } = await opened.bridge.call('runs.get', { runId });
  return { ...opened, runId, cells };
}

describe('a change by a click', () => {
  it('is rendered before the browser does anything else', async () => {
    const { server } = openServerData({ emptyHistory: true });
    const { queryKey } = server.routeQuery('settings.get', {});
    const order: string[] = [];
    const next = new Promise<void>((done) => {
      setTimeout(() => {
        order.push('next task');
        done();
      }, 0);
    });
    const observer = new QueryObserver(server.queries, { queryKey, enabled: false });
    // As a component is told.
    onTestFinished(observer.subscribe(notifyManager.batchCalls(() => order.push('shown'))));
    server.queries.setQueryData(queryKey, { ...defaultSettings, resolveRedirects: true });
    await next;
    expect(order).toEqual(['shown', 'next task']);
  });
});

describe('an answer that is older than an event', () => {
  it('does not undo the change of the event on the first read', async () => {
    const { host, bridge, server, runId, cells } = await running();
    const early = await bridge.call('runs.get', { runId });
    const late = Promise.withResolvers<typeof early>();
    host.answer('runs.get', () => late.promise);
    const run = showQuery(server, server.routeQuery('runs.get', { runId }));
    for (const { id } of cells) host.finishCell(runId, id);
    late.resolve(early);
    await run.until((detail) => detail !== undefined);
    expect(run.data().run).toMatchObject({ state: 'finished', counts: { completed: 2, running: 0 } });
    expect(run.data().cells.map(({ state }) => state)).toEqual(['completed', 'completed']);
  });

  it('does not undo it on a repeated read either', async () => {
    const { host, bridge, server, runId, cells } = await running();
    const run = showQuery(server, server.routeQuery('runs.get', { runId }));
    await run.until((detail) => detail !== undefined);
    const early = await bridge.call('runs.get', { runId });
    const late = Promise.withResolvers<typeof early>();
    host.answer('runs.get', () => late.promise);
    const again = server.invalidate(['runs.get']);
    for (const { id } of cells) host.finishCell(runId, id);
    expect(run.data().run.state).toBe('finished');
    late.resolve(early);
    await again;
    expect(run.data().run.state).toBe('finished');
  });

  it('is updated only by events that arrived during the read', async () => {
    const { host, server, runId, cells } = await running();
    const run = showQuery(server, server.routeQuery('runs.get', { runId }));
    await run.until((detail) => detail !== undefined);
    host.finishCell(runId, cells[0]?.id ?? '', 'failed');
    // What is stored by now is newer than the event.
    host.answer('runs.get', async () => ({ run: summary('other'), options: {}, cells: [] }));
    await server.invalidate(['runs.get']);
    expect(run.data().cells).toEqual([]);
  });

  it('of two reads, the one that started last is used, whichever finishes last', async () => {
    const { host, server, runId } = await running();
    const run = showQuery(server, server.routeQuery('runs.get', { runId }));
    await run.until((detail) => detail !== undefined);
    const older = Promise.withResolvers<void>();
    let asked = 0;
    host.answer('runs.get', async () => {
      asked += 1;
      const mine = asked;
      if (mine === 1) await older.promise;
      return { run: summary(String(mine)), options: {}, cells: [] };
    });
    const first = server.invalidate(['runs.get']);
    await server.invalidate(['runs.get']);
    older.resolve();
    await first;
    expect(run.data().run.id).toBe('2');
  });

  it('reverts nothing when it is cancelled because nothing shows it any more', async () => {
    const { host, bridge, server, runId, cells } = await running();
    const query = server.routeQuery('runs.get', { runId });
    const run = showQuery(server, query);
    await run.until((detail) => detail !== undefined);
    const early = await bridge.call('runs.get', { runId });
    const late = Promise.withResolvers<typeof early>();
    host.answer('runs.get', () => late.promise);
    const again = server.invalidate(['runs.get']);
    for (const { id } of cells) host.finishCell(runId, id);
    run.leave();
    late.resolve(early);
    await again;
    expect(server.held('runs.get', { runId })?.run.state).toBe('finished');
  });
});

it('a first read that events overtake is repeated once after it has finished', async () => {
  const { host, server } = openServerData();
  const first = Promise.withResolvers<void>();
  let asked = 0;
  host.answer('plans.list', async () => {
    asked += 1;
    const plans = asked === 1 ? [] : [{ id: 'a', name: 'After', version: 1 } as never];
    if (asked === 1) await first.promise;
    return { plans };
  });
  const shown = showQuery(server, server.routeQuery('plans.list', {}));
  for (let events = 0; events < 3; events += 1) host.emit('history.changed', {});
  first.resolve();
  await shown.until((list) => list?.plans.length === 1);
  expect(asked).toBe(2);
});

it('a read invalidated ten times a second is repeated immediately and once more after a pause', async () => {
  const { host, server, bridge, runId, cells, endPauses } = await running();
  let asked = 0;
  host.answer('runs.failures', () => {
    asked += 1;
    return { failures: [] };
  });
  const shown = showQuery(server, server.routeQuery('runs.failures', { runId }));
  await shown.until((answer) => answer !== undefined);
  for (const { id } of cells) host.finishCell(runId, id);
  await bridge.call('runs.cancel', { runId });
  expect(asked).toBe(2);
  endPauses();
  await expect.poll(() => asked).toBe(3);
  endPauses();
  endPauses();
  await bridge.call('app.info', {});
  expect(asked).toBe(3);
});

it('an invalidated read stays invalidated after an event changed it in place', async () => {
  const { host, server, runId, cells } = await running();
  const query = server.routeQuery('runs.get', { runId });
  await server.queries.fetchQuery(query);
  // Nobody shows it: it is only marked.
  await server.invalidate(['runs.get']);
  host.finishCell(runId, cells[0]?.id ?? '');
  expect(server.held('runs.get', { runId })?.run.counts.completed).toBe(1);
  expect(server.queries.getQueryState(query.queryKey)?.isInvalidated).toBe(true);
});

it('after missed events, everything shown is read again, except data that never changes', async () => {
  const { host, server, runId, cells, callsOf } = await running();
  const run = showQuery(server, server.routeQuery('runs.get', { runId }));
  const list = showQuery(server, server.routeQuery('connections.list', {}));
  await run.until((detail) => detail !== undefined);
  await list.until((connections) => connections !== undefined);
  const before = callsOf('runs.get').length;
  host.skipEvents(2);
  host.finishCell(runId, cells[0]?.id ?? '');
  await expect.poll(() => callsOf('runs.get').length).toBe(before + 1);
  expect(callsOf('connections.list')).toHaveLength(2);
  expect(run.data().run.counts.completed).toBe(1);
});

it('receives no events after the window was closed', async () => {
  const { host, server, runId, cells } = await running();
  await server.queries.fetchQuery(server.routeQuery('runs.get', { runId }));
  server.close();
  host.finishCell(runId, cells[0]?.id ?? '');
  expect(server.held('runs.get', { runId })?.run.counts.completed).toBe(0);
});

it('what a change says does not wait for brands to be looked for in many answers, which are read all the same', async () => {
  const { host, server, callsOf } = openServerData();
  const late = Promise.withResolvers<void>();
  let asked = 0;
  host.answer('brands.detected', async () => {
    asked += 1;
    if (asked > 1) await late.promise;
    return { brands: [], answers: asked };
  });
  const detected = showQuery(server, server.routeQuery('brands.detected', {}));
  const book = showQuery(server, server.routeQuery('brands.get', {}));
  await detected.until((answer) => answer !== undefined);
  await book.until((answer) => answer !== undefined);
  const before = callsOf('brands.get').length;
  await server.invalidate(['brands.']);
  expect(callsOf('brands.get')).toHaveLength(before + 1);
  expect(detected.data().answers).toBe(1);
  late.resolve();
  await detected.until((answer) => answer?.answers === 2);
});

it('a failed read shows the error message of the core', async () => {
  const { host, server } = openServerData();
  host.answer('plans.list', () => {
    throw new MemoryHostFailure({ code: 'HISTORY_LOCKED', message: 'Locked.', retryable: true });
  });
  const observer = new QueryObserver(server.queries, {
    ...server.routeQuery('plans.list', {}),
    retry: false,
  });
  const leave = observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().error).toMatchObject({ code: 'HISTORY_LOCKED' });
  leave();
});

describe('the event table', () => {
  const samples: { readonly [N in BridgeEventName]: BridgeEvents[N] } = {
    'run.changed': { run: summary('run'), cells: [] },
    'run.removed': { runId: 'run' },
    'run.restored': { runId: 'run' },
    'outcomes.changed': { unstored: null },
    'connection.changed': { connection: { id: 'a' } as never },
    'connection.removed': { id: 'a' },
    'brands.changed': { version: 1 },
    'monitors.changed': {},
    'recomputation.changed': { newestRules: 0, current: null, previous: null, next: null },
    'projects.changed': {},
    'alert.raised': { alert: {} as never, quiet: false },
    'alerts.changed': {},
    'annotations.changed': {},
    'gaps.changed': {},
    'translationModels.changed': {},
    'translations.changed': { job: null, ids: [] },
    'analysis.changed': { jobs: [] },
    'claims.changed': {},
    'history.changed': {},
    'updates.changed': {},
    'retention.changed': { retention: { running: false } as never },
    'comparison.progress': { runId: 'run', done: 50, total: 275 },
    'data.progress': { progress: null },
    'data.counted': {},
    'command.chosen': { id: 'palette' },
    notice: { level: 'info', message: '' },
  };
  const effects = (Object.keys(samples) as BridgeEventName[]).flatMap((name): readonly Effect[] =>
    eventTable[name](samples[name] as never),
  );

  it('lists every read that it changes in place, so that none is cancelled halfway', () => {
    const names = effects.flatMap(({ name, change }) => (name !== null && change !== null ? [name] : []));
    expect(new Set(names)).toEqual(new Set([...changedInPlace].filter((name) => name !== 'settings.get')));
    expect([...followed].every((name) => changedInPlace.has(name))).toBe(true);
  });

  it('does not poll what it changes in place', () => {
    expect(Object.keys(polled).filter((name) => changedInPlace.has(name as never))).toEqual([]);
  });
});

function summary(id: string): RunSummary {
  return {
    id,
    question: 'Which locks?',
    engine: 'assistant-a',
    connectionId: 'embedded',
    connectionName: 'Embedded',
    projectId: 'project-1',
    projectName: 'First project',
    state: 'running',
    createdAtMs: 0,
    finishedAtMs: null,
    samples: 1,
    counts: { total: 1, planned: 0, running: 1, completed: 0, failed: 0, cancelled: 0, unknown: 0 },
    creditsCharged: 0,
    markets: 1,
    strip: [],
    drivers: [],
  };
}
