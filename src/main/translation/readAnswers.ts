import type { BrandRulesStore } from '#main/brands/brandBook.ts';
import type { TranslatableAnswer } from '#main/history/store/operations/translations.ts';
import type { HistoryCalls } from '#main/history/threads/reopeningHistory.ts';
import type { BrandRules } from '#shared/model/comparison/samples.ts';
import {
  charactersOf,
  type PreparedAnswer,
  prepareAnswer,
  refusedBlocks,
} from '#shared/translation/answerTranslation.ts';
import type { TranslationRequest } from './translator.ts';

export type ReadAnswer = {
  readonly answer: TranslatableAnswer;
  readonly prepared: PreparedAnswer;
  readonly request: TranslationRequest;
};

/** Answers read and taken apart before others get their turn. */
const batchSize = 10;

/** Reads stored answers and takes them apart; those without anything to translate are left out. */
export function createAnswerReader(deps: {
  readonly history: HistoryCalls;
  readonly brands: Pick<BrandRulesStore, 'rules'>;
}) {
  const { history, brands } = deps;
  return async (answers: readonly TranslatableAnswer[], target: string): Promise<readonly ReadAnswer[]> => {
    const rules = new Map<string, BrandRules>();
    const found: ReadAnswer[] = [];
    for (let start = 0; start < answers.length; start += batchSize) {
      const batch = answers.slice(start, start + batchSize);
      const samples = await history.call('observations.samples', { ids: batch.map(({ id }) => id) });
      const sampleOf = new Map(samples.map((sample) => [sample.observationId, sample]));
      for (const answer of batch) {
        const sample = sampleOf.get(answer.id);
        if (sample === undefined) continue;
        const known = rules.get(answer.projectId) ?? (await brands.rules(answer.projectId)).brands;
        rules.set(answer.projectId, known);
        const prepared = prepareAnswer(sample, answer.country ?? '', target, known);
        if (prepared.blocks.length > 0)
          found.push({ answer, prepared, request: requestOf(answer, prepared) });
      }
    }
    return found;
  };
}

function requestOf(answer: TranslatableAnswer, prepared: PreparedAnswer): TranslationRequest {
  return {
    observationId: answer.id,
    projectId: answer.projectId,
    question: answer.question,
    country: answer.country ?? '',
    source: prepared.source,
    target: prepared.target,
    blocks: prepared.blocks.map(({ block, rules: { language }, segments }) => ({
      id: block.id,
      language,
      segments,
    })),
    characters: charactersOf(prepared),
    refused: (texts) => refusedBlocks(prepared, texts),
  };
}
