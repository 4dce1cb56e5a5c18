import { z } from 'zod';
import prompt from '#resources/prompts/claims.json' with { type: 'json' };
import { claimConfidences, claimTones, type RatedClaim } from '#shared/model/comparison/claimLists.ts';
import { findQuote } from '#shared/text/claims/quotes.ts';
import type { AnalysisPrompt, AnalysisRequest } from '../analysisModel/sendQuestion.ts';

const answerSchema = z.object({
  claims: z.array(
    z.object({
      brand: z.string(),
      aspect: z.string(),
      tone: z.enum(claimTones),
      confidence: z.enum(claimConfidences),
      quote: z.string(),
    }),
  ),
});
export type ModelClaims = z.output<typeof answerSchema>;

type AboutAnswer = {
  /** Markdown. */
  readonly answer: string;
  readonly brands: readonly string[];
  readonly aspects: readonly string[];
};

export const claimPrompt: AnalysisPrompt = prompt as AnalysisPrompt;

/** What the analysis model is asked about one answer. */
export function claimQuestion({ brands, aspects, answer }: AboutAnswer) {
  return {
    prompt: claimPrompt,
    text: JSON.stringify({ brands, aspects, answer }),
    schema: answerSchema,
    // About one statement in 40 words, of 60 tokens each.
    expectedTokens: 100 + Math.ceil((answer.length / 240) * 60),
  } satisfies AnalysisRequest;
}

/** Claims whose quote is in the answer and whose brand and aspect were offered. */
export function verifiedClaims(
  { claims }: ModelClaims,
  { answer, brands, aspects }: AboutAnswer,
): readonly RatedClaim[] {
  return claims.filter(
    ({ brand, aspect, quote }) =>
      brands.includes(brand) && aspects.includes(aspect) && findQuote(answer, quote) !== null,
  );
}
