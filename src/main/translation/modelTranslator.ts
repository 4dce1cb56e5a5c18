import { z } from 'zod';
import type { AnalysisModel } from '#main/analysisModel/analysisModel.ts';
import type { AnalysisPrompt } from '#main/analysisModel/sendQuestion.ts';
import prompt from '#resources/prompts/translation.json' with { type: 'json' };
import { languageName } from '#shared/geo/languages.ts';
import { strictSchema } from '#shared/lazySchema.ts';
import type { PricedAnswer, TranslationRequest, Translator } from './translator.ts';

/** One request per answer: the sentences by block and number, which come back under the same numbers. */

const translatedSchema = strictSchema(() => ({
  segments: z.array(z.strictObject({ id: z.string(), text: z.string() })),
}));

type Numbered = {
  readonly id: string;
  readonly block: number;
  readonly segment: number;
  readonly text: string;
};

export function createModelTranslator(model: AnalysisModel, target: string): Translator {
  const { model: name } = model.chosen();
  return {
    kind: 'model',
    label: name,
    problems: async () => {
      const { problem } = await model.get();
      return problem === null ? [] : [problem];
    },
    async price(answers) {
      const { requests, amount, displayName } = await model.estimate(
        answers.map((answer) => questionOf(answer, target)),
      );
      return {
        credits: null,
        cost: amount,
        currency: 'USD',
        note:
          amount === null
            ? `${displayName} states no price for ${name}: ${requests} requests.`
            : `${requests} ${requests === 1 ? 'request' : 'requests'} to ${displayName}.`,
      };
    },
    async translate(request, signal) {
      const { value, provenance } = await model.ask(
        {
          ...questionOf(request, target),
          check: ({ segments }) => {
            const ids = new Set(segments.map(({ id }) => id));
            const count = request.blocks.reduce((sum, block) => sum + block.segments.length, 0);
            return ids.size === count && segments.length === count
              ? null
              : 'not every sentence came back once';
          },
          projectId: request.projectId,
          answerIds: [request.observationId],
        },
        { signal },
      );
      const texts = new Map(value.segments.map(({ id, text }) => [id, text]));
      return {
        texts: request.blocks.map(({ segments }, block) =>
          segments.map((_, segment) => texts.get(idOf(block, segment)) ?? ''),
        ),
        model: provenance.model,
        version: provenance.prompt,
        characters: request.characters,
        credits: null,
        cost: provenance.cached ? 0 : (provenance.cost?.amount ?? null),
        currency: provenance.cost?.currency ?? 'USD',
      };
    },
    close: async () => {},
  };
}

const idOf = (block: number, segment: number): string => `${block + 1}.${segment + 1}`;

function questionOf(
  { blocks, source }: Pick<PricedAnswer | TranslationRequest, 'blocks' | 'source'>,
  target: string,
) {
  const numbered: Numbered[] = blocks.flatMap(({ segments }, block) =>
    segments.map(({ text }, segment) => ({ id: idOf(block, segment), block, segment, text })),
  );
  const names = [
    ...new Set(
      blocks.flatMap(({ segments }) => segments.flatMap((segment) => segment.names.map(({ text }) => text))),
    ),
  ];
  return {
    prompt: prompt as AnalysisPrompt,
    text: JSON.stringify({
      from: languageName(source, 'en'),
      to: languageName(target, 'en'),
      names,
      segments: numbered.map(({ id, text }) => ({ id, text })),
    }),
    schema: translatedSchema.unwrap(),
    // About as long as the original, in a script of which a token may hold two letters.
    expectedTokens: numbered.reduce(
      (sum, { text }) => sum + 12 + Math.ceil(Buffer.byteLength(text) / 2.5),
      0,
    ),
  };
}
