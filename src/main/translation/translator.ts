import type { Translation, TranslationPrice } from '#shared/model/translation.ts';
import type { TranslatorKind } from '#shared/model/translators.ts';
import type { TranslatedTexts } from '#shared/translation/answerTranslation.ts';
import type { Segment } from '#shared/translation/blockSegments.ts';

/** One answer for a translator. */
export type TranslationRequest = {
  readonly observationId: string;
  readonly projectId: string;
  readonly question: string;
  /** ISO 3166-1 alpha-2; "" if the question had no target country. */
  readonly country: string;
  /** ISO 639-1. */
  readonly source: string;
  readonly target: string;
  /** Language and segments of each block; nearly always the language of the answer. */
  readonly blocks: readonly {
    readonly id: string;
    readonly language: string;
    readonly segments: readonly Segment[];
  }[];
  readonly characters: number;
  /** Blocks, as indexes, that would be shown in the original: they may be tried again in another way. */
  readonly refused: (texts: TranslatedTexts) => readonly number[];
};

export type TranslationSpending = Pick<Translation, 'characters' | 'credits' | 'cost' | 'currency'>;

export type TranslationResult = TranslationSpending & {
  readonly texts: TranslatedTexts;
  readonly model: string;
  readonly version: string;
};

/** A translation that failed after a part of it was charged. */
export class PaidFailure extends Error {
  readonly spent: TranslationSpending;
  constructor(cause: unknown, spent: TranslationSpending) {
    super('The translation failed after a part of it was charged', { cause });
    this.spent = spent;
  }
}

/** An answer whose price is asked for. */
export type PricedAnswer = Pick<
  TranslationRequest,
  'observationId' | 'projectId' | 'source' | 'target' | 'characters' | 'blocks'
> & { /** Provider of the answer. */ readonly driver: string | null };

/** A way to translate. Nothing uses one that the user did not choose. */
export type Translator = {
  readonly kind: TranslatorKind;
  /** What people see, such as a model's name. */
  readonly label: string;
  /** Why these answers cannot be translated, each as a sentence; sends no text. */
  readonly problems: (answers: readonly PricedAnswer[]) => Promise<readonly string[]>;
  readonly price: (answers: readonly PricedAnswer[], signal?: AbortSignal) => Promise<TranslationPrice>;
  /**
   * @throws AppError, or PaidFailure with one as its cause; nothing of the answer is stored then
   */
  readonly translate: (request: TranslationRequest, signal: AbortSignal) => Promise<TranslationResult>;
  /** Frees memory. */
  readonly close: () => Promise<void>;
};

/** Translates the blocks of one language at a time and puts them in their places again. */
export async function byLanguage(
  { blocks }: Pick<TranslationRequest, 'blocks'>,
  translate: (
    language: string,
    blocks: readonly (readonly Segment[])[],
  ) => Promise<readonly (readonly (string | null)[])[]>,
): Promise<TranslatedTexts> {
  const texts: (readonly (string | null)[])[] = blocks.map(() => []);
  const languages = Map.groupBy(blocks.keys(), (index) => blocks[index]?.language ?? 'und');
  for (const [language, places] of languages) {
    const translated = await translate(
      language,
      places.map((index) => blocks[index]?.segments ?? []),
    );
    places.forEach((index, at) => {
      texts[index] = translated[at] ?? [];
    });
  }
  return texts;
}
