import { startThread, type Thread, type ThreadFailure } from '#platform/threads/startThread.ts';
import { AppError } from '#shared/model/appError.ts';
import type { Segment } from '#shared/translation/blockSegments.ts';
import { markedUp, plainText } from '../markedText.ts';
import { byLanguage, type TranslationRequest, type Translator } from '../translator.ts';
import { checkFiles, type Direction, routeOf } from './localModels.ts';
import type { LocalEngineContract } from './protocol.ts';

/** Words per second of one thread with a model of the usual size (docs/decisions). */
const typicalWordsPerSecond = 250;
const charactersPerWord = 6;

/**
 * Translates on this computer: no text leaves it. The engine has a thread of its own, which ends with the job, when the
 * language changes and after every failure, because its memory never shrinks.
 */
export function createLocalTranslator(deps: {
  readonly entry: URL;
  readonly directions: readonly Direction[];
  readonly target: string;
  /** File with the hashes of models without a record. */
  readonly pinFile: string;
}): Translator {
  const { entry, directions, target, pinFile } = deps;
  let running: { readonly language: string; readonly thread: Thread<LocalEngineContract> } | null = null;

  const end = async (): Promise<void> => {
    const thread = running?.thread;
    running = null;
    await thread?.terminate();
  };
  const engineFor = async (language: string): Promise<Thread<LocalEngineContract>> => {
    if (running?.language === language) return running.thread;
    await end();
    const route = routeOf(directions, language, target);
    for (const direction of route) await checkFiles(direction, pinFile);
    const thread = startThread<LocalEngineContract>({ entry, name: 'translation', errorOf });
    running = { language, thread };
    await thread.call('load', { route: route.map(({ model, vocabs, lex }) => ({ model, vocabs, lex })) });
    return thread;
  };
  const translateTexts = async (
    language: string,
    texts: readonly string[],
    html: boolean,
    signal: AbortSignal,
  ) => {
    try {
      const engine = await engineFor(language);
      return (await engine.call('translate', { texts, html }, { signal })).texts;
    } catch (error) {
      await end();
      throw error;
    }
  };
  const inBlocks = (
    blocks: readonly (readonly Segment[])[],
    flat: readonly string[],
  ): readonly (readonly string[])[] => {
    let at = 0;
    return blocks.map((segments) => {
      at += segments.length;
      return flat.slice(at - segments.length, at);
    });
  };

  return {
    kind: 'local',
    label: 'Firefox’s translation models on this computer',
    async problems(answers) {
      const languages = new Set(answers.flatMap(({ blocks }) => blocks.map(({ language }) => language)));
      return [...languages].flatMap((language) => {
        try {
          routeOf(directions, language, target);
          return [];
        } catch (error) {
          return error instanceof AppError ? [error.message] : [String(error)];
        }
      });
    },
    async price(answers) {
      const characters = answers.reduce((sum, answer) => sum + answer.characters, 0);
      const seconds = Math.max(1, Math.round(characters / charactersPerWord / typicalWordsPerSecond));
      return {
        credits: 0,
        cost: 0,
        currency: null,
        note: `Free; no text leaves this computer. About ${seconds} s.`,
      };
    },
    async translate(request, signal) {
      const first = await byLanguage(request, async (language, blocks) =>
        inBlocks(
          blocks,
          await translateTexts(
            language,
            blocks.flat().map(({ text }) => text),
            false,
            signal,
          ),
        ),
      );
      const texts = await withNamesKept(request, first, signal);
      return {
        texts,
        model: 'bergamot-translator 0.4.9',
        version: routeVersion(),
        characters: request.characters,
        credits: 0,
        cost: null,
        currency: null,
      };
    },
    close: end,
  };

  function routeVersion(): string {
    const route = running === null ? [] : routeOf(directions, running.language, target);
    return route.map(({ from, to }) => `${from}-${to}`).join(' ');
  }

  /** Blocks that lost a name once more, with their names marked: the engine copies what a <var> holds. */
  async function withNamesKept(
    request: TranslationRequest,
    first: readonly (readonly (string | null)[])[],
    signal: AbortSignal,
  ) {
    const refused = new Set(
      request
        .refused(first)
        .filter((index) => request.blocks[index]?.segments.some(({ names }) => names.length > 0)),
    );
    if (refused.size === 0) return first;
    const again = { blocks: request.blocks.filter((_, index) => refused.has(index)) };
    const marked = await byLanguage(again, async (language, blocks) =>
      inBlocks(
        blocks,
        (
          await translateTexts(
            language,
            blocks.flat().map((segment) => markedUp(segment, 'var')),
            true,
            signal,
          )
        ).map(plainText),
      ),
    );
    let at = 0;
    return first.map((texts, index) => (refused.has(index) ? (marked[at++] ?? texts) : texts));
  }
}

function errorOf(failure: ThreadFailure<LocalEngineContract['refusal']>): AppError {
  switch (failure.code) {
    case 'CANCELLED':
      return new AppError('CANCELLED', 'The translation was cancelled. Translated answers are kept.');
    case 'CLOSED':
      return new AppError('CANCELLED', 'The translation engine was stopped. Translated answers are kept.');
    case 'REFUSED':
      return new AppError(
        'INTERNAL',
        `The translation engine failed (${failure.refusal.message.slice(0, 200)}). If it happens again, download the model anew. Translated answers are kept.`,
      );
    default:
      return new AppError(
        'INTERNAL',
        `The translation engine stopped unexpectedly (${failure.message}). Translated answers are kept. Try again.`,
        { retryable: true },
      );
  }
}
