import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withoutSecret } from '#platform/withoutSecret.ts';
import { entitiesByRule } from '#service/drivers/brandEntities.ts';
import { readTags } from '#service/drivers/brave/answerTags.ts';
import { createEventCapture } from '#service/drivers/eventCapture.ts';
import { jsonIn } from '#service/drivers/jsonFields.ts';
import { linkedCitations } from '#service/drivers/linkedCitations.ts';
import { markdownPage } from '#service/drivers/markdownPage.ts';
import { plainSnippet } from '#service/drivers/plainSnippet.ts';
import { classifyError, providerError, waitHintMs } from '#service/drivers/providerErrors.ts';
import { readableText } from '#service/drivers/readableText.ts';
import { plainDestination } from '#service/drivers/redirects/hostRedirects.ts';
import { resultSchemas } from '#shared/interface/results/monitorResults.ts';
import { fileCases } from '#tests/support/golden/goldenCase.ts';
import { driverJob } from '#tests/support/providers/driverJob.ts';
import { fixture } from '#tests/support/providers/fixtures.ts';
import { harnesses, testKey } from '#tests/support/providers/harness.ts';
import { localFetch, wireText } from '#tests/support/providers/localFetch.ts';
import { normal } from '#tests/support/providers/protocols.ts';
import type { Reply, SeenRequest } from '#tests/support/providers/providerServer.ts';
import {
  changedBy,
  changedTree,
  type JsonChange,
  jsonChanges,
  longText,
  mutatedBytes,
  mutatedJson,
  mutatedText,
  type TextChange,
  textChanges,
} from '../generators.ts';
import { boundedBy, inside, survivesJson, wellFormed } from '../guarantees.ts';
import { type FuzzTarget, target } from '../target.ts';

export const answers = fileCases()
  .flatMap(({ columns }) => columns.map(([, text]) => text))
  .filter((text) => text.length < 3_000)
  .slice(0, 60);

type ReplyChange = {
  readonly tree: readonly JsonChange[];
  readonly text: readonly TextChange[];
  readonly status: number;
  readonly type: string | null;
  readonly wait: string;
};

const replyChange: fc.Arbitrary<ReplyChange> = fc.record({
  tree: jsonChanges(5),
  text: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: textChanges(3) }),
  status: fc.oneof(
    { weight: 8, arbitrary: fc.constant(200) },
    { weight: 1, arbitrary: fc.constantFrom(400, 401, 402, 403, 404, 422, 429, 500, 503, 529) },
  ),
  type: fc.constantFrom('application/json', 'text/event-stream', 'text/html', null),
  wait: fc.constantFrom('', '1', '-1', '1e99', 'Wed, 21 Oct 2099 07:28:00 GMT', '4000000000', 'soon'),
});

/** The reply of the local server as it goes over the wire, with the changes applied to its tree and to its text. */
function changedReply(reply: Reply, change: ReplyChange): Response {
  const { text, type } = wireText(reply, change.tree.reduce<unknown>(changedTree, reply.sse ?? reply.body));
  const headers = new Headers(change.wait === '' ? {} : { 'retry-after': change.wait });
  headers.set('content-type', change.type ?? type);
  return new Response(change.text.reduce(changedBy, text), { status: change.status, headers });
}

const replies: readonly FuzzTarget[] = harnesses.map((harness) =>
  target(
    `provider/${harness.definition.id}`,
    'A reply becomes an answer that the interface allows, a reason to try again within a day, or a failure; no key in it.',
    replyChange,
    async (change) => {
      const { definition, engine, settings } = harness;
      const driver = definition.create({
        key: testKey,
        settings: settings('http://provider.example'),
        fetch: localFetch(harness, (reply) => changedReply(reply, change)),
      });
      const field = engine === 'search' || engine === 'search/news' ? 'query' : 'prompt';
      const outcome = await driver.answer(driverJob(engine, { [field]: 'q', country: 'DE' }));
      assert.ok(['answer', 'retry', 'fatal', 'pending', 'lost'].includes(outcome.kind), outcome.kind);
      assert.ok(!JSON.stringify(outcome).includes(testKey), 'the key is in the outcome');
      if (outcome.kind === 'answer') {
        const { error } = resultSchemas[engine].safeParse(outcome.result);
        assert.equal(error?.issues, undefined);
      }
    },
    { cpuMs: 2_000 },
  ),
);

const streams = harnesses.flatMap(({ protocol, normalPath = '/' }) => {
  try {
    const request: SeenRequest = {
      method: 'POST',
      path: normalPath,
      query: new URLSearchParams(),
      headers: {},
      body: { stream: true },
    };
    const reply = normal(protocol, request);
    if (reply.sse === undefined) return [JSON.stringify(reply.body)];
    return [reply.sse.map((event) => `event: e\r\nid: 1\r\ndata: ${JSON.stringify(event)}\r\n\r\n`).join('')];
  } catch {
    return [];
  }
});

const events = target(
  'provider/event-stream',
  'Bytes give the same events and the same document however they are cut into pieces.',
  fc.record({
    bytes: mutatedBytes(
      [...streams, ': a\n\ndata: {"a":"日本 👟"}\n\n', ' \r\n\ufeff{"a":1}', '<!doctype html>'].map(
        (text) => new Uint8Array(Buffer.from(text)),
      ),
    ),
    cuts: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 }),
    type: fc.constantFrom('text/event-stream', 'application/json', null),
    complete: fc.boolean(),
  }),
  ({ bytes, cuts, type, complete }) => {
    const whole = createEventCapture(type);
    whole.push(Uint8Array.from(bytes));
    const pieces = createEventCapture(type);
    for (let from = 0, index = 0; from < bytes.length; index += 1) {
      const size = cuts[index % cuts.length] ?? 1;
      pieces.push(bytes.slice(from, from + size));
      from += size;
    }
    assert.deepEqual(pieces.finish(complete), whole.finish(complete));
  },
);

const errorBodies = [
  'openai_429_quota',
  'gemini_429_day',
  'pplx_422',
  'anthropic_529',
  'xai_403_safety',
  'brave_429',
].map((id) => fixture(id).body);
const errors = target(
  'provider/error-body',
  'Every status and body is one of the failures there are; a wait is a number of milliseconds that is not negative.',
  fc.record({
    status: fc.oneof(fc.integer({ min: 100, max: 599 }), fc.constantFrom(400, 401, 403, 429, 500)),
    body: mutatedJson(errorBodies),
    wait: mutatedText(['1', '30', 'Wed, 21 Oct 2026 07:28:00 GMT', '4000000000000']),
  }),
  ({ status, body, wait }) => {
    const headers = new Headers();
    try {
      headers.set('retry-after', wait);
      headers.set('x-ratelimit-reset', wait);
      headers.set('date', wait);
    } catch {
      headers.set('retry-after', '1');
    }
    const outcome = classifyError('Provider', { status, headers, body }, 1);
    assert.ok(['retry', 'fatal', 'pending', 'lost'].includes(outcome.kind), outcome.kind);
    const hint = waitHintMs(headers, providerError(body));
    assert.ok(hint === undefined || (Number.isFinite(hint) && hint >= 0), `a wait of ${hint}`);
    survivesJson(JSON.parse(JSON.stringify(outcome)));
  },
);

const modelJson = target(
  'provider/model-json',
  'The JSON of a model is found in a code fence or is undefined; the work grows with the length alone.',
  longText(['```json\n{"entities":[]}\n```', 'Here it is:\n```\n[1]\n```\nDone.', '{"a":1}', '```json  ']),
  (text) => void jsonIn(text),
);

const tags = target(
  'provider/brave-tags',
  'Tags are taken out of the words; spans lie in them; the words are no longer than the text and its entities.',
  longText([
    'Nordlauf is good.<citation>{"url":"https://a.example/","start_index":0,"end_index":8}</citation> Yes.',
    '<queries>["locks"]</queries><answer>Words <enum_item>{"name":"Alpina","original_tokens":"Alpina"}</enum_item></answer>',
    '<usage>{"X-Request-Total-Cost":0.1}</usage><thinking>hm</thinking>text',
  ]),
  (text) => {
    const { markdown, citations, sources } = readTags(text);
    boundedBy(markdown.length, text.length, 2);
    for (const { span, source } of citations) {
      if (span !== undefined) inside(span, markdown.length + 1);
      assert.ok(sources[source] !== undefined, 'a citation without its source');
    }
  },
);

const readable = target(
  'provider/readable-text',
  'Markdown becomes words; every offset of it leads into them, and a later one never further back.',
  longText(answers),
  (markdown) => {
    const { text, textOffset } = readableText(markdown);
    boundedBy(text.length, markdown.length, 4);
    let before = 0;
    for (let step = 0; step <= 40; step += 1) {
      const offset = textOffset(Math.floor((markdown.length * step) / 40));
      assert.ok(offset >= before && offset <= text.length, `${offset} after ${before} of ${text.length}`);
      before = offset;
    }
  },
  // A full parser of Markdown reads texts within the limits of formatting.
  { cpuMs: 3_000 },
);

const citations = target(
  'provider/linked-citations',
  'Marks of sources in an answer become citations whose spans lie in it and whose sources exist.',
  longText([
    ...answers.slice(0, 10),
    'a ([site](https://a.example/), [b](https://b.example/(x))) and [[1]](https://c.example/).',
  ]),
  (markdown) => {
    const read = linkedCitations(markdown, [{ url: 'https://a.example/', cited: false }]);
    for (const { source, span } of read.citations) {
      assert.ok(read.sources[source] !== undefined, 'a citation without its source');
      if (span !== undefined) inside(span, markdown.length);
    }
  },
);

const page = target(
  'provider/answer-page',
  'The page of an answer holds no script, no frame, no event handler, and links to web addresses only.',
  longText([
    ...answers.slice(0, 10),
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1)) <svg onload=a>',
    '<a href="java\nscript:a">',
  ]),
  (markdown) => {
    const html = markdownPage({
      title: markdown.slice(0, 200),
      markdown,
      sources: [{ url: markdown.slice(0, 300), label: markdown.slice(0, 50) }],
      provider: 'P',
    });
    const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? '';
    const outside = main.replace(/>[^<]*/g, '>');
    assert.doesNotMatch(
      outside,
      /<(script|iframe|style|svg|object|embed|form|base|meta|link)\b|\son\w+\s*=/i,
    );
    for (const [, address = ''] of outside.matchAll(/(?:href|src)="([^"]*)"/g))
      assert.doesNotMatch(
        address.replace(/[\0-\x20]/g, ''),
        /^(?!https?:|mailto:|#|\/|\.)[a-z][a-z0-9+.-]*:/i,
      );
    boundedBy(html.length, markdown.length, 30, 10_000);
  },
  { cpuMs: 3_000 },
);

const snippet = target(
  'provider/snippet',
  'The markup of a snippet is taken out: no tag is left, and the text is no longer than it was.',
  longText(['<strong>Locks</strong> &amp; bikes &#8212; &#x1F6B2; <a href="x">y</a>', '<p>a<br/>b</p>']),
  (html) => {
    const text = plainSnippet(html);
    if (text !== undefined) boundedBy(text.length, html.length, 1, 0);
  },
);

const rules = target(
  'provider/brand-entities',
  'Names found by rule are short, each once, and stand in the answer.',
  longText(answers),
  (markdown) => {
    const names = entitiesByRule(markdown).map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.ok(name.length <= 60 && name.trim() === name && name !== '');
  },
  { cpuMs: 3_000 },
);

const secret = target(
  'provider/key-removal',
  'A key is nowhere in what a provider sent back, whatever form it stands in.',
  fc.record({
    tree: mutatedJson([
      { a: `Bearer ${testKey}`, [testKey]: [{ b: `x=${encodeURIComponent(testKey)}` }] },
      ...errorBodies,
    ]),
    key: fc.oneof(fc.constant(testKey), fc.string({ minLength: 8, maxLength: 40 })),
  }),
  ({ tree, key }) => {
    assert.ok(
      !JSON.stringify(withoutSecret({ tree, key: `a ${key} b` }, key)).includes(
        JSON.stringify(key).slice(1, -1),
      ),
    );
  },
);

const redirect = target(
  'provider/redirect',
  'The destination that a link shows is a web address of another host, or there is none.',
  mutatedText(['/url?q=https://a.example/', '/goto?url=AbC', '/url?url=//b.example', '/url?q=javascript:a']),
  (link) => {
    const url = URL.parse(link, 'https://search.example');
    const shown = url === null ? undefined : plainDestination(url);
    if (url === null || shown === undefined) return;
    const destination = new URL(shown);
    assert.match(destination.protocol, /^https?:$/);
    assert.notEqual(destination.host, url.host);
    wellFormed(shown);
  },
);

export const providerTargets: readonly FuzzTarget[] = [
  ...replies,
  ...[events, errors, modelJson, tags, readable, citations, page, snippet, rules, secret, redirect],
];
