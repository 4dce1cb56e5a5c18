import { describe, expect, it } from 'vitest';
import type { History } from '#main/history/threads/historyClient.ts';
import { indexAll, storeAnswers } from '#tests/support/history/storedAnswers.ts';
import { temporaryHistory } from '#tests/support/history/temporaryHistory.ts';

const now = 1_790_000_000_000;

const found = async (history: History, text: string) =>
  (await history.call('search.run', { text, limit: 40, after: null })).hits;

const filled = async () => {
  const history = await temporaryHistory();
  const [de = '', fr = ''] = await storeAnswers(history, [
    { country: 'DE', atMs: now },
    { country: 'FR', atMs: now + 1 },
  ]);
  return { history, de, fr };
};

describe('notes beside an answer', () => {
  it('are found by their words immediately, and by the new words after a change', async () => {
    const { history, de } = await filled();
    const { id } = await history.call('notes.add', {
      observationId: de,
      text: 'Der Kunde fragt nach Öresund',
      nowMs: now + 5,
    });
    await indexAll(history);
    const [hit, ...others] = await found(history, 'oresund');
    expect(hit).toMatchObject({ observationId: de, snippet: { field: 'note' } });
    expect(others).toEqual([]);
    expect(await found(history, '"kunde fragt"')).toHaveLength(1);

    await history.call('notes.edit', { id, text: 'Erledigt.', nowMs: now + 9 });
    await indexAll(history);
    expect(await found(history, 'oresund')).toEqual([]);
    expect(await found(history, 'erledigt')).toHaveLength(1);
    // What the answer itself says is found all along.
    expect(await found(history, 'foldmaster')).toHaveLength(2);
    expect((await history.call('observations.get', { id: de })).notes).toEqual([
      { id, text: 'Erledigt.', writtenAtMs: now + 5, editedAtMs: now + 9 },
    ]);

    expect(await history.call('notes.remove', { id })).toEqual({ removed: true });
    await indexAll(history);
    expect(await found(history, 'erledigt')).toEqual([]);
    await expect(history.call('notes.edit', { id, text: 'x', nowMs: now })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('do not change the received answer, and are deleted with it', async () => {
    const { history, de } = await filled();
    const before = await history.call('observations.get', { id: de });
    await history.call('notes.add', { observationId: de, text: 'Look again', nowMs: now });
    await history.call('labels.set', { observationId: de, labels: ['wrong'] });
    const after = await history.call('observations.get', { id: de });
    expect(after.payloadSha256).toBe(before.payloadSha256);
    expect(after.result).toEqual(before.result);

    await history.call('trash.add', { runId: after.runId, nowMs: 0 });
    expect(await history.call('labels.list', {})).toEqual({ labels: [] });
    await indexAll(history);
    expect(await found(history, 'look')).toEqual([]);
    await expect(
      history.call('notes.add', { observationId: de, text: 'x', nowMs: now }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('labels of an answer', () => {
  it('filter a search, exclude from it, and are counted', async () => {
    const { history, de, fr } = await filled();
    await history.call('labels.set', { observationId: de, labels: ['wichtig', 'client-a'] });
    await history.call('labels.set', { observationId: fr, labels: ['wichtig'] });
    const ids = async (text: string) => (await found(history, text)).map((hit) => hit.observationId);
    expect(await ids('label:wichtig')).toEqual([fr, de]);
    expect(await ids('foldmaster label:CLIENT-A')).toEqual([de]);
    expect(await ids('label:wichtig -label:client-a')).toEqual([fr]);
    expect(await ids('label:none-has-it')).toEqual([]);
    expect(await history.call('labels.list', {})).toEqual({
      labels: [
        { name: 'wichtig', answers: 2 },
        { name: 'client-a', answers: 1 },
      ],
    });
    expect(await history.call('labels.set', { observationId: de, labels: [] })).toEqual({ labels: [] });
    expect(await ids('label:wichtig')).toEqual([fr]);
  });
});
