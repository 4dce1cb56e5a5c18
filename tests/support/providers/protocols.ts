import { fixture, isFixture } from './fixtures.ts';
import type { Reply, Responder, SeenRequest } from './providerServer.ts';
import { recordedDriver, recordedDrivers } from './recordedDrivers.ts';

/** The protocols a local server can speak: the ids of the drivers. */
export const protocols: readonly string[] = recordedDrivers.map(({ definition }) => definition.id);

/** A fixture as a reply in the protocol's own style. */
export function replyOf(protocol: string, id: string): Reply {
  const { status, headers, body, sse } = fixture(id);
  return {
    ...(status === undefined ? {} : { status }),
    ...(headers === undefined ? {} : { headers }),
    ...(sse === undefined ? { body } : stream(protocol, sse)),
  };
}

/** Events as a reply in the protocol's own style. */
export function stream(protocol: string, sse: readonly unknown[]): Reply {
  return { sse, ...recordedDriver(protocol).style };
}

/**
 * Answers normally. A marker in the question scripts the server instead, one entry per request:
 * `[[fx=openai_429_rate,ok]]`. Entries: a fixture's id, `ok`, `hang`, `drop`, `cut` (in the middle), `html`,
 * `bytes` (one at a time), `slow` (five seconds).
 */
export function responder(protocol: string): Responder {
  const turns = new Map<string, number>();
  return (request) => {
    const marker = /\[\[fx=([^\]]*)\]\]/.exec(
      `${JSON.stringify(request.body)} ${request.query.get('q') ?? ''}`,
    )?.[1];
    if (marker === undefined) return normal(protocol, request);
    const entries = marker.split(',').map((entry) => entry.trim());
    const turn = turns.get(marker) ?? 0;
    turns.set(marker, turn + 1);
    return scripted(protocol, request, entries[Math.min(turn, entries.length - 1)] ?? 'ok');
  };
}

function scripted(protocol: string, request: SeenRequest, entry: string): Reply {
  const ok = normal(protocol, request);
  if (entry === 'hang') return { hang: 'before' };
  if (entry === 'drop') return { drop: 'before' };
  if (entry === 'cut') return { ...ok, drop: 'midway' };
  if (entry === 'bytes') return { ...ok, chunkBytes: 1 };
  if (entry === 'slow') return { ...ok, delayMs: 5_000 };
  if (entry === 'html') {
    return { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Sign in</title>' };
  }
  return isFixture(entry) ? replyOf(protocol, entry) : ok;
}

/** The ordinary answer to a request of this protocol. */
export function normal(protocol: string, request: SeenRequest): Reply {
  if (request.path.endsWith('/models') && request.method === 'GET') {
    return {
      body: {
        object: 'list',
        data: [{ id: 'model-b' }, { id: 'model-a' }],
        models: [{ name: 'models/model-a' }],
      },
    };
  }
  switch (protocol) {
    case 'openai':
      return jsonWanted(request) ?? replyOf(protocol, 'openai_sse');
    case 'gemini':
      return geminiJson(request) ?? stream(protocol, geminiStream('gemini_ok'));
    case 'anthropic':
      return (
        anthropicJson(request) ?? stream(protocol, messageStream(fixture('anthropic_ok').body as MessageBody))
      );
    case 'perplexity':
      return stream(protocol, responsesStream('pplx_agent_ok'));
    case 'openai-compatible':
      return chatJson(protocol, request) ?? stream(protocol, chatStream('ollama_chat'));
    case 'brave':
      return replyOf(protocol, request.path.includes('/news/') ? 'brave_news' : 'brave_web');
    case 'brave-answers':
      return replyOf(protocol, 'brave_answers_sse');
    case 'searxng':
      return request.query.get('pageno') === '1' || request.path === '/'
        ? replyOf(protocol, 'searxng_ok')
        : { body: { results: [] } };
    case 'local-rag':
      // Model server and searches behind one address; the search that is asked depends on the path.
      if (request.path === '/search') return normal('searxng', request);
      if (request.path.includes('/web/search')) return normal('brave', request);
      if (request.path.includes('/llm/context')) return replyOf(protocol, 'brave_llm_context');
      return planJson(request) ?? stream(protocol, chatStream('ollama_chat'));
    case 'dataforseo':
      return replyOf(protocol, dataForSeoFixture(request.path));
    case 'serpapi':
      if (request.path.endsWith('.html'))
        return { body: '<!doctype html><title>Laufschuhe</title>', headers: { 'content-type': 'text/html' } };
      return replyOf(protocol, serpApiFixture(request));
    case 'brightdata':
      if (request.path.endsWith('/customer/balance')) return replyOf(protocol, 'brightdata_balance');
      return replyOf(protocol, request.path.endsWith('/trigger') ? 'brightdata_trigger' : 'brightdata_page');
    case 'xai':
      return jsonWanted(request) ?? stream(protocol, responsesStream('xai_ok'));
    default:
      return recordedReply(protocol, request);
  }
}

/** The recorded answer to a path; the second entity pass is answered in the protocol of the request. */
function recordedReply(protocol: string, request: SeenRequest): Reply {
  const found = recordedDriver(protocol).answers?.find(({ path }) => request.path.endsWith(path));
  if (found === undefined) return { status: 404, body: { error: { message: `nothing at ${request.path}` } } };
  const json = request.path.endsWith('/messages') ? anthropicJson(request) : chatJson(protocol, request);
  if (json !== undefined) return json;
  const reply = replyOf(protocol, found.fixture);
  const origin = `http://${request.headers.host}`;
  return JSON.parse(JSON.stringify(reply).replaceAll('ORIGIN', origin)) as Reply;
}

function dataForSeoFixture(path: string): string {
  if (path.endsWith('/user_data')) return 'dataforseo_user';
  if (path.includes('/locations/')) return 'dataforseo_locations';
  if (path.endsWith('/task_post')) return 'dataforseo_created';
  if (path.endsWith('/tasks_ready')) return 'dataforseo_ready';
  if (path.includes('/ai_mode/')) return 'dataforseo_ai_mode';
  if (path.includes('/news/')) return 'dataforseo_news';
  return path.includes('/llm_scraper/') ? 'dataforseo_chat_gpt' : 'dataforseo_organic';
}

function serpApiFixture({ path, query }: SeenRequest): string {
  if (path.endsWith('/account')) return 'serpapi_account';
  if (query.get('tbm') === 'nws') return 'serpapi_news';
  const engine = query.get('engine');
  if (engine === 'google_ai_overview') return 'serpapi_ai_overview';
  return engine === 'google' ? 'serpapi_google' : 'serpapi_ai_mode';
}

/** What a model says in the second entity pass: one name that is in the answers, and one it made up. */
const entityJson = JSON.stringify({
  entities: [
    { name: 'Alpina', kind: 'brand', quote: 'Alpina' },
    { name: 'Invented', kind: 'brand', quote: 'Invented stands nowhere' },
  ],
});

/** A finished response as the stream that leads to it; xAI announces tool calls only when they are done. */
function responsesStream(id: string): readonly unknown[] {
  const response = fixture(id).body as { readonly output: readonly unknown[] };
  const items = response.output.flatMap((item, index) =>
    ['response.output_item.added', 'response.output_item.done'].map((type) => ({
      type,
      output_index: index,
      item,
    })),
  );
  const opened = { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } };
  return [opened, ...items, { type: 'response.completed', response }].map((event, index) => ({
    ...event,
    sequence_number: index,
  }));
}

/** One whole answer cut into chunks; only the last carries the grounding, as the provider does it. */
export function geminiStream(id: string): readonly unknown[] {
  const whole = fixture(id).body as GeminiBody;
  const [candidate] = whole.candidates;
  const text = candidate?.content.parts[0]?.text ?? '';
  const half = Math.floor(text.length / 2);
  const chunk = (part: string) => ({ content: { parts: [{ text: part }], role: 'model' }, index: 0 });
  const { modelVersion, responseId } = whole;
  return [
    { candidates: [chunk(text.slice(0, half))], modelVersion, responseId },
    { ...whole, candidates: [{ ...candidate, ...chunk(text.slice(half)) }] },
  ];
}

type GeminiBody = {
  readonly candidates: readonly {
    readonly content: { readonly parts: readonly { readonly text: string }[] };
  }[];
  readonly modelVersion: string;
  readonly responseId: string;
};

type MessageBody = { readonly content: readonly Record<string, unknown>[]; readonly stop_reason: string };

/** A whole message as the events of its stream: each text in two deltas, citations before the text they belong to. */
export function messageStream(message: MessageBody): readonly unknown[] {
  const blocks = message.content.flatMap((block, index) => {
    const delta = (change: unknown) => ({ type: 'content_block_delta', index, delta: change });
    const stop = { type: 'content_block_stop', index };
    const { text, citations, input } = block as { text?: string; citations?: unknown[]; input?: unknown };
    if (text !== undefined) {
      const half = Math.floor(text.length / 2);
      const start = {
        type: 'content_block_start',
        index,
        content_block: { type: 'text', text: '', citations: [] },
      };
      const cited = (citations ?? []).map((citation) => delta({ type: 'citations_delta', citation }));
      const words = [text.slice(0, half), text.slice(half)].map((part) =>
        delta({ type: 'text_delta', text: part }),
      );
      return [start, ...cited, ...words, stop];
    }
    const start = {
      type: 'content_block_start',
      index,
      content_block: { ...block, ...(input === undefined ? {} : { input: {} }) },
    };
    if (input === undefined) return [start, stop];
    const json = JSON.stringify(input);
    const parts = [json.slice(0, 9), json.slice(9)].map((part) =>
      delta({ type: 'input_json_delta', partial_json: part }),
    );
    return [start, ...parts, stop];
  });
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'ping' },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason: message.stop_reason }, usage: { output_tokens: 600 } },
    { type: 'message_stop' },
  ];
}

function anthropicJson(request: SeenRequest): Reply | undefined {
  if (!JSON.stringify(request.body).includes('json_schema')) return undefined;
  return stream(
    'anthropic',
    messageStream({ content: [{ type: 'text', text: entityJson }], stop_reason: 'end_turn' }),
  );
}

/** A whole chat completion as deltas. */
function chatStream(id: string): readonly unknown[] {
  const whole = fixture(id).body as { choices: { message: { content: string } }[] };
  const content = whole.choices[0]?.message.content ?? '';
  const head = { ...whole, object: 'chat.completion.chunk' };
  const deltas = [content.slice(0, 5), content.slice(5)].map((part) => ({
    ...head,
    choices: [{ index: 0, delta: { role: 'assistant', content: part }, finish_reason: null }],
  }));
  return [...deltas, { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }];
}

function planJson(request: SeenRequest): Reply | undefined {
  if (!JSON.stringify(request.body).includes('queries')) return undefined;
  const content = JSON.stringify({ queries: ['laufschuhe breite füße'] });
  return stream('local-rag', [{ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] }]);
}

function chatJson(protocol: string, request: SeenRequest): Reply | undefined {
  if (!JSON.stringify(request.body).includes('json_schema')) return undefined;
  return stream(protocol, [
    { model: 'model-a', choices: [{ index: 0, delta: { content: entityJson }, finish_reason: 'stop' }] },
  ]);
}

function geminiJson(request: SeenRequest): Reply | undefined {
  if (!JSON.stringify(request.body).includes('responseJsonSchema')) return undefined;
  const candidate = { content: { parts: [{ text: entityJson }], role: 'model' }, finishReason: 'STOP' };
  return stream('gemini', [{ candidates: [candidate], modelVersion: 'model-a' }]);
}

/** The answer to the second entity pass, which asks for JSON. */
function jsonWanted(request: SeenRequest): Reply | undefined {
  if (!JSON.stringify(request.body).includes('json_schema')) return undefined;
  const text = entityJson;
  const response = {
    id: 'resp_json',
    object: 'response',
    status: 'completed',
    model: 'model-a',
    output: [
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] },
    ],
  };
  return stream('openai', [{ type: 'response.completed', sequence_number: 1, response }]);
}
