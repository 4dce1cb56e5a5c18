import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFetch } from '#main/client/undiciFetch.ts';
import { createDeeplTranslator, deeplAddress } from '#main/translation/deepl.ts';
import { createLibreTranslator } from '#main/translation/libreTranslate.ts';
import { PaidFailure, type TranslationRequest } from '#main/translation/translator.ts';
import { realClock } from '#tests/support/faults/clocks.ts';

type Reply = { readonly status?: number; readonly json: unknown };
type Got = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
};

/** A translator on loopback. */
async function server(answer: (got: Got, count: number) => Reply) {
  const got: Got[] = [];
  const listening = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      got.push({
        path: request.url ?? '',
        headers: request.headers,
        body: text === '' ? {} : JSON.parse(text),
      });
      const { status = 200, json } = answer(got.at(-1) as Got, got.length);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void listening.close());
  const { fetch, close } = createFetch();
  onTestFinished(close);
  return { address: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`, got, fetch };
}

const request: TranslationRequest = {
  observationId: 'o',
  projectId: 'p',
  question: 'Which lock?',
  country: 'DE',
  source: 'de',
  target: 'en',
  blocks: [
    {
      id: '0',
      language: 'de',
      segments: [
        { text: 'Alpwerk & Co ist <leicht>.', names: [{ start: 0, end: 7, text: 'Alpwerk', brand: 0 }] },
      ],
    },
    {
      id: '1',
      language: 'fr',
      segments: [
        { text: 'Bonjour.', names: [] },
        { text: 'Merci.', names: [] },
      ],
    },
  ],
  characters: 40,
  refused: () => [],
};
const go = new AbortController().signal;
const settings = { pricePerMillion: 20, currency: 'EUR' };

describe('DeepL', () => {
  const key = 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee';
  const upper = ({ body, path }: Got): Reply =>
    path === '/v2/usage'
      ? { json: { character_count: 499_000, character_limit: 500_000 } }
      : {
          json: {
            translations: (body.text as string[]).map((text) => ({
              text: text
                .toUpperCase()
                .replaceAll('<X>', '<x>')
                .replaceAll('</X>', '</x>')
                .replaceAll('&AMP;', '&amp;')
                .replaceAll('&LT;', '&lt;')
                .replaceAll('&GT;', '&gt;'),
            })),
          },
        };

  it('gets sentences with their names marked, by language, and the text back without marks', async () => {
    const { address, got, fetch } = await server(upper);
    const deepl = createDeeplTranslator({ key, settings, target: 'en', fetch, clock: realClock, address });
    const result = await deepl.translate(request, go);
    expect(result).toMatchObject({ characters: 40, cost: 0.0008, currency: 'EUR', credits: null });
    expect(result.texts).toEqual([['ALPWERK & CO IST <LEICHT>.'], ['BONJOUR.', 'MERCI.']]);
    expect(got.map(({ body }) => [body.source_lang, body.target_lang, body.text])).toEqual([
      ['DE', 'EN-US', ['<x>Alpwerk</x> &amp; Co ist &lt;leicht&gt;.']],
      ['FR', 'EN-US', ['Bonjour.', 'Merci.']],
    ]);
    expect(got[0]?.headers.authorization).toBe(`DeepL-Auth-Key ${key}`);
  });

  it('states price and quota before use, and the address of a free key', async () => {
    const { address, fetch } = await server(upper);
    const deepl = createDeeplTranslator({ key, settings, target: 'en', fetch, clock: realClock, address });
    const priced = { ...request, characters: 2_000, driver: null };
    expect(await deepl.price([priced])).toMatchObject({
      cost: 0.04,
      note: 'DeepL bills characters. 20 EUR per million, as set in Settings. Only 1,000 characters are left this month.',
    });
    expect([deeplAddress(key), deeplAddress(`${key}:fx`)]).toEqual([
      'https://api.deepl.com',
      'https://api-free.deepl.com',
    ]);
  });

  it.each([
    [403, 'UNAUTHORIZED', 'DeepL rejects the key'],
    [456, 'INSUFFICIENT_CREDITS', 'used up'],
    [413, 'SERVICE_ERROR', 'HTTP 413'],
  ])('names what HTTP %i means, without the key', async (status, code, words) => {
    const { address, fetch } = await server(() => ({ status, json: { message: `no ${key}` } }));
    const deepl = createDeeplTranslator({ key, settings, target: 'en', fetch, clock: realClock, address });
    const failure = await deepl
      .translate(request, go)
      .catch((error: unknown) => error as Error & { code: string });
    expect(failure).toMatchObject({ code, message: expect.stringContaining(words) });
    expect((failure as Error).message).not.toContain(key);
  });

  it('says what was charged before a request was refused', async () => {
    const { address, fetch } = await server((got, count) =>
      count === 1 ? upper(got) : { status: 456, json: {} },
    );
    const deepl = createDeeplTranslator({ key, settings, target: 'en', fetch, clock: realClock, address });
    const failure = await deepl.translate(request, go).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PaidFailure);
    expect(failure).toMatchObject({
      // Of the German sentence; the French ones were refused.
      spent: { characters: 26, cost: 0.00052, currency: 'EUR', credits: null },
      cause: { code: 'INSUFFICIENT_CREDITS' },
    });
  });

  it('waits and tries again while it is busy', async () => {
    const { address, got, fetch } = await server((each, count) =>
      count === 1 ? { status: 429, json: {} } : upper(each),
    );
    const waited: number[] = [];
    const clock = { ...realClock, wait: async (ms: number) => void waited.push(ms) };
    const deepl = createDeeplTranslator({ key, settings, target: 'en', fetch, clock, address });
    await deepl.translate(request, go);
    expect(got).toHaveLength(3);
    expect(waited).toEqual([1000]);
  });
});

describe('LibreTranslate', () => {
  it('gets texts by language with its own key, and says what the server cannot translate', async () => {
    const { address, got, fetch } = await server(({ path, body }) =>
      path === '/languages'
        ? { json: [{ code: 'de', targets: ['en'] }] }
        : { json: { translatedText: (body.q as string[]).map((text) => `en:${text}`) } },
    );
    const libre = createLibreTranslator({
      address: `${address}/`,
      key: 'secret',
      target: 'en',
      fetch,
      clock: realClock,
    });
    expect(await libre.problems([{ ...request, driver: null }])).toEqual([
      'The server has no translation from French to English.',
    ]);
    const { texts, cost } = await libre.translate(request, go);
    expect(texts).toEqual([['en:Alpwerk & Co ist <leicht>.'], ['en:Bonjour.', 'en:Merci.']]);
    expect(cost).toBeNull();
    expect(got.at(-1)?.body).toMatchObject({ source: 'fr', target: 'en', format: 'text', api_key: 'secret' });
  });

  it('stores nothing of a server that returns another number of texts, or is none', async () => {
    const { address, fetch } = await server(() => ({ json: { translatedText: ['one'] } }));
    const libre = createLibreTranslator({ address, key: null, target: 'en', fetch, clock: realClock });
    await expect(libre.translate(request, go)).rejects.toMatchObject({ code: 'SERVICE_ERROR' });
    expect(await libre.problems([])).toEqual(['There is no LibreTranslate server at this address.']);
    const gone = createLibreTranslator({
      address: 'http://127.0.0.1:1',
      key: null,
      target: 'en',
      fetch,
      clock: realClock,
    });
    await expect(gone.translate(request, go)).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });
});
