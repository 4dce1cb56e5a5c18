import { z } from 'zod';
import type { Transport } from '#client/exchange.ts';
import type { Clock } from '#platform/clock.ts';
import { withoutSecret } from '#platform/withoutSecret.ts';
import { languageName } from '#shared/geo/languages.ts';
import { safeParse } from '#shared/interface/safeParse.ts';
import { lazySchema, objectSchema } from '#shared/lazySchema.ts';
import { AppError } from '#shared/model/appError.ts';
import { type JsonResponse, requestJson } from './jsonRequest.ts';
import { byLanguage, type Translator } from './translator.ts';

/** Any LibreTranslate server. Several texts go in one request; names are checked afterwards. */

const translatedSchema = objectSchema(() => ({ translatedText: z.array(z.string()) }));
const languagesSchema = lazySchema(() =>
  z.array(z.object({ code: z.string(), targets: z.array(z.string()).optional() })),
);

const maxTexts = 40;

/** As its servers call them. */
const codes: Readonly<Record<string, string>> = { no: 'nb', zh: 'zh' };
const codeOf = (language: string): string => codes[language] ?? language;

export function createLibreTranslator(deps: {
  /** Address of the server, without a path behind it or with the one it is served at. */
  readonly address: string;
  readonly key: string | null;
  readonly target: string;
  readonly fetch: Transport;
  readonly clock: Clock;
}): Translator {
  const { key, target, fetch, clock } = deps;
  const address = deps.address.replace(/\/+$/, '');
  const send = async (path: string, body: unknown, signal: AbortSignal): Promise<unknown> =>
    accepted(
      await requestJson(
        'The LibreTranslate server',
        { url: `${address}${path}`, headers: {}, body, secret: key, signal },
        { fetch, clock },
      ),
      key,
    );
  return {
    kind: 'libretranslate',
    label: `LibreTranslate at ${new URL(address).host}`,
    async problems(answers) {
      const parsed = safeParse(
        languagesSchema,
        await send('/languages', undefined, AbortSignal.timeout(10_000)),
      );
      if (!parsed.success) return ['There is no LibreTranslate server at this address.'];
      const served = new Map(parsed.data.map(({ code, targets }) => [code, targets]));
      const languages = new Set(answers.flatMap(({ blocks }) => blocks.map(({ language }) => language)));
      const wanted = codeOf(target);
      return [...languages]
        .filter((language) => {
          const targets = served.get(codeOf(language));
          return targets === undefined ? !served.has(codeOf(language)) : !targets.includes(wanted);
        })
        .map(
          (language) =>
            `The server has no translation from ${languageName(language, 'en')} to ${languageName(target, 'en')}.`,
        );
    },
    price: async () => ({
      credits: null,
      cost: null,
      currency: null,
      note: 'The server states no price. A server of your own costs nothing.',
    }),
    async translate(request, signal) {
      const texts = await byLanguage(request, async (language, blocks) => {
        const flat = blocks.flat().map(({ text }) => text);
        const out: string[] = [];
        for (let start = 0; start < flat.length; start += maxTexts) {
          const q = flat.slice(start, start + maxTexts);
          const body = {
            q,
            source: codeOf(language),
            target: codeOf(target),
            format: 'text',
            ...(key === null ? {} : { api_key: key }),
          };
          const parsed = safeParse(translatedSchema, await send('/translate', body, signal));
          if (!parsed.success || parsed.data.translatedText.length !== q.length)
            throw new AppError(
              'SERVICE_ERROR',
              'The LibreTranslate server returned another number of texts. Nothing was stored.',
            );
          out.push(...parsed.data.translatedText);
        }
        let at = 0;
        return blocks.map((segments) => {
          at += segments.length;
          return out.slice(at - segments.length, at);
        });
      });
      return {
        texts,
        model: new URL(address).host,
        version: '',
        characters: request.characters,
        credits: null,
        cost: null,
        currency: null,
      };
    },
    close: async () => {},
  };
}

function accepted({ status, json }: JsonResponse, key: string | null): unknown {
  if (status >= 200 && status < 300) return json;
  const said = (json as { readonly error?: unknown } | undefined)?.error;
  const reason = typeof said === 'string' ? `: ${withoutSecret(said.slice(0, 200), key)}` : '';
  if (status === 403)
    throw new AppError(
      'UNAUTHORIZED',
      `The LibreTranslate server asks for another key${reason}. Enter it under Settings, Translation.`,
    );
  throw new AppError(
    'SERVICE_ERROR',
    `The LibreTranslate server refused the request (HTTP ${status}${reason}). Translated answers are kept.`,
  );
}
