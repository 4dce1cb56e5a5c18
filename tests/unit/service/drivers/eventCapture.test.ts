import { describe, expect, it } from 'vitest';
import { createEventCapture } from '#service/drivers/eventCapture.ts';

const stream = [
  ': keep-alive\r\n\r\n',
  'event: response.created\ndata: {"type":"response.created","n":1}\n\n',
  'id: 7\nretry: 10\ndata: {"text":"Größe 日本 👟"}\n\n',
  'event: brand.new\ndata: {"any":\ndata: "thing"}\n\n',
  'data: [DONE]\n\n',
].join('');

const events = [
  { event: 'response.created', data: { type: 'response.created', n: 1 } },
  { data: { text: 'Größe 日本 👟' } },
  { event: 'brand.new', data: { any: 'thing' } },
  { data: '[DONE]' },
];

function captured(parts: readonly Uint8Array[], contentType: string | null, complete = true) {
  const capture = createEventCapture(contentType);
  for (const part of parts) capture.push(part);
  return capture.finish(complete);
}

describe('a stream', () => {
  it('reads the same cut at every byte boundary', () => {
    const bytes = Buffer.from(stream);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const body = captured([bytes.subarray(0, cut), bytes.subarray(cut)], 'text/event-stream');
      expect(body).toEqual({ events, json: true, repaired: false });
    }
  });

  it.each([1, 2, 3, 5, 7, 11])('reads the same in pieces of %d bytes', (size) => {
    const bytes = Buffer.from(stream);
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    expect(captured(parts, 'text/event-stream').events).toEqual(events);
  });

  it.each([null, 'text/plain', 'application/json'])(
    'is recognized although the content type says %s',
    (contentType) => {
      const bytes = Buffer.from(stream);
      const parts = [...bytes].map((byte) => Uint8Array.of(byte));
      expect(captured(parts, contentType).events).toEqual(events);
    },
  );

  it('hands each event out as soon as it is complete', () => {
    const capture = createEventCapture('text/event-stream');
    expect(capture.push(Buffer.from('data: {"a":1}\n'))).toEqual([]);
    expect(capture.push(Buffer.from('\ndata: {"b"'))).toEqual([{ data: { a: 1 } }]);
    expect(capture.push(Buffer.from(':2}\n\n'))).toEqual([{ data: { b: 2 } }]);
  });

  it('counts a last event without its blank line, unless the connection broke off in it', () => {
    const cut = [Buffer.from('data: {"a":1}\n\ndata: {"b":2}')];
    expect(captured(cut, 'text/event-stream').events).toHaveLength(2);
    expect(captured(cut, 'text/event-stream', false).events).toHaveLength(1);
  });

  it('keeps an event that is no JSON as its text and says that not all was JSON', () => {
    const body = captured([Buffer.from('data: {"a":1}\n\ndata: {broken\n\n')], 'text/event-stream');
    expect(body).toEqual({ events: [{ data: { a: 1 } }, { data: '{broken' }], json: false, repaired: false });
  });
});

describe('a document', () => {
  it('is parsed JSON whatever the content type', () => {
    expect(captured([Buffer.from('\uFEFF {"a":"ü"}')], 'text/html').document).toEqual({ a: 'ü' });
  });

  it('that is no JSON is kept as its text', () => {
    const page = '<!doctype html><title>Sign in</title>';
    expect(captured([Buffer.from(page)], 'text/html')).toMatchObject({ document: page, json: false });
  });

  it('with invalid UTF-8 is repaired and marked', () => {
    const body = captured([Uint8Array.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])], null);
    expect(body).toMatchObject({ document: { a: '\uFFFD' }, repaired: true });
  });

  it('that is empty is an empty text, even where a stream was promised', () => {
    expect(captured([], 'text/event-stream')).toMatchObject({ events: [], document: '', json: false });
  });
});
