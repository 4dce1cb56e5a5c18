import prompt from '#resources/prompts/wordings.json' with { type: 'json' };
import type { RouteParsedInput } from '#shared/bridge/routeTable.ts';
import { AppError } from '#shared/model/appError.ts';
import { readSuggestion, suggestionSchema, suggestionText } from '#shared/planning/wordingPrompt.ts';
import type { AnalysisModel } from '../analysisModel/analysisModel.ts';
import type { AnalysisPrompt } from '../analysisModel/sendQuestion.ts';

type Wanted = RouteParsedInput<'wordings.quote'>['questions'][number];

/** Suggests wordings of a question by the analysis model. */
export function createWordingSuggestions({ model }: { readonly model: AnalysisModel }) {
  return {
    /** Sends nothing. @throws AppError CONFLICT if no model is chosen */
    quote: ({ questions }: RouteParsedInput<'wordings.quote'>) => model.estimate(questions.map(asked)),
    /** @throws AppError CONFLICT if the answer contains no wordings, SERVICE_ERROR */
    async suggest(
      { projectId, ...wanted }: RouteParsedInput<'wordings.suggest'>,
      { signal }: { readonly signal: AbortSignal },
    ) {
      const { value, provenance } = await model.ask(
        { ...asked(wanted), projectId, answerIds: [] },
        { signal },
      );
      const { wordings, missing } = readSuggestion(value, wanted.keys);
      if (Object.keys(wordings).length === 0)
        throw new AppError(
          'CONFLICT',
          'The answer contains no wordings. Choose another analysis model, or enter the wordings yourself.',
        );
      return { wordings, missing: [...missing], provenance };
    },
  };
}

function asked({ question, keys }: Wanted) {
  return {
    prompt: prompt as AnalysisPrompt,
    text: suggestionText(question, keys),
    schema: suggestionSchema.unwrap(),
    // A question in another script has more tokens than the same one in English.
    expectedTokens: keys.length * (20 + Math.ceil(Buffer.byteLength(question) / 2)),
  };
}
