import { z } from 'zod';
import { languageName } from '#shared/geo/languages.ts';
import { safeParse } from '#shared/interface/safeParse.ts';
import type { AskedQuestion } from '../askedQuestion.ts';
import { languageOf, placeHint } from '../countryHints.ts';
import type { ProviderSession } from '../driverFrame.ts';
import { distinct } from '../foundAnswer.ts';
import { jsonIn } from '../jsonFields.ts';
import type { ClientSetup } from '../openai/openaiRequests.ts';
import { chatJson } from '../openaiCompatible/chatJson.ts';
import type { FailedOutcome } from '../providerErrors.ts';

export type QueryPlan = { readonly kind: 'plan'; readonly queries: readonly string[] };

const planSchema = z.object({ queries: z.array(z.string()) });

/**
 * Asks the model for web queries in the market's language. If the model returns no usable plan, or the server
 * does not support JSON output, the question itself is searched. A server error is a reason for another
 * attempt.
 */
export async function planQueries(
  service: string,
  setup: ClientSetup,
  { prompt, place }: AskedQuestion,
  model: string,
  most: number,
  session: ProviderSession,
): Promise<QueryPlan | FailedOutcome> {
  const language = languageOf(place);
  const tongue = language === undefined ? "the question's language" : languageName(language, 'en');
  const instructions = [
    `Write 1 to ${most} short web search queries that together find what is needed to answer the question.`,
    `Write them in ${tongue}.`,
    placeHint(place),
    'Answer with JSON only.',
  ];
  const schema = {
    type: 'object',
    properties: { queries: { type: 'array', items: { type: 'string' } } },
    required: ['queries'],
    additionalProperties: false,
  };
  const question = {
    model,
    instructions: instructions.filter(Boolean).join(' '),
    text: prompt,
    schemaName: 'queries',
    schema,
  };
  const outcome = await chatJson(service, setup, question, session);
  if (outcome.kind !== 'json' && !isRefusalOfJson(outcome)) return outcome;
  const parsed = safeParse(planSchema, outcome.kind === 'json' ? jsonIn(outcome.text) : undefined);
  const planned = parsed.success ? distinct(parsed.data.queries).slice(0, most) : [];
  return { kind: 'plan', queries: planned.length === 0 ? [prompt.slice(0, 300).toWellFormed()] : planned };
}

/**
 * Servers without `json_schema` support reject the request; a wrong model is rejected again when it answers.
 */
function isRefusalOfJson(outcome: FailedOutcome): boolean {
  return outcome.kind === 'fatal' && (outcome.reason === 'rejected' || outcome.reason === 'blocked');
}
