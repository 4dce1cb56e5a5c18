import { z } from 'zod';
import { safeParse } from '#shared/interface/safeParse.ts';
import type { Entity } from './brandEntities.ts';
import type { AnswerStop, JsonQuestion, StructuredAnswer } from './driver.ts';
import { jsonIn } from './jsonFields.ts';
import { type FailedOutcome, fatal } from './providerErrors.ts';

/** JSON that a limit cut off cannot be read. */
export function jsonAnswer(
  service: string,
  text: string,
  { model, stop }: { readonly model?: string | undefined; readonly stop?: AnswerStop | undefined },
): StructuredAnswer | FailedOutcome {
  if (stop?.kind !== 'cut') return { kind: 'json', text, model };
  return fatal('rejected', `${service} stopped before the answer was complete (${stop.reason ?? 'length'}).`);
}

const kinds = ['brand', 'product', 'retailer', 'other'] as const;

const namedSchema = z.object({
  entities: z.array(z.object({ name: z.string(), kind: z.enum(kinds), quote: z.string() })),
});

/** Strict structured output wants every member required and nothing beyond. */
const wireSchema = {
  type: 'object',
  properties: {
    entities: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          kind: { type: 'string', enum: kinds },
          quote: { type: 'string' },
        },
        required: ['name', 'kind', 'quote'],
        additionalProperties: false,
      },
    },
  },
  required: ['entities'],
  additionalProperties: false,
} as const;

const instructions =
  'List every brand, product and retailer the text names, in order of first mention. ' +
  'For each give its name as the text writes it, its kind, and a short quote copied word for word from the text ' +
  'in which the name occurs. Name nothing that is not in the text.';

/**
 * Entities extracted by a model from a finished answer. Models hallucinate: an entity whose name or quote is
 * not in the text is dropped. Undefined if the result is unusable, so that the rules apply instead.
 */
export async function entitiesByModel(
  text: string,
  ask: (question: JsonQuestion) => Promise<StructuredAnswer | FailedOutcome>,
  model: string,
): Promise<readonly Entity[] | undefined> {
  const answer = await ask({ model, instructions, text, schemaName: 'entities', schema: wireSchema });
  const parsed = safeParse(namedSchema, jsonIn(answer.kind === 'json' ? answer.text : ''));
  if (!parsed.success) return undefined;
  const haystack = folded(text);
  const names = new Map<string, Entity>();
  for (const { name, kind, quote } of parsed.data.entities) {
    const known = folded(name);
    if (known === '' || names.has(known) || !haystack.includes(known)) continue;
    if (!haystack.includes(folded(quote))) continue;
    names.set(known, { type: kind, name: name.trim() });
  }
  return [...names.values()];
}

function folded(words: string): string {
  return words.replace(/\s+/g, ' ').trim().toLowerCase();
}
