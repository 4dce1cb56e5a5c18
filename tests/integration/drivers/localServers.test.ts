import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { DriverOutcome } from '#service/drivers/driver.ts';
import { localRagDefinition } from '#service/drivers/localRag/localRagDriver.ts';
import { openaiCompatibleDefinition } from '#service/drivers/openaiCompatible/openaiCompatibleDriver.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { normal } from '#tests/support/providers/protocols.ts';
import { type Reply, startProviderServer } from '#tests/support/providers/providerServer.ts';

const question = { prompt: 'Which shoes?', country: 'DE' };
const text = 'Der **Alpina Trail 3** 👟 [1].';
const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_795_000_000 };
const usage = { prompt_tokens: 26, completion_tokens: 12, total_tokens: 38 };
const chunk = (model: string, delta: object, finish_reason: string | null = null, more: object = {}) => ({
  ...head,
  model,
  choices: [{ index: 0, delta, finish_reason, logprobs: null }],
  ...more,
});

/** What three servers send over chat completions, by their documents. */
const servers = {
  ollama: {
    model: 'gemma4:latest',
    list: { object: 'list', data: [{ id: 'gemma4:latest', object: 'model', owned_by: 'library' }] },
    chunks: (model: string) => [
      ...[text.slice(0, 9), text.slice(9)].map((content) =>
        chunk(model, { role: 'assistant', content }, null, { system_fingerprint: 'fp_ollama' }),
      ),
      chunk(model, { role: 'assistant', content: '' }, 'stop'),
      { ...head, model, choices: [], usage },
    ],
    missing: {
      status: 404,
      body: { error: { message: 'model "x" not found', type: 'not_found_error', param: null, code: null } },
    },
  },
  'LM Studio': {
    model: 'qwen/qwen3-8b',
    list: {
      data: [{ id: 'qwen/qwen3-8b', object: 'model', owned_by: 'organization_owner' }],
      object: 'list',
    },
    chunks: (model: string) => [
      chunk(model, { role: 'assistant', reasoning_content: 'The user wants shoes.' }),
      ...[...text].map((content) => chunk(model, { content })),
      chunk(model, {}, 'stop', { usage, stats: {} }),
    ],
    missing: { status: 400, body: { error: 'Model "x" is not loaded' } },
  },
  'llama.cpp': {
    model: '/models/gemma.gguf',
    list: {
      models: [{ name: '/models/gemma.gguf', model: '/models/gemma.gguf', capabilities: ['completion'] }],
      object: 'list',
      data: [{ id: '/models/gemma.gguf', object: 'model', owned_by: 'llamacpp', meta: { n_vocab: 262_144 } }],
    },
    chunks: (model: string) => [
      chunk(model, { role: 'assistant', content: null }),
      chunk(model, { content: `<think>Shoes.</think>\n${text}` }),
      chunk(model, {}, 'stop', { usage, timings: { predicted_n: 12, predicted_ms: 80 } }),
    ],
    missing: {
      status: 404,
      body: { error: { code: 404, message: 'model not found', type: 'not_found_error' } },
    },
  },
} as const;

function answerOf(outcome: DriverOutcome) {
  if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
  return outcome;
}

async function start(kind: keyof typeof servers) {
  const { model, list, chunks } = servers[kind];
  const answer: Reply = { sse: chunks(model), done: true };
  const server = await startProviderServer(({ path }) =>
    path.endsWith('/models') ? { body: list } : answer,
  );
  onTestFinished(() => server.close());
  return { server, model };
}

it.each(Object.keys(servers) as (keyof typeof servers)[])(
  '%s lists its model, answers with tokens and without its reasoning, and reports what is missing',
  async (kind) => {
    const { server, model } = await start(kind);
    const driver = openaiCompatibleDefinition.create({ settings: { baseUrl: `${server.origin}/v1`, model } });
    expect(await driver.listModels?.(new AbortController().signal)).toEqual([{ name: model }]);
    const { result, provenance } = answerOf(await driver.answer(driverJob('assistant-e', question)));
    expect(result.text).toBe('Der Alpina Trail 3 👟 [1].');
    expect(provenance).toMatchObject({
      model,
      stop: { kind: 'complete' },
      usage: { inputTokens: 26, outputTokens: 12 },
    });
    server.enqueue(servers[kind].missing);
    expect(await driver.answer(driverJob('assistant-e', question))).toMatchObject({
      kind: 'fatal',
      reason: 'rejected',
    });
    // llama.cpp and LM Studio say so while the model is being loaded.
    server.enqueue({ status: 503, body: { error: { code: 503, message: 'Loading model' } } });
    expect((await driver.answer(driverJob('assistant-e', question))).kind).toBe('retry');
  },
);

it.each(Object.keys(servers) as (keyof typeof servers)[])(
  'a local model of %s with search connects only to itself and the search',
  async (kind) => {
    const { server, model } = await start(kind);
    const search = await startProviderServer((request) => normal('searxng', request));
    onTestFinished(() => search.close());
    const ports = new Set<string>();
    // Every connection of the process, whoever opens it.
    const opened = (message: unknown): void => {
      const { socket } = message as { readonly socket: Socket };
      socket.once('connect', () => ports.add(`http://${socket.remoteAddress}:${socket.remotePort}`));
    };
    subscribe('net.client.socket', opened);
    onTestFinished(() => void unsubscribe('net.client.socket', opened));
    const settings = { baseUrl: `${server.origin}/v1`, model, searxngBaseUrl: search.origin };
    const driver = localRagDefinition.create({ settings });
    const { result } = answerOf(await driver.answer(driverJob('assistant-b', question)));
    expect(result.citationPills).toMatchObject([{ position: 1 }]);
    expect(ports).toEqual(new Set([server.origin, search.origin]));
  },
);
