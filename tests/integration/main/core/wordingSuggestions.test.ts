import { expect, it } from 'vitest';
import { addConnection, startCore } from '#tests/support/core/testCore.ts';
import {
  failure,
  monitorHeaders,
  type Reply,
  startFaultyService,
} from '#tests/support/faults/faultyService.ts';

const answering = (text: string): Reply => ({
  status: 200,
  // As the text of a page: only the Markdown has lines.
  body: { success: true, result: { text: text.replaceAll(/\s+/g, ' '), markdown: text, sources: [] } },
  headers: monitorHeaders(),
});

const balance: Reply = {
  status: 200,
  body: { remaining: 495, perCycle: 500, cycleResetsAt: '2026-12-03T09:41:07.000Z' },
};

it('suggests with one request that is charged, within the limits, and stored nowhere', async () => {
  const core = await startCore();
  const replies = [
    answering('de\tWelches Schloss?\nja: どの鍵？'),
    answering('I cannot do that.'),
    failure('INTERNAL_SERVER_ERROR', 400),
  ];
  const service = await startFaultyService(({ path }) =>
    path.startsWith('/v1/monitor/') ? (replies.shift() ?? answering('')) : balance,
  );
  const connectionId = await addConnection(core, service.baseUrl);
  const suggest = () =>
    core.router.invoke('wordings.suggest', {
      connectionId,
      engine: 'assistant-a',
      question: 'Which lock?',
      keys: ['de', 'ja', 'fr'],
    });
  const spent = async () => (await core.router.invoke('plans.ceilings', { connectionId })).spentToday;

  expect(await suggest()).toEqual({
    wordings: { de: 'Welches Schloss?', ja: 'どの鍵？' },
    missing: ['fr'],
    creditsCharged: 5,
  });
  const [asked] = service.received.filter(({ path }) => path.startsWith('/v1/monitor/'));
  expect(asked?.path).toBe('/v1/monitor/assistant-a');
  expect(JSON.parse(String(asked?.body)).prompt).toContain('Question: Which lock?');
  expect(await spent()).toBe(5);
  await expect(suggest()).rejects.toThrow('contains no wordings');
  expect(await spent()).toBe(10);
  await expect(suggest()).rejects.toThrow();
  expect(await spent()).toBe(10);

  await core.router.invoke('plans.setCeilings', { connectionId, day: 12 });
  const before = service.received.length;
  await expect(suggest()).rejects.toThrow('daily credit limit');
  expect(service.received.length).toBe(before);
  expect((await core.router.invoke('runs.list', {})).runs).toEqual([]);
  const { charges } = await core.router.invoke('credits.get', { connectionId });
  expect(charges).toMatchObject({ answers: 2, credits: 10, held: 0 });
});
