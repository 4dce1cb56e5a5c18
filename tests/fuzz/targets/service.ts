import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { presentedKey } from '#service/accounts/apiKey.ts';
import { ConfigError, readEngineConfig } from '#service/engines/configFile.ts';
import {
  isEncoded,
  isJsonArray,
  isJsonType,
  jsonItems,
  parseJson,
  parseJsonBody,
  UnreadableBody,
} from '#service/http/jsonBody.ts';
import { methodOf } from '#service/http/knownPaths.ts';
import { decodeUule, splitLocation } from '#shared/geo/uule.ts';
import { engines, questionField } from '#shared/interface/engines.ts';
import type { FieldIssue } from '#shared/interface/errors.ts';
import { parseEngineRequest, restoreEngineRequest } from '#shared/interface/requests/parseRequest.ts';
import { parseRedirectRequest } from '#shared/interface/requests/redirect.ts';
import { readSearchUrl } from '#shared/interface/requests/searchUrl.ts';
import { safeParse } from '#shared/interface/safeParse.ts';
import { batchRequestSchema, parseTaskRequest } from '#shared/interface/tasks.ts';
import { encodeUule } from '#tests/support/encodeUule.ts';
import { mutatedBytes, mutatedJson, mutatedJsonText, mutatedText } from '../generators.ts';
import { boundedBy, onlyThrows, wellFormed } from '../guarantees.ts';
import { target } from '../target.ts';

const searchHosts = ['search.example', 'find.*'];

const bodies = [
  { prompt: '  locks ', country: 'US', state: 'CA', include: { ads: true, html: true }, legacy: true },
  { prompt: 'locks', country: 'DE', include: { html: true, markdown: true } },
  { query: ' locks', gl: 'De', hl: 'pt-BR', device: 'mobile', pages: 3, include: { aioverview: {} } },
  {
    url: 'https://search.example/search?q=locks&gl=at&num=31&uule=w+CAIQICIHR2VybWFueQ',
    include: { searchGoto: true },
  },
  { query: 'locks', location: 'Munich,Bavaria,Germany', tbs: 'qdr:d', safe: 'active', start: 10 },
  { prompt: 'locks', country: 'FR', device: 'mobile', include: { expandProducts: true } },
];
const tasks = [
  {
    taskType: 'ASSISTANT_A',
    payload: bodies[0],
    priority: 3,
    idempotencyKey: 'k-1',
    webhook: { url: 'https://h.example/in' },
  },
  { taskType: 'SEARCH', payload: bodies[2] },
];

/** One issue for a field, its sentence short and printable. */
/** @param body what they are about: what is said of it does not grow faster than it does */
function checkIssues(issues: readonly FieldIssue[], body: unknown): void {
  assert.ok(issues.length > 0, 'refused without an issue');
  const fields = issues.map(({ field }) => field);
  assert.deepEqual(fields, [...new Set(fields)], 'a field is named twice');
  const named = issues.filter(({ message }) => message.includes('is not a known field'));
  assert.ok(named.length <= 20, 'more than 20 unknown fields are named');
  const said = Buffer.byteLength(JSON.stringify(issues));
  const sent = Buffer.byteLength(JSON.stringify(body) ?? '');
  assert.ok(said <= 64 * 1024 + 2 * sent, `${said} bytes of issues for a request of ${sent}`);
  for (const { message } of issues) {
    wellFormed(message, 'message');
    boundedBy(message.length, 0, 0, 2_000);
  }
}

const batchBody = target(
  'service/batch-body',
  'Gives the items that JSON.parse gives, or refuses with UnreadableBody what JSON.parse refuses.',
  fc.oneof(
    mutatedBytes([Buffer.from(JSON.stringify(bodies)), Buffer.from('[ ]'), Buffer.from(' [1, "],[", {}] ')]),
    mutatedJsonText([bodies]).map((text) => new Uint8Array(Buffer.from(text))),
  ),
  (bytes) => {
    const body = Buffer.from(bytes);
    if (!isJsonArray(body)) return;
    const items = onlyThrows(
      () => [...jsonItems(body)].map(parseJson),
      (error) => error instanceof UnreadableBody,
    );
    const whole = onlyThrows(
      () => ({ value: parseJsonBody(body) }),
      (error) => error instanceof UnreadableBody,
    );
    assert.deepEqual(items, whole?.value);
  },
);

const parsedBody = target(
  'service/json-body',
  'Gives what JSON.parse gives, or refuses with UnreadableBody; never more than 100 levels deep.',
  fc.oneof(
    mutatedBytes(bodies.map((body) => Buffer.from(JSON.stringify(body)))),
    mutatedJsonText(bodies).map((text) => new Uint8Array(Buffer.from(text))),
  ),
  (bytes) => {
    const body = onlyThrows(
      () => ({ value: parseJsonBody(Buffer.from(bytes)) }),
      (error) => error instanceof UnreadableBody,
    );
    if (body === undefined) return;
    assert.deepEqual(
      body.value,
      JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)),
    );
    const deep = (value: unknown, depth: number): void => {
      assert.ok(depth <= 101, 'too deep');
      if (typeof value === 'object' && value !== null)
        for (const member of Object.values(value)) deep(member, depth + 1);
    };
    deep(body.value, 0);
  },
);

const requests = target(
  'service/monitor-request',
  'Is refused with one issue a field, or normalized to a request that stays the same when it is stored and read again.',
  fc.record({ engine: fc.constantFrom(...engines), body: mutatedJson(bodies) }),
  ({ engine, body }) => {
    const parsed = parseEngineRequest(engine, body, { searchHosts });
    if (!parsed.ok) {
      checkIssues(parsed.issues, body);
      return;
    }
    const { request } = parsed.asked;
    const question: unknown = Reflect.get(request, questionField(engine));
    if (typeof question === 'string') wellFormed(question, 'question');
    const again = restoreEngineRequest(engine, JSON.stringify(request));
    assert.deepEqual(again, parsed);
  },
);

const task = target(
  'service/task',
  'Is refused with one issue a field, or read; nothing in it but the payload is kept that the interface does not name.',
  fc.oneof(mutatedJson(tasks), mutatedJson([tasks])),
  (body) => {
    const batch = safeParse(batchRequestSchema, body);
    for (const each of batch.success ? batch.data : [body]) {
      const parsed = parseTaskRequest(each);
      if (!parsed.ok) {
        checkIssues(parsed.issues, each);
        continue;
      }
      const { priority, idempotencyKey, webhookUrl } = parsed.task;
      assert.ok(Number.isInteger(priority) && priority >= 1 && priority <= 10, 'priority');
      if (idempotencyKey !== null) assert.ok([...idempotencyKey].length <= 255, 'key');
      if (webhookUrl !== null) assert.match(webhookUrl, /^https?:\/\//i);
    }
  },
);

const links = [
  'https://search.example/goto?url=https://a.example/',
  'https://search.example/url?q=https%3A%2F%2Fa.example%2Fp%3Fx%3D1&sa=U',
  'https://find.de/search?q=locks&gl=DE&hl=de&num=30&start=10&tbs=qdr:w',
  'https://search.example.evil.example/goto?url=x',
  'http://search.example@127.0.0.1/goto?url=x',
  'https://find.evil.com/goto?url=x',
];

const redirects = target(
  'service/redirect-link',
  'Only a link on a search host, with its path and a destination, is accepted.',
  mutatedText(links).map((url) => ({ url })),
  (body) => {
    const parsed = parseRedirectRequest(body, searchHosts);
    if (!parsed.ok) {
      checkIssues(parsed.issues, body);
      return;
    }
    assert.match(parsed.url.hostname, /^(www\.)?(search\.example|find\.[a-z0-9.-]+)$/);
    assert.notEqual(parsed.url.hostname.split('.').at(-2), 'evil', 'a domain of somebody else');
    assert.match(parsed.url.protocol, /^https?:$/);
    assert.match(parsed.url.pathname, /^\/(goto|url)$/);
  },
);

const searchUrl = target(
  'service/search-url',
  'Gives a query, 1 to 10 pages and a start that is no negative number, of a search host only.',
  mutatedText(links),
  (text) => {
    const read = readSearchUrl(text, searchHosts);
    if (!read.ok) {
      checkIssues([read.issue], text);
      return;
    }
    const { query, pages, start } = read.parameters;
    assert.ok(query.trim() !== '' && [...query].length <= 10_000);
    assert.ok(Number.isInteger(pages) && pages >= 1 && pages <= 10);
    assert.ok(Number.isInteger(start) && start >= 0 && start <= 999_999_999);
  },
);

const headers = target(
  'service/headers',
  'A key is found only in a whole Bearer header; media type, encoding and path are read without an error.',
  mutatedText([
    'Bearer ams_live_0123456789abcdef',
    'application/json; charset=utf-8',
    'gzip, chunked',
    '/v1/async/task/1?x=1',
  ]),
  (value) => {
    const key = presentedKey(value);
    if (key.kind === 'key') assert.match(value, /^bearer +\S+\s*$/i);
    if (isJsonType(value)) assert.match(value.trim(), /^application\/json/i);
    isEncoded({ 'content-encoding': value, 'transfer-encoding': value });
    const method = methodOf(value);
    assert.ok(method === undefined || /^[A-Z, ]+$/.test(method));
  },
);

const uule = target(
  'service/location',
  'An encoded place name is read back the same; anything else is undefined, a name or a finite point.',
  mutatedText([
    'Munich,Bavaria,Germany',
    encodeUule('Munich,Bavaria,Germany'),
    'a+cm9sZTpsYXRpdHVkZV9lNzogMQ',
    'w+',
  ]),
  (text) => {
    const name = text.toWellFormed();
    if (name !== '' && !name.startsWith('\ufeff'))
      assert.deepEqual(decodeUule(encodeUule(name)), { kind: 'name', name });
    const read = decodeUule(text);
    if (read?.kind === 'point') assert.ok(Number.isFinite(read.latitude) && Number.isFinite(read.longitude));
    if (read?.kind === 'name') wellFormed(read.name);
    const parts = splitLocation(text);
    if (parts !== undefined) assert.ok(parts.city !== '' && parts.country !== '');
  },
);

const folder = mkdtempSync(join(tmpdir(), 'parallax-fuzz-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const config = target(
  'service/config-file',
  'service.json gives bindings of known engines and hosts that are hosts, or a ConfigError that names the file.',
  mutatedJsonText([
    {
      bindings: { search: 'brave', 'assistant-a': null },
      drivers: { brave: { baseUrl: 'https://b.example' } },
    },
    { searchHosts: ['search.example', 'find.*', 'localhost:8080'] },
  ]),
  async (text) => {
    writeFileSync(join(folder, 'service.json'), text);
    try {
      const read = await readEngineConfig(folder);
      for (const engine of Object.keys(read.bindings)) assert.ok(engines.some((known) => known === engine));
      for (const host of read.searchHosts ?? []) assert.doesNotMatch(host, /[\s/@]/);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      assert.ok(error.message.startsWith(folder));
    }
  },
);

export const serviceTargets = [
  parsedBody,
  batchBody,
  requests,
  task,
  redirects,
  searchUrl,
  headers,
  uule,
  config,
];
