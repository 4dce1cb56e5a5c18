import { describe, expect, it, onTestFinished } from 'vitest';
import type { DriverOutcome } from '#service/drivers/driver.ts';
import type { Engine } from '#shared/interface/engines.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { bodyOf, eventsOf, fixture } from '#tests/support/providers/fixtures.ts';
import { harnesses, makeDriver } from '#tests/support/providers/harness.ts';
import { messageStream, normal, stream } from '#tests/support/providers/protocols.ts';
import {
  type Reply,
  type SeenRequest,
  startProviderServer,
} from '#tests/support/providers/providerServer.ts';

/** Asks one driver one question, with replies made after what the real services send. */
async function ask(
  protocol: string,
  replies: readonly Reply[],
  {
    engine = 'assistant-b',
    extra = {},
    ...body
  }: { engine?: Engine; extra?: Record<string, string> } & Record<string, unknown> = {},
): Promise<{ readonly outcome: DriverOutcome; readonly requests: readonly SeenRequest[] }> {
  const harness = harnesses.find((one) => one.protocol === protocol);
  if (harness === undefined) throw new Error(`no driver speaks ${protocol}`);
  const server = await startProviderServer((request) => normal(protocol, request));
  onTestFinished(() => server.close());
  server.enqueue(...replies);
  const field = engine === 'search' || engine === 'search/news' ? 'query' : 'prompt';
  const driver = makeDriver(harness, server.origin, { extra });
  const outcome = await driver.answer(
    driverJob(engine, { [field]: 'Welche Schuhe?', country: 'DE', ...body }),
  );
  return { outcome, requests: server.requests };
}

function answerOf({ outcome }: { readonly outcome: DriverOutcome }) {
  if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
  return outcome;
}

type Pill = { readonly url: string; readonly start: number; readonly end: number; readonly domain: string };
const pillsOf = (result: Record<string, unknown>) => (result.citationPills ?? []) as readonly Pill[];

function openaiAnswer(
  text: string,
  annotations: readonly unknown[],
  more: Record<string, unknown> = {},
): Reply {
  const message = {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations }],
  };
  const search = { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'q' } };
  const response = {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    model: 'gpt-5.4-mini-2026-03-17',
    output: [search, message],
    ...more,
  };
  return stream('openai', [{ type: 'response.completed', response }]);
}

describe('an answer of Anthropic that searches twice (4)', () => {
  const page = (url: string) => ({ type: 'web_search_result', url, title: url, page_age: null });
  const search = (query: string, url: string) => [
    { type: 'server_tool_use', id: query, name: 'web_search', input: { query } },
    { type: 'web_search_tool_result', tool_use_id: query, content: [page(url)] },
  ];
  const cited = (text: string, url: string) => ({
    type: 'text',
    text,
    citations: [{ type: 'web_search_result_location', url, title: url, cited_text: text }],
  });
  const content = [
    { type: 'text', text: 'Ich suche zuerst Tests.' },
    ...search('laufschuhe test', 'https://eins.example/'),
    { type: 'text', text: 'Für breite Füße 👟: ' },
    cited('Alpina führt', 'https://eins.example/'),
    { type: 'text', text: '. Zu Preisen suche ich noch.' },
    ...search('laufschuhe preise', 'https://zwei.example/'),
    cited('Nordlauf ist günstiger', 'https://zwei.example/'),
    { type: 'text', text: '.' },
  ];

  it('keeps the text between the searches, with its citations, and omits the announcement', async () => {
    const { result } = answerOf(
      await ask('anthropic', [stream('anthropic', messageStream({ content, stop_reason: 'end_turn' }))]),
    );
    const text = String(result.text);
    expect(text).toBe(
      'Für breite Füße 👟: Alpina führt. Zu Preisen suche ich noch.\n\nNordlauf ist günstiger.',
    );
    expect(pillsOf(result).map(({ url, start, end }) => [url, text.slice(start, end)])).toEqual([
      ['https://eins.example/', 'Alpina führt'],
      ['https://zwei.example/', 'Nordlauf ist günstiger'],
    ]);
  });
});

describe('an address with parentheses (5)', () => {
  const url = 'https://de.wikipedia.org/wiki/Puma_(Unternehmen)';

  it('leaves no part of its mark in the text', async () => {
    const chip = `([de.wikipedia.org](${url}))`;
    const text = `Die Größe passt. ${chip} Fertig.`;
    const start = text.indexOf(chip);
    const annotation = {
      type: 'url_citation',
      url,
      title: 'Puma',
      start_index: start,
      end_index: start + chip.length,
    };
    const { result } = answerOf(await ask('openai', [openaiAnswer(text, [annotation])]));
    expect(result.text).toBe('Die Größe passt. Fertig.');
    expect(pillsOf(result)).toMatchObject([{ url, domain: 'de.wikipedia.org', start: 16, end: 16 }]);
  });
});

describe.each(['openai', 'xai'] as const)('an emoji before a chip of %s (6)', (protocol) => {
  it('shifts nothing, whatever unit the offsets count', async () => {
    const url = 'https://runlab.example/breit';
    const chip = protocol === 'openai' ? `([runlab.example](${url}))` : `[[1]](${url})`;
    const text = `Größe zählt 👟: Alpina. ${chip} Ende.`;
    const before = text.slice(0, text.indexOf(chip));
    const starts = [before.length, [...before].length, Buffer.byteLength(before), before.length - 3, 0];
    for (const start of starts) {
      const annotation = { type: 'url_citation', url, start_index: start, end_index: start + chip.length };
      const { result } = answerOf(await ask(protocol, [openaiAnswer(text, [annotation])]));
      expect(result.text).toBe('Größe zählt 👟: Alpina. Ende.');
      expect(pillsOf(result)).toMatchObject([{ url, start: 23, end: 23 }]);
    }
  });

  it('belongs to the nearer of two links with the same URL', async () => {
    const url = 'https://runlab.example/breit';
    const chip = `([runlab.example](${url}))`;
    const text = `👟👟 Eins. ${chip} Zwei. ${chip} Drei.`;
    const second = [...text.slice(0, text.lastIndexOf(chip))].length;
    const annotation = { type: 'url_citation', url, start_index: second, end_index: second + chip.length };
    const { result } = answerOf(await ask(protocol, [openaiAnswer(text, [annotation])]));
    expect(String(result.text).slice(0, pillsOf(result)[0]?.start)).toMatch(/Zwei\.$/);
  });
});

describe('how an answer ended (7)', () => {
  const gemini = (finishReason: string): Reply =>
    stream('gemini', [
      { candidates: [{ content: { role: 'model', parts: [{ text: 'Größe zählt: Alp' }] }, index: 0 }] },
      { candidates: [{ content: { role: 'model', parts: [{ text: 'ina' }] }, finishReason, index: 0 }] },
    ]);
  const anthropic = (stop_reason: string): Reply =>
    stream(
      'anthropic',
      messageStream({ content: [{ type: 'text', text: 'Größe zählt: Alp' }], stop_reason }),
    );
  const chat = (finish_reason: string): Reply =>
    stream('openai-compatible', [
      { model: 'm', choices: [{ index: 0, delta: { content: 'Größe zählt: Alp' }, finish_reason: null }] },
      { model: 'm', choices: [{ index: 0, delta: {}, finish_reason }] },
    ]);
  const openai = (reason: string): Reply =>
    openaiAnswer('Größe zählt: Alp', [], { status: 'incomplete', incomplete_details: { reason } });

  it.each([
    ['openai', openai('max_output_tokens'), { kind: 'cut', reason: 'max_output_tokens' }],
    ['openai', openai('content_filter'), { kind: 'blocked', reason: 'content_filter' }],
    ['openai', openaiAnswer('Ganz.', []), { kind: 'complete' }],
    ['anthropic', anthropic('max_tokens'), { kind: 'cut', reason: 'max_tokens' }],
    ['anthropic', anthropic('refusal'), { kind: 'refused', reason: 'refusal' }],
    ['anthropic', anthropic('end_turn'), { kind: 'complete' }],
    ['gemini', gemini('MAX_TOKENS'), { kind: 'cut', reason: 'MAX_TOKENS' }],
    ['gemini', gemini('SAFETY'), { kind: 'blocked', reason: 'SAFETY' }],
    ['gemini', gemini('STOP'), { kind: 'complete' }],
    ['openai-compatible', chat('length'), { kind: 'cut', reason: 'length' }],
    ['openai-compatible', chat('content_filter'), { kind: 'blocked', reason: 'content_filter' }],
    ['openai-compatible', chat('stop'), { kind: 'complete' }],
  ] as const)('is stated in the provenance: %s', async (protocol, reply, stop) => {
    const { provenance } = answerOf(await ask(protocol, [reply]));
    expect(provenance.stop).toEqual(stop);
  });

  it('distinguishes a refusal from an answer if the model refuses in a separate part', async () => {
    const content = [{ type: 'refusal', refusal: 'Dabei kann ich nicht helfen.' }];
    const output = [{ type: 'message', role: 'assistant', content }];
    const { result, provenance } = answerOf(await ask('openai', [openaiAnswer('', [], { output })]));
    expect(result.text).toBe('Dabei kann ich nicht helfen.');
    expect(provenance.stop).toEqual({ kind: 'refused', reason: 'refusal' });
  });
});

describe('Brave’s research mode (11)', () => {
  const citation = JSON.stringify({
    start_index: 0,
    end_index: 24,
    number: 1,
    url: 'https://runlab.example/',
    snippet: 's',
  });
  const chunks = [
    '<queries>["laufschuhe breite füße","alpina test"]</queries><analyzing>12 URLs</analyzing>',
    '<thinking>Which of them?</thinking><progress>{"elapsed":12}</progress>',
    `<answer>The Alpina Trail 3 wins.<citation>${citation}</citation> Größe 👟 zählt.</answer>`,
    '<usage>{"X-Request-Requests":1,"X-Request-Queries":2,"X-Request-Tokens-In":15000,"X-Request-Tokens-Out":2000,"X-Request-Total-Cost":0.122}</usage>',
  ].map((content, index, all) => ({
    model: 'brave',
    choices: [{ index: 0, delta: { content }, finish_reason: index === all.length - 1 ? 'stop' : null }],
  }));

  it('returns the answer inside its tag with sources, queries and cost, and no progress messages', async () => {
    const { outcome, requests } = await ask('brave-answers', [stream('brave-answers', chunks)], {
      engine: 'assistant-d',
      extra: { research: 'on', timeoutSeconds: '300' },
    });
    const { result, provenance } = answerOf({ outcome });
    expect(result.text).toBe('The Alpina Trail 3 wins. Größe 👟 zählt.');
    expect(result.sources).toMatchObject([{ url: 'https://runlab.example/' }]);
    expect(result.searchQueries).toEqual(['laufschuhe breite füße', 'alpina test']);
    expect(provenance).toMatchObject({
      usage: { inputTokens: 15_000, outputTokens: 2_000, searches: 2 },
      cost: { amount: 0.122, currency: 'USD', source: 'stated' },
    });
    expect(requests[0]?.body).toMatchObject({
      enable_research: true,
      research_maximum_number_of_seconds: 270,
    });
  });
});

describe('Gemini’s grounding', () => {
  const web = (host: string) => ({ web: { uri: `https://redirect.example/${host}`, title: host } });
  const bytes = (text: string) => Buffer.byteLength(text);
  const support = (words: string, before: string, partIndex: number, chunk: number) => ({
    segment: { partIndex, startIndex: bytes(before), endIndex: bytes(before) + bytes(words), text: words },
    groundingChunkIndices: [chunk],
  });
  const answer = (parts: readonly unknown[], groundingMetadata: unknown) => ({
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', groundingMetadata }],
  });
  const cutOut = (result: Record<string, unknown>) =>
    pillsOf(result).map(({ start, end, domain }) => [domain, String(result.text).slice(start, end)]);

  it('counts offsets within the part they name (12)', async () => {
    const parts = [
      { text: 'Überlegung', thought: true },
      { text: 'Größe zählt. ' },
      { executableCode: { code: '1' } },
      { text: 'Größe zählt. Alpina 👟 führt.' },
    ];
    const metadata = {
      webSearchQueries: ['q'],
      groundingChunks: [web('eins.example')],
      groundingSupports: [
        support('Größe zählt.', '', 3, 0),
        support('Alpina 👟 führt.', 'Größe zählt. ', 3, 0),
      ],
    };
    const { result } = answerOf(await ask('gemini', [stream('gemini', [answer(parts, metadata)])]));
    const [first, second] = pillsOf(result);
    expect(first?.start).toBe('Größe zählt. '.length);
    expect(String(result.text).slice(second?.start, second?.end)).toBe('Alpina 👟 führt.');
  });

  it('is counted once if every chunk repeats it (13)', async () => {
    const metadata = {
      webSearchQueries: ['q'],
      groundingChunks: [web('eins.example')],
      groundingSupports: [support('Größe zählt.', '', 0, 0)],
    };
    const chunks = [
      { candidates: [{ content: { parts: [{ text: 'Größe zählt.' }] }, groundingMetadata: metadata }] },
      { candidates: [{ content: { parts: [{ text: ' Ende 👟.' }] }, groundingMetadata: metadata }] },
      answer([{ text: '' }], metadata),
    ];
    const { result } = answerOf(await ask('gemini', [stream('gemini', chunks)]));
    expect(cutOut(result)).toEqual([['eins.example', 'Größe zählt.']]);
  });

  it('creates no source for a place or an image, and keeps the numbers of the others (14)', async () => {
    const metadata = {
      webSearchQueries: ['q'],
      groundingChunks: [
        { maps: { uri: 'https://maps.example/1', title: 'Laden', placeId: 'p' } },
        { image: { sourceUri: 'https://bild.example/' } },
        web('zwei.example'),
      ],
      groundingSupports: [{ ...support('Größe', '', 0, 2), groundingChunkIndices: [0, 1, 2] }],
    };
    const { result } = answerOf(
      await ask('gemini', [stream('gemini', [answer([{ text: 'Größe zählt.' }], metadata)])]),
    );
    expect(result.sources).toMatchObject([{ position: 1, domain: 'zwei.example' }]);
    expect(cutOut(result)).toEqual([['zwei.example', 'Größe']]);
  });
});

it('a market of SearXNG is the requested country, whatever region its language names (15)', async () => {
  const { outcome, requests } = await ask('searxng', [], {
    engine: 'search',
    query: 'x',
    country: 'JP',
    hl: 'pt-BR',
  });
  expect(requests[0]?.query.get('language')).toBe('pt-JP');
  expect(answerOf({ outcome }).provenance.country).toEqual({
    requested: 'JP',
    honoured: 'parameter',
    applied: 'language=pt-JP',
  });
});

describe('an error of Anthropic’s search tool (16)', () => {
  const failed = (error_code: string) => ({
    type: 'web_search_tool_result',
    tool_use_id: 's',
    content: { type: 'web_search_tool_result_error', error_code },
  });
  const message = (...blocks: readonly Record<string, unknown>[]): Reply =>
    stream(
      'anthropic',
      messageStream({
        content: [...blocks, { type: 'text', text: 'Aus dem Gedächtnis.' }],
        stop_reason: 'end_turn',
      }),
    );

  it.each([
    ['too_many_requests', 'rate'],
    ['unavailable', 'trouble'],
  ])('%s is retried: an answer from memory does not count', async (code, cause) => {
    const { outcome } = await ask('anthropic', [message(failed(code))]);
    expect(outcome).toMatchObject({ kind: 'retry', cause });
  });

  it('costs nothing if another search worked', async () => {
    const [, , good] = bodyOf<{ content: Record<string, unknown>[] }>('anthropic_ok').content;
    const { outcome } = await ask('anthropic', [message(good ?? {}, failed('unavailable'))]);
    expect(outcome).toMatchObject({ kind: 'answer', provenance: { searched: true } });
  });
});

describe('xAI’s location (17)', () => {
  it('is sent as a parameter and in words, and the provenance states the words', async () => {
    const { outcome, requests } = await ask('xai', []);
    expect(requests[0]?.body).toMatchObject({
      instructions: 'The person asking is in Germany.',
      tools: [{ type: 'web_search', user_location: { country: 'DE' } }, { type: 'x_search' }],
    });
    expect(answerOf({ outcome }).provenance.country).toEqual({
      requested: 'DE',
      honoured: 'prompt-hint',
      applied: 'The person asking is in Germany. user_location Germany (not documented over REST)',
    });
  });
});

describe('what an answer cost', () => {
  it('is stated by xAI in its own unit', async () => {
    const body = bodyOf<{ usage: Record<string, unknown> }>('xai_ok');
    body.usage.cost_in_usd_ticks = 123_456_000;
    const { provenance } = answerOf(await ask('xai', [{ body }]));
    expect(provenance.cost).toEqual({ amount: 0.0123456, currency: 'USD', source: 'stated' });
    expect(provenance.usage).toMatchObject({ inputTokens: 8_397, outputTokens: 1_805, reasoningTokens: 580 });
  });

  it('is computed from the dated price list if the provider states none', async () => {
    const usage = {
      input_tokens: 10_000,
      input_tokens_details: { cached_tokens: 2_000 },
      output_tokens: 1_000,
      output_tokens_details: { reasoning_tokens: 600 },
    };
    const reply = { ...openaiAnswer('Ganz.', [], { usage }), headers: { 'x-request-id': 'req_abc' } };
    const { provenance } = answerOf(await ask('openai', [reply], { engine: 'assistant-a' }));
    // 8,000 fresh at 0.75, 2,000 cached at 0.075 and 1,000 out at 4.50 a million, one search at 10 a thousand.
    expect(provenance.cost).toEqual({
      amount: 0.02065,
      currency: 'USD',
      source: 'computed',
      pricesOf: '2026-11-27',
    });
    expect(provenance).toMatchObject({ requestId: 'req_abc', surface: 'model-api' });
    expect(provenance.latencyMs).toBeGreaterThanOrEqual(0);
  });

  it('is omitted for a model that is not in the list: only the tokens are known', async () => {
    const reply = openaiAnswer('Ganz.', [], {
      model: 'gpt-99',
      usage: { input_tokens: 5, output_tokens: 5 },
    });
    const { provenance } = answerOf(await ask('openai', [reply], { engine: 'assistant-a' }));
    expect(provenance.cost).toBeUndefined();
    expect(provenance.usage).toMatchObject({ inputTokens: 5, outputTokens: 5 });
  });

  it('counts every exchange: an answer that took two requests costs both', async () => {
    const memory = { body: bodyOf('gemini_nosearch') };
    const { outcome } = await ask('gemini', [memory, memory], { engine: 'assistant-a' });
    expect(answerOf({ outcome }).provenance.usage).toMatchObject({ inputTokens: 8, outputTokens: 10 });
  });

  it('counts the cache of Anthropic as input, and searches individually', async () => {
    const { provenance } = answerOf(await ask('anthropic', []));
    expect(provenance.usage).toMatchObject({ inputTokens: 27_118, outputTokens: 600, searches: 1 });
    expect(provenance.requestId).toBe('msg_fxA1');
  });
});

it('an error in the middle of a stream without a code is retried (10)', async () => {
  const events = eventsOf('openai_sse_error_uncoded');
  expect((await ask('openai', [stream('openai', events)])).outcome).toMatchObject({
    kind: 'retry',
    cause: 'trouble',
  });
});

it('a used-up daily quota of Gemini is final although it has a retry hint in seconds (8)', async () => {
  const { status = 429, body } = fixture('gemini_429_day');
  expect((await ask('gemini', [{ status, body }])).outcome).toMatchObject({ kind: 'fatal', reason: 'quota' });
});

it('a refused country does not pause the driver like a refused key (9)', async () => {
  const { status = 403, body } = fixture('openai_403_country');
  const { outcome } = await ask('openai', [{ status, body }]);
  expect(outcome).toMatchObject({ kind: 'fatal', reason: 'country' });
});

describe('optional parameters and data of providers', () => {
  it('is the time zone of a whole country for OpenAI', async () => {
    const { requests } = await ask('openai', [], { country: 'JP' });
    expect(JSON.stringify(requests[0]?.body)).toContain('"timezone":"Asia/Tokyo"');
  });

  it('is the language of the page for Brave, in addition to that of the results', async () => {
    const { requests } = await ask('brave', [], { engine: 'search', hl: 'de' });
    expect(Object.fromEntries(requests[0]?.query ?? [])).toMatchObject({
      country: 'DE',
      search_lang: 'de',
      ui_lang: 'de-DE',
    });
  });

  it('is the choice of engines for SearXNG', async () => {
    const extra = { engines: 'braveapi, mojeek' };
    const { requests } = await ask('searxng', [], { engine: 'search', extra });
    expect(requests[0]?.query.get('engines')?.replaceAll(' ', '')).toBe('braveapi,mojeek');
  });

  it('is the list of Anthropic’s models that can search', async () => {
    const search = (supported: boolean) => ({
      capabilities: { server_tools: { web_search: { supported } } },
    });
    const data = [
      { id: 'claude-b', ...search(true) },
      { id: 'claude-old', ...search(false) },
      { id: 'claude-a' },
    ];
    const server = await startProviderServer(() => ({ body: { data } }));
    onTestFinished(() => server.close());
    const harness = harnesses.find(({ protocol }) => protocol === 'anthropic') ?? expect.fail('no driver');
    const models = await makeDriver(harness, server.origin).listModels?.(new AbortController().signal);
    expect(models).toEqual([{ name: 'claude-a' }, { name: 'claude-b' }]);
  });
});
