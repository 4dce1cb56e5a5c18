import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { SecretStore } from '#main/ports.ts';
import type { AnalysisMeter, AnalysisOutcome, Analyst } from '#shared/interface/operator/operations.ts';
import { parseInput, problemText } from '#shared/interface/parseInput.ts';
import { nextStepAfter, withNextStep } from '#shared/interface/providerFailure.ts';
import type {
  AnalysisChoice,
  AnalysisMoney,
  AnalysisProvenance,
  AnalysisPurpose,
} from '#shared/model/analysisModel.ts';
import { AppError } from '#shared/model/appError.ts';
import type { CoreParts } from '../coreParts.ts';
import { readBoundSecret } from '../secrets/boundSecret.ts';
import type { EmbeddedService } from '../service/embeddedService.ts';
import { driverKeyName } from '../service/service.routes.ts';
import { wireSchema } from './wireSchema.ts';

/** A file in `resources/prompts`. A change of its instructions raises its version. */
export type AnalysisPrompt = {
  readonly name: AnalysisPurpose;
  readonly version: number;
  readonly instructions: string;
};

export type AnalysisQuestion<T> = {
  readonly projectId: string;
  readonly prompt: AnalysisPrompt;
  /** What the instructions are about. */
  readonly text: string;
  readonly schema: z.ZodType<T>;
  /** Stored answers whose words `text` contains: when one is deleted, so is the model's answer. */
  readonly answerIds: readonly string[];
  /** What is wrong with an answer that matches the schema; null if nothing is. It is asked for once more. */
  readonly check?: (value: T) => string | null;
  /** Tokens of a typical answer, for the estimate. */
  readonly expectedTokens: number;
};

export type AnalysisAnswer<T> = { readonly value: T; readonly provenance: AnalysisProvenance };

/** The limit in US dollars of one job, and what it has spent. */
export type AnalysisBudget = { readonly limit: number | null; spent: number };

/** What a question is made of before its answer is wanted. */
export type AnalysisRequest = Pick<
  AnalysisQuestion<unknown>,
  'prompt' | 'text' | 'schema' | 'expectedTokens'
>;

export type ModelCaller = Pick<CoreParts, 'history' | 'clock'> & {
  readonly secrets: SecretStore;
  readonly service: Pick<EmbeddedService, 'call'>;
};

/** Where a question goes, and what limits it. */
type Sending = {
  /** Key of the answer in the cache. */
  readonly key: string;
  readonly choice: AnalysisChoice;
  readonly analyst: Analyst;
  readonly signal: AbortSignal | undefined;
  readonly budget: AnalysisBudget | undefined;
};

const maxAttempts = 4;
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

/** Requests of this UTC month, over all projects. */
export function spentThisMonth({ history, clock }: Pick<ModelCaller, 'history' | 'clock'>) {
  const now = new Date(clock.now());
  return history.call('modelRequests.spent', { sinceMs: Date.UTC(now.getUTCFullYear(), now.getUTCMonth()) });
}

/** Sends questions that are not in the cache, within the limits, and stores what came of them. */
export function createModelSender(deps: ModelCaller) {
  const { history, secrets, service, clock } = deps;
  /** Estimated cost of requests in progress. */
  let held = 0;

  /** Reserves what a request may cost. @throws AppError CONFLICT if a limit would be exceeded */
  const hold = async (choice: AnalysisChoice, cost: number | null, budget: AnalysisBudget | undefined) => {
    const expected = cost ?? 0;
    if (budget !== undefined && budget.limit !== null && budget.spent + expected > budget.limit)
      throw new AppError(
        'CONFLICT',
        `The cost limit of ${budget.limit} USD is reached. Nothing more was sent.`,
      );
    if (choice.monthlyLimit !== null) {
      const { amount, unpriced } = await spentThisMonth(deps);
      if (cost === null && unpriced > 0)
        throw new AppError(
          'CONFLICT',
          `The provider states no price for ${choice.model}, so the monthly limit cannot be kept. Remove the limit, or choose a model with a known price.`,
        );
      if (amount + held + expected > choice.monthlyLimit)
        throw new AppError(
          'CONFLICT',
          `The monthly limit of ${choice.monthlyLimit} USD of the analysis model is reached. Nothing was sent.`,
        );
    }
    held += expected;
    if (budget !== undefined) budget.spent += expected;
    return (charged: number): void => {
      held -= expected;
      if (budget !== undefined) budget.spent += charged - expected;
    };
  };

  const send = async (
    choice: AnalysisChoice,
    question: Pick<AnalysisQuestion<unknown>, 'prompt' | 'text' | 'schema'>,
    signal: AbortSignal | undefined,
  ): Promise<AnalysisOutcome> => {
    const id = randomUUID();
    const stop = (): void => {
      service.call('engines.stopAsking', { id }).catch(() => {});
    };
    signal?.throwIfAborted();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const key = await readBoundSecret(secrets, driverKeyName(choice.driver));
      return await service.call('engines.askJson', {
        id,
        driver: choice.driver,
        model: choice.model,
        instructions: question.prompt.instructions,
        text: question.text,
        schemaName: question.prompt.name,
        schema: wireSchema(question.schema),
        ...(key === null ? {} : { key: { secret: key.secret, addresses: [...key.addresses] } }),
      });
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  };

  /** Stores a request that was sent; its answer too if that can be used. */
  const record = async <T>(
    outcome: Exclude<AnalysisOutcome, { kind: 'stopped' }>,
    question: AnalysisQuestion<T>,
    { choice, key, analyst }: Sending,
    usable: boolean,
    askedAtMs: number,
  ): Promise<AnalysisProvenance> => {
    const { inputTokens, outputTokens, latencyMs } = outcome.metered;
    const model = outcome.kind === 'answer' ? outcome.model : choice.model;
    const cost = costOf(outcome.metered, analyst);
    const { driver } = choice;
    const prompt = promptName(question.prompt);
    const { projectId, answerIds } = question;
    const purpose = question.prompt.name;
    if (outcome.kind === 'answer' || inputTokens !== null || outcome.metered.cost !== null)
      await history.call('modelRequests.add', {
        ...{
          projectId,
          purpose,
          driver,
          model,
          prompt,
          askedAtMs,
          inputTokens,
          outputTokens,
          cost,
          latencyMs,
        },
        kept: usable && outcome.kind === 'answer' ? { key, answer: outcome.text, answerIds } : null,
      });
    return { driver, model, prompt, askedAtMs, cost, cached: false };
  };

  /** One attempt: an answer, or why there is none and whether to try again. */
  const attempt = async <T>(
    question: AnalysisQuestion<T>,
    sending: Sending,
  ): Promise<AnalysisAnswer<T> | Trouble> => {
    const { choice, analyst, signal, budget } = sending;
    const settle = await hold(choice, expectedCost(analyst, choice.model, [question]), budget);
    let charged = 0;
    try {
      const askedAtMs = clock.now();
      const outcome = await send(choice, question, signal);
      if (outcome.kind === 'stopped') throw cancelled();
      const read = outcome.kind === 'answer' ? readAnswer(outcome.text, question) : null;
      const provenance = await record(outcome, question, sending, read?.ok === true, askedAtMs);
      charged = provenance.cost?.amount ?? 0;
      if (read?.ok === true) return { value: read.value, provenance };
      if (outcome.kind === 'failed')
        throw new AppError('SERVICE_ERROR', withNextStep(outcome.message, nextStepAfter(outcome.reason)));
      if (outcome.kind === 'retry')
        return { trouble: outcome.reason, unusable: false, afterMs: outcome.afterMs };
      const said = read === null ? '' : read.problem;
      const trouble = `${analyst.displayName}, ${provenance.model}, did not answer in the required form: ${said}`;
      return { trouble, unusable: true, afterMs: 0 };
    } finally {
      settle(charged);
    }
  };

  /** @throws AppError CONFLICT at a limit, CANCELLED, SERVICE_ERROR */
  return async <T>(question: AnalysisQuestion<T>, sending: Sending): Promise<AnalysisAnswer<T>> => {
    let last = 'No answer';
    let unusable = 0;
    for (let count = 1; count <= maxAttempts && unusable < 2; count += 1) {
      const result = await attempt(question, sending);
      if (!('trouble' in result)) return result;
      last = result.trouble;
      unusable += Number(result.unusable);
      const pauseMs = Math.min(result.afterMs ?? firstPauseMs * 3 ** (count - 1), maxPauseMs);
      if (pauseMs > 0 && count < maxAttempts) await clock.wait(pauseMs, sending.signal);
    }
    const message = `${last.replace(/[\s.]+$/, '')}. Retry later, or choose another model.`;
    throw new AppError('SERVICE_ERROR', message, { retryable: true });
  };
}

type Trouble = { readonly trouble: string; readonly unusable: boolean; readonly afterMs: number | null };

export const cancelled = (): AppError => new AppError('CANCELLED', 'Cancelled. Finished parts are kept.');

/** Name and version of a prompt, as stored with what it produced. */
export const promptName = ({ name, version }: AnalysisPrompt): string => `${name} ${version}`;

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

export function readAnswer<T>(
  text: string,
  { schema, check }: Pick<AnalysisQuestion<T>, 'schema' | 'check'>,
): Read<T> {
  const parsed = parseInput(schema, jsonOf(text), (path) => path.join('.') || 'The answer');
  if (!parsed.success) return { ok: false, problem: problemText(parsed.problems.slice(0, 1)) };
  const problem = check?.(parsed.data) ?? null;
  return problem === null ? { ok: true, value: parsed.data } : { ok: false, problem };
}

/** Some models put their JSON into a code fence. */
function jsonOf(text: string): unknown {
  for (const candidate of [text, /```(?:json)?\s*([\s\S]*)```/.exec(text)?.[1] ?? '']) {
    try {
      return JSON.parse(candidate);
    } catch {
      // The next form.
    }
  }
  return undefined;
}

/**
 * Four bytes of UTF-8 are about one token: 4 letters of English, a little over one character of Japanese. The
 * schema is sent too.
 */
export function inputTokens({
  prompt,
  text,
  schema,
}: Pick<AnalysisQuestion<unknown>, 'prompt' | 'text' | 'schema'>): number {
  const bytes = Buffer.byteLength(prompt.instructions) + Buffer.byteLength(text);
  return Math.ceil((bytes + JSON.stringify(wireSchema(schema)).length) / 4);
}

/** US dollars; null if the price is not known. */
export function expectedCost(
  { free, prices }: Analyst,
  model: string,
  questions: readonly AnalysisRequest[],
): number | null {
  if (free || questions.length === 0) return 0;
  const price = prices[model.replace(/-(\d{4}-\d{2}-\d{2}|\d{8})$/, '')];
  if (price === undefined) return null;
  return questions.reduce(
    (sum, question) =>
      sum + (inputTokens(question) * price.input + question.expectedTokens * price.output) / 1e6,
    0,
  );
}

function costOf({ cost }: AnalysisMeter, { free }: Analyst): AnalysisMoney | null {
  return cost ?? (free ? { amount: 0, currency: 'USD', source: 'computed' } : null);
}
