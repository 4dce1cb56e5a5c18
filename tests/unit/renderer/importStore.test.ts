import { describe, expect, it } from 'vitest';
import { createBridgeClient } from '#renderer/bridge/client.ts';
import { createImportStore, type GivenFile } from '#renderer/features/imports/importStore.ts';
import type { RouteInput } from '#shared/bridge/routeTable.ts';
import { createMemoryHost } from '#tests/support/windowHost/memoryHost.ts';

type Sent = RouteInput<'imports.add'>;

function open(onCall: (input: Sent) => void = () => {}) {
  const host = createMemoryHost({ latencyMs: null, nowMs: () => Date.UTC(2026, 10, 21) });
  const calls: Sent[] = [];
  host.answer('imports.add', (input) => {
    calls.push(input);
    onCall(input);
    return {
      importId: 'one',
      outcomes: input.texts.map(({ file, place, text }) => ({
        file,
        place,
        ...(text.includes('bad')
          ? {
              state: 'refused' as const,
              id: null,
              runId: null,
              engine: null,
              country: null,
              message: 'It is bad.',
            }
          : { state: 'added' as const, id: text, runId: 'run', engine: null, country: null, message: null }),
      })),
    };
  });
  let imported = 0;
  const store = createImportStore(createBridgeClient(host.bridge), () => {
    imported += 1;
  });
  return { store, calls, imported: () => imported };
}

const file = (name: string, text: string): GivenFile => ({
  name,
  size: text.length,
  modifiedAtMs: 7,
  bytes: async () => Uint8Array.from(Buffer.from(text)).buffer,
});

describe('importing in the window', () => {
  it('sends the results of all files in calls of limited size, as one import', async () => {
    const { store, calls, imported } = open();
    const lines = Array.from({ length: 120 }, (_, index) => JSON.stringify({ index })).join('\n');
    await store.getState().take([file('a/rows.jsonl', lines), file('b.json', '{"b":1}')]);
    expect(calls.map(({ importId, following, texts }) => [importId, following, texts.length])).toEqual([
      [null, 'more', 50],
      ['one', 'more', 50],
      ['one', 'complete', 21],
    ]);
    expect(calls[2]?.texts.at(-1)).toEqual({ file: 'b.json', place: '', text: '{"b":1}', modifiedAtMs: 7 });
    expect(store.getState()).toMatchObject({
      phase: 'done',
      added: 121,
      files: 2,
      filesRead: 2,
      runIds: ['run'],
    });
    expect(imported()).toBe(1);
  });

  it('names invalid results and imports the others', async () => {
    const { store } = open();
    await store
      .getState()
      .take([file('a.json', '{nope'), file('b.jsonl', '{"bad":1}\n{"good":1}'), file('c.json', '')]);
    expect(store.getState()).toMatchObject({ added: 1, refused: 3, phase: 'done' });
    expect(store.getState().problems).toEqual([
      { name: 'a.json', message: expect.stringContaining('not JSON') },
      { name: 'c.json', message: 'The file is empty.' },
      { name: 'b.jsonl line 1', message: 'It is bad.' },
    ]);
    store.getState().dismiss();
    expect(store.getState()).toMatchObject({ phase: 'idle', problems: [] });
  });

  it('sends nothing more after it is cancelled, and states that the import is incomplete', async () => {
    const { store, calls } = open(() => store.getState().cancel());
    const lines = Array.from({ length: 120 }, (_, index) => JSON.stringify({ index })).join('\n');
    await store.getState().take([file('rows.jsonl', lines)]);
    expect(calls.map(({ following, texts }) => [following, texts.length])).toEqual([
      ['more', 50],
      ['broken-off', 0],
    ]);
    expect(store.getState()).toMatchObject({ phase: 'done', cancelled: true, added: 50 });
  });
});
