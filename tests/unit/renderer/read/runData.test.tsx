import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAnswerReader, type RunAnswers, runAnswersQuery } from '#renderer/features/run/runAnswers.ts';
import { comparisonQuery } from '#renderer/features/run/useComparison.ts';
import type { CompareInput } from '#shared/model/comparison/request.ts';
import { MemoryHostFailure } from '#tests/support/windowHost/memoryHost.ts';
import { openServerData, showQuery } from '#tests/support/windowHost/shownQuery.tsx';

async function running(countries: string) {
  const opened = openServerData({ emptyHistory: true, nowMs: () => 1000 });
  const { host, bridge, server } = opened;
  const { runId } = await bridge.call('runs.start', {
    question: 'Which locks?',
    engine: 'assistant-a',
    markets: countries.split(' ').map((country) => ({ country })),
    connectionId: 'embedded',
  });
  const run = showQuery(server, server.routeQuery('runs.get', { runId }));
  await run.until((detail) => detail !== undefined);
  const cell = (country: string) => {
    const found = run.data().cells.find((each) => each.market.country === country);
    if (!found) throw new Error(`no cell for ${country}`);
    return found;
  };
  const reader = createAnswerReader(server, runId);
  const observer = new QueryObserver<RunAnswers>(server.queries, { ...runAnswersQuery(runId) });
  onTestFinished(observer.subscribe(() => {}));
  const answers = (): RunAnswers => {
    const { data } = observer.getCurrentResult();
    if (data === undefined) throw new Error('The query begins with no answers');
    return data;
  };
  return {
    ...opened,
    runId,
    run,
    cell,
    finish: (country: string, outcome?: 'failed' | 'unknown') =>
      host.finishCell(runId, cell(country).id, outcome),
    reader,
    answers,
  };
}

/** Some stored answer. */
async function storedAnswer() {
  const { bridge } = openServerData();
  const { runs } = await bridge.call('runs.list', {});
  const { cells } = await bridge.call('runs.get', { runId: runs[0]?.id ?? '' });
  const ids = cells.flatMap(({ observationId }) => observationId ?? []);
  const { observations } = await bridge.call('observations.getMany', { ids });
  const [first] = observations;
  if (first === undefined) throw new Error('Nothing is stored');
  return first;
}

describe('the data of a run', () => {
  it('has every cell immediately and each answer as it arrives', async () => {
    const { run, cell, finish, reader, answers } = await running('US DE JP');
    expect(run.data().cells).toHaveLength(3);
    finish('DE');
    expect(cell('DE').state).toBe('completed');
    reader.need([cell('DE').observationId ?? '']);
    await expect.poll(() => answers().answers.size).toBe(1);
    expect([...answers().answers.values()][0]?.language).toBe('de');
    expect(run.data().run.counts).toMatchObject({ completed: 1, running: 2 });
  });

  it('requests each answer once, in batches', async () => {
    const { cell, finish, reader, answers, callsOf } = await running('US DE JP BR');
    const countries = ['US', 'DE', 'JP', 'BR'];
    for (const country of countries) finish(country);
    const ids = countries.flatMap((country) => cell(country).observationId ?? []);
    reader.need(ids.slice(0, 2));
    reader.need(ids);
    await expect.poll(() => answers().answers.size).toBe(4);
    reader.need(ids);
    await Promise.resolve();
    expect(callsOf('observations.getMany').map(({ input }) => input)).toEqual([{ ids }]);
  });

  it('uses several calls for more answers than one call allows', async () => {
    const { reader, answers, callsOf } = await running('US');
    const ids = Array.from({ length: 90 }, (_, at) => `o-${at}`);
    reader.need(ids);
    await expect.poll(() => answers().failures.size).toBe(90);
    const asked = callsOf('observations.getMany').map(({ input }) => (input as { ids: string[] }).ids);
    expect(asked.map((each) => each.length)).toEqual([12, 12, 12, 12, 12, 12, 12, 6]);
    expect(asked.flat()).toEqual(ids);
  });

  it('distinguishes a failed cell from an empty answer, and retries only that cell', async () => {
    const { bridge, runId, run, cell, finish } = await running('US FR');
    finish('FR', 'failed');
    finish('US');
    expect(cell('FR')).toMatchObject({ state: 'failed', observationId: null });
    expect(cell('FR').error?.requestId).toBeTruthy();
    await bridge.call('runs.resume', { runId, cellIds: [cell('FR').id], retryFailed: true });
    await run.until(() => cell('FR').state === 'running');
    expect(cell('US').state).toBe('completed');
  });

  it('an answer that cannot be read shows the reason and is not requested endlessly', async () => {
    const { host, cell, finish, reader, answers, callsOf } = await running('US');
    finish('US');
    const id = cell('US').observationId ?? '';
    host.answer('observations.getMany', () => {
      throw new MemoryHostFailure({
        code: 'HISTORY_LOCKED',
        message: 'The history is in use.',
        retryable: true,
      });
    });
    reader.need([id]);
    await expect.poll(() => answers().failures.get(id)).toMatchObject({ code: 'HISTORY_LOCKED' });
    reader.need([id]);
    expect(callsOf('observations.getMany')).toHaveLength(1);
  });

  it('an answer that could not be read is read again on request', async () => {
    const { host, cell, finish, reader, answers } = await running('US');
    finish('US');
    const { observationId } = cell('US');
    const id = observationId ?? '';
    host.answer('observations.getMany', () => ({ observations: [] }));
    reader.need([id]);
    await expect.poll(() => answers().failures.has(id)).toBe(true);
    const detail = { ...(await storedAnswer()), id };
    host.answer('observations.getMany', () => ({ observations: [detail] }));
    reader.retry(id);
    await expect.poll(() => answers().answers.has(id)).toBe(true);
    expect(answers().failures.has(id)).toBe(false);
  });

  it('an answer that is no longer stored is not shown as empty', async () => {
    const { reader, answers } = await running('US');
    reader.need(['gone']);
    await expect
      .poll(() => answers().failures.get('gone'))
      .toMatchObject({ message: expect.stringContaining('no longer stored') });
    expect(answers().answers.has('gone')).toBe(false);
  });

  it('loads only the question and engine of a plan that are shown', async () => {
    const { host, run, runId, finish, cell } = await running('US');
    const plan = { ...run.data().run, question: 'Another question', plan: {} as never };
    host.emit('run.changed', { run: plan, cells: [{ ...cell('US'), id: 'of-another-question' }] });
    expect(run.data().cells.map(({ id }) => id)).toEqual([cell('US').id]);
    expect(run.data().run.question).toBe('Which locks?');
    finish('US');
    expect(run.data().run.id).toBe(runId);
  });
});

describe('the comparison of a run', () => {
  const open = async () => {
    const opened = await running('US DE');
    for (const country of ['US', 'DE']) opened.finish(country);
    const request: CompareInput = { runId: opened.runId, markets: ['US', 'DE'], shownSample: {} };
    const parts = () =>
      opened.callsOf('comparisons.parts').map(({ input }) => (input as { parts: string[] }).parts);
    return { ...opened, request, parts };
  };

  it('requests only missing parts and keeps the loaded ones', async () => {
    const { server, request, parts } = await open();
    const shown = showQuery(server, comparisonQuery(server, request, '1', ['answer']));
    await shown.until((comparison) => comparison?.answer !== undefined);
    const more = comparisonQuery(server, request, '1', ['answer', 'sources']);
    await server.queries.fetchQuery({ ...more, staleTime: 0 });
    expect(parts()).toEqual([['answer'], ['sources']]);
    expect(shown.data().answer).toBeDefined();
    expect(shown.data().sources).toBeDefined();
  });

  it('is computed again if the brand rules changed', async () => {
    const { host, server, request, parts } = await open();
    const shown = showQuery(server, comparisonQuery(server, request, '1', ['brands']));
    await shown.until((comparison) => comparison?.brands !== undefined);
    host.emit('brands.changed', { version: 2 });
    await expect.poll(parts).toEqual([['brands'], ['brands']]);
  });

  it('never combines parts of two comparisons', async () => {
    const { host, server, request, parts } = await open();
    const shown = showQuery(server, comparisonQuery(server, request, '1', ['answer']));
    await shown.until((comparison) => comparison?.answer !== undefined);
    const before = shown.data();
    host.answer('comparisons.parts', (input) => {
      const { answer, key, ...head } = before;
      return {
        head: JSON.stringify({ ...head, key: `${key} and more` }),
        parts: Object.fromEntries(input.parts.map((part) => [part, 'null'])),
      };
    });
    const more = comparisonQuery(server, request, '1', ['sources', 'ads']);
    await server.queries.fetchQuery({ ...more, staleTime: 0 });
    expect(parts()).toEqual([['answer'], ['sources', 'ads']]);
    expect(shown.data().key).toBe(`${before.key} and more`);
    expect(shown.data().answer).toBeUndefined();
  });
});
