import { z } from 'zod';
import type { Transport } from '#client/exchange.ts';
import type { Clock } from '#platform/clock.ts';
import { withoutSecret } from '#platform/withoutSecret.ts';
import { safeParse } from '#shared/interface/safeParse.ts';
import { objectSchema } from '#shared/lazySchema.ts';
import { AppError } from '#shared/model/appError.ts';
import type { DeeplSettings } from '#shared/model/settings.ts';
import type { Segment } from '#shared/translation/blockSegments.ts';
import { type JsonResponse, requestJson } from './jsonRequest.ts';
import { markedUp, plainText } from './markedText.ts';
import { byLanguage, PaidFailure, type Translator } from './translator.ts';

/**
 * DeepL's API. Sentences are sent as XML in which names are marked, because it leaves marked text as it is; marks are not
 * billed. Texts of one request do not see each other, so the question and what stands before go along as context, which
 * is not billed either.
 */

const translationsSchema = objectSchema(() => ({ translations: z.array(z.object({ text: z.string() })) }));
const usageSchema = objectSchema(() => ({ character_count: z.number(), character_limit: z.number() }));

/** A request has at most 128 KiB and 50 texts. */
const maxTexts = 50;
const maxRequestCharacters = 20_000;

/** Targets that need a variant. */
const variants: Readonly<Record<string, string>> = { en: 'EN-US', pt: 'PT-BR', zh: 'ZH-HANS' };

/** Where DeepL serves a key: those of the free plan end in ":fx". */
export function deeplAddress(key: string): string {
  return key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com';
}

export function createDeeplTranslator(deps: {
  readonly key: string;
  readonly settings: DeeplSettings;
  readonly target: string;
  readonly fetch: Transport;
  readonly clock: Clock;
  /** Another server with the same interface; for tests. */
  readonly address?: string;
}): Translator {
  const { key, settings, target, fetch, clock, address = deeplAddress(key) } = deps;
  const isFree = key.endsWith(':fx');
  const send = async (path: string, body: unknown, signal: AbortSignal): Promise<unknown> =>
    accepted(
      await requestJson(
        'DeepL',
        {
          url: `${address}${path}`,
          headers: { Authorization: `DeepL-Auth-Key ${key}` },
          body,
          secret: key,
          signal,
        },
        { fetch, clock },
      ),
      key,
    );
  const { pricePerMillion, currency } = settings;
  const priceOf = (characters: number) => ({
    cost: isFree ? 0 : pricePerMillion === null ? null : (characters / 1e6) * pricePerMillion,
    currency,
  });
  const translateTexts = async (
    language: string,
    segments: readonly Segment[],
    context: string,
    signal: AbortSignal,
    charged: (characters: number) => void,
  ): Promise<readonly string[]> => {
    const out: string[] = [];
    for (const batch of batches(segments)) {
      const body = {
        text: batch.map((segment) => markedUp(segment, 'x')),
        source_lang: language.toUpperCase(),
        target_lang: variants[target] ?? target.toUpperCase(),
        tag_handling: 'xml',
        ignore_tags: ['x'],
        preserve_formatting: true,
        context,
      };
      const response = await send('/v2/translate', body, signal);
      // An accepted request is billed, whatever it brings.
      charged(batch.reduce((sum, { text }) => sum + [...text].length, 0));
      const parsed = safeParse(translationsSchema, response);
      if (!parsed.success || parsed.data.translations.length !== batch.length)
        throw new AppError('SERVICE_ERROR', 'DeepL returned another number of texts. Nothing was stored.');
      out.push(...parsed.data.translations.map(({ text }) => plainText(text)));
    }
    return out;
  };
  return {
    kind: 'deepl',
    label: isFree ? 'DeepL (free plan)' : 'DeepL',
    problems: async () => [],
    async price(answers, signal = AbortSignal.timeout(10_000)) {
      const characters = answers.reduce((sum, answer) => sum + answer.characters, 0);
      const usage = safeParse(usageSchema, await send('/v2/usage', undefined, signal));
      const left = usage.success ? usage.data.character_limit - usage.data.character_count : null;
      return {
        credits: null,
        ...priceOf(characters),
        note: priceNote(characters, left, isFree, settings),
      };
    },
    async translate(request, signal) {
      let sent = 0;
      const charged = (characters: number): void => {
        sent += characters;
      };
      const spending = (characters: number) => ({ characters, credits: null, ...priceOf(characters) });
      try {
        const texts = await byLanguage(request, async (language, blocks) => {
          const flat = await translateTexts(language, blocks.flat(), request.question, signal, charged);
          let at = 0;
          return blocks.map((segments) => {
            at += segments.length;
            return flat.slice(at - segments.length, at);
          });
        });
        return { texts, model: '', version: 'v2', ...spending(request.characters) };
      } catch (error) {
        throw sent === 0 ? error : new PaidFailure(error, spending(sent));
      }
    },
    close: async () => {},
  };
}

/** @param left characters of the plan, null if it does not say */
function priceNote(
  characters: number,
  left: number | null,
  isFree: boolean,
  { pricePerMillion, currency }: DeeplSettings,
): string {
  const number = new Intl.NumberFormat('en-US');
  const quota =
    left === null
      ? ''
      : left < characters
        ? ` Only ${number.format(Math.max(0, left))} characters are left this month.`
        : ` ${number.format(left)} characters are left this month.`;
  const rate =
    pricePerMillion === null
      ? ' Set your price per million characters in Settings.'
      : ` ${pricePerMillion} ${currency} per million, as set in Settings.`;
  return `DeepL bills characters.${isFree ? '' : rate}${quota}`;
}

function accepted({ status, json }: JsonResponse, key: string): unknown {
  if (status >= 200 && status < 300) return json;
  const said = (json as { readonly message?: unknown } | undefined)?.message;
  const reason = typeof said === 'string' ? `: ${withoutSecret(said.slice(0, 200), key)}` : '';
  if (status === 403)
    throw new AppError('UNAUTHORIZED', 'DeepL rejects the key. Enter it again under Settings, Translation.');
  if (status === 456)
    throw new AppError(
      'INSUFFICIENT_CREDITS',
      'The characters of the DeepL plan are used up. Translated answers are kept.',
    );
  throw new AppError(
    'SERVICE_ERROR',
    `DeepL refused the request (HTTP ${status}${reason}). Translated answers are kept.`,
  );
}

function* batches(segments: readonly Segment[]): Generator<readonly Segment[]> {
  let batch: Segment[] = [];
  let length = 0;
  for (const segment of segments) {
    if (
      batch.length > 0 &&
      (batch.length === maxTexts || length + segment.text.length > maxRequestCharacters)
    ) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(segment);
    length += segment.text.length;
  }
  if (batch.length > 0) yield batch;
}
